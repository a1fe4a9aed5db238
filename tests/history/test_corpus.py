"""Files of recorded hands: gzipped or not, with whatever lines are in them."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from omaha8.history.corpus import Broken, CorpusError, OtherGame, Record, read_file, read_line
from tests.history.records import DATA, changed, line_of

GOOD = msgspec.json.encode(changed("quartered"))


def test_a_file_may_be_gzipped(tmp_path: Path) -> None:
    plain = DATA / "hands.jsonl"
    packed = tmp_path / "hands.jsonl.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    hands = list(read_file(plain))
    assert len(hands) == 25
    assert all(isinstance(hand, Record) for hand in hands)
    assert list(read_file(packed)) == hands


def test_what_packs_a_file_counts_and_not_its_name(tmp_path: Path) -> None:
    packed = tmp_path / "hands.jsonl"
    packed.write_bytes(gzip.compress(GOOD))
    [hand] = read_file(packed)
    assert isinstance(hand, Record)


def test_blank_lines_are_passed_over_and_broken_ones_named_by_their_place(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_bytes(GOOD + b"\n\n  \r\n" + GOOD[:40] + b"\n[1, 2]\n" + GOOD)
    first, broken, other, last = read_file(file)
    assert isinstance(first, Record)
    assert first == last
    assert isinstance(broken, Broken)
    assert broken.id == "some.jsonl:4"
    assert broken.reason.startswith("no JSON: ")
    assert other == Broken(
        "some.jsonl:5", "no record of a hand: Expected `object`, got `array`", nameless=True
    )


def test_a_byte_order_mark_hides_no_hand(tmp_path: Path) -> None:
    """Editors put one before a file, and files put together have it in the middle."""
    marked = b"\xef\xbb\xbf" + GOOD + b"\n"
    file = tmp_path / "marked.jsonl"
    for content in (marked * 2, b"\xef\xbb\xbf\r\n" + marked * 2):
        for packed in (content, gzip.compress(content)):
            file.write_bytes(packed)
            assert list(read_file(file)) == [read_line(GOOD, "")] * 2


def test_nameless_lines_are_told_in_order_once_there_is_a_hand(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_bytes(b"[1]\n[2]\n" + GOOD + b"\n[4]\n")
    told = [line.id for line in read_file(file) if not isinstance(line, OtherGame)]
    assert told == ["some.jsonl:1", "some.jsonl:2", "quartered", "some.jsonl:4"]


def test_of_a_damaged_gzip_file_the_hands_before_the_damage_are_read(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl.gz"
    # Two members, of which the second is cut off.
    file.write_bytes(gzip.compress(GOOD + b"\n") + gzip.compress(GOOD * 9)[:-20])
    lines = read_file(file)
    assert next(lines) == read_line(GOOD, "")
    with pytest.raises(CorpusError, match="damaged gzip file"):
        list(lines)


def test_hands_of_other_games_need_no_more_than_a_game() -> None:
    assert read_line(b'{"id": "h-1", "game": "NLHE"}', "f:1") == OtherGame("h-1", "NLHE")
    assert read_line(b'{"game": "stud", "id": 7}', "f:1") == OtherGame("f:1", "stud")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": ...}, "Object missing required field `game`"),
        ({"seats": ...}, "Object missing required field `seats`"),
        ({"stakes": None}, "Expected `object`, got `null` - at `$.stakes`"),
        ({"seats__0__stack": 2.5}, "Expected `int`, got `float` - at `$.seats[0].stack`"),
        ({"seats__0__stack": "200"}, "Expected `int`, got `str` - at `$.seats[0].stack`"),
        ({"actions__flop__0": [2, "check"]}, "Expected `array` of at least length 4, got 2"),
        ({"board": "4c5d8h"}, "Expected `array | null`, got `str` - at `$.board`"),
    ],
)
def test_a_record_of_the_wrong_form_says_where(changes: dict[str, object], reason: str) -> None:
    broken = line_of(changed("quartered", **changes))
    assert isinstance(broken, Broken)
    assert broken.id == "quartered"
    assert broken.reason.startswith(f"no record of a hand: {reason}")


def test_brackets_without_end_are_no_record() -> None:
    broken = read_line(b'{"game": "O8", "id": "h-1", "seats": ' + b"[" * 100_000, "f:1")
    assert isinstance(broken, Broken)
    assert broken.reason == "no record of a hand: brackets in brackets without end"


def test_what_a_record_need_not_say() -> None:
    """Verification is of what is there; without ``game``, seats and actions there is no hand."""
    optional = ("site", "hole", "board", "uncalled", "collected", "pots", "total_pot", "rake")
    hand = line_of(changed("quartered", **dict.fromkeys((*optional, "notes", "payout_rule"), ...)))
    assert isinstance(hand, Record)
    assert (hand.board, hand.collected, hand.rake) == (None, None, None)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"Omaha Hi/Lo, eight or better\nhands follow\n", "x.jsonl: not JSON lines: x.jsonl:1: no"),
        (b'{\n  "id": "a"\n}\n', "not JSON lines: x.jsonl:1: no JSON: Input data was truncated"),
        (b"\xff\xfe\x00h", "not JSON lines"),
        (gzip.compress(GOOD * 50)[:-9], "damaged gzip file"),
        (gzip.compress(b"hello"), "not JSON lines"),
    ],
)
def test_a_file_that_holds_no_hands_is_refused(
    content: bytes, complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_bytes(content)
    with pytest.raises(CorpusError, match=complaint):
        list(read_file(file))


def test_a_file_named_gz_is_gzipped_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl.gz"
    file.write_bytes(GOOD)
    with pytest.raises(CorpusError, match="not gzipped, in spite of its name"):
        list(read_file(file))


def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="none.jsonl: No such file or directory"):
        list(read_file(tmp_path / "none.jsonl"))
    with pytest.raises(CorpusError, match="Is a directory"):
        list(read_file(tmp_path))


def test_an_empty_file_holds_no_hands(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.touch()
    assert list(read_file(file)) == []
