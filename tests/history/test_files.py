"""Files of hands, whoever recorded them: the form is found in the file."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import msgspec
import pytest

from omaha8.history.corpus import Broken, CorpusError, Record, read_file
from omaha8.history.files import AnyHand, read_hands
from omaha8.history.told import ToldHand, ToldLine
from tests.history.records import DATA, changed
from tests.history.told_hands import told

HAND = told("flo8 1/2:2/4 b0 100*3 | f f")
ONE = json.dumps(HAND)
UNREADABLE = ONE.replace('"posted"', '"posted ", "type": 7')
RECORD = msgspec.json.encode(changed("quartered")).decode()
TEXT = "# High, hand 12, 2026-11-30 20:15:00 UTC\n# seat 0 Ann\nflo8 1/2:2/4 b0 100*3 | f f\n"


def kinds(file: Path) -> list[type[AnyHand]]:
    return [type(hand) for hand in read_hands(file)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (ONE, [ToldHand]),
        (json.dumps(HAND, indent=2), [ToldHand]),
        (f"\n\n {ONE}\r\n", [ToldHand]),
        (json.dumps([HAND, HAND]), [ToldHand] * 2),
        (json.dumps([HAND, {"omaha8_hand": 1}], indent=2), [ToldHand, Broken]),
        (f"{ONE}\n\n{ONE}\n", [ToldHand] * 2),
        (f"{ONE}\n{UNREADABLE}\n{{\n", [ToldHand, Broken, Broken]),
        (f"{RECORD}\n{ONE}\n{RECORD}", [Record, ToldHand, Record]),
        (TEXT, [ToldLine]),
        (TEXT * 3, [ToldLine] * 3),
        (TEXT.splitlines()[2], [ToldLine]),
    ],
)
def test_a_file_of_any_form(content: str, expected: list[type], tmp_path: Path) -> None:
    file = tmp_path / "hands"
    for marked in (content.encode(), b"\xef\xbb\xbf" + content.encode()):
        for packed in (marked, gzip.compress(marked)):
            file.write_bytes(packed)
            assert kinds(file) == expected


def test_recorded_hands_are_read_as_before() -> None:
    for name in ("hands.jsonl", "odd.jsonl"):
        assert list(read_hands(DATA / name)) == list(read_file(DATA / name))


def test_what_cannot_be_read_has_a_place(tmp_path: Path) -> None:
    file = tmp_path / "hands.json"
    file.write_text(f"{ONE}\n{UNREADABLE}\n", "utf-8")
    _, broken = read_hands(file)
    assert broken == Broken("hands.json:2", "events[1] has no type", nameless=True)
    file.write_text(f"[\n{ONE},{UNREADABLE}]", "utf-8")
    _, broken = read_hands(file)
    assert broken == Broken("hands.json[1]", "events[1] has no type", nameless=True)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (UNREADABLE, "this cannot be replayed: hand:1: events[1] has no type"),
        (
            '{"omaha8_hand":\n 2, "table": "x", "hand": 1, "events": []}',
            "this cannot be replayed: a history of kind 2",
        ),
        ('[\n{"omaha8_hand": 1}]', "this cannot be replayed: the history: Object missing"),
        ('{"lines": \n ["# High, hand 12"]}', "not JSON lines: hand:1: no JSON"),
        ("[\n[]]", "not JSON lines: hand:1: no record of a hand"),
        ("# notes\nnothing else\n", "not JSON lines: hand:1: no JSON"),
        ("[" * 100_000, "not JSON lines: hand:1: no"),
    ],
)
def test_a_file_without_a_hand(content: str, complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "hand"
    file.write_text(content, "utf-8")
    with pytest.raises(CorpusError, match=r"/hand: ") as error:
        list(read_hands(file))
    assert complaint in str(error.value)


def test_of_a_damaged_file_the_hands_before_the_damage_are_read(tmp_path: Path) -> None:
    file = tmp_path / "x.json.gz"
    file.write_bytes(gzip.compress(f"{ONE}\n".encode()) + gzip.compress(ONE.encode() * 9)[:-20])
    hands = read_hands(file)
    assert isinstance(next(hands), ToldHand)
    with pytest.raises(CorpusError, match="damaged gzip file"):
        list(hands)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(CorpusError, match=r"no-such\.json: No such file"):
        list(read_hands(Path("no-such.json")))
