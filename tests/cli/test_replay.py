"""``omaha8 replay``: what it prints and how it ends."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from omaha8.cli import main
from tests.history.records import own_records

DATA = Path(__file__).parents[1] / "data"
HOSTILE = "\x1b[2J\x1b]0;pwn\x07\r\x9b1A\x7f\u202e\u2028"
"""Clears a screen, names a window, overwrites a line, moves up, turns the text around."""
HANDS, ODD = str(DATA / "hands.jsonl"), str(DATA / "odd.jsonl")


def test_hands_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", HANDS]) == 0
    assert capsys.readouterr().out == (
        "Hands         25\n"
        "Replayed      25\n"
        "Failed         0\n"
        "Payouts       13  13 exact to the unit\n"
    )


def test_strict_is_the_default_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", ODD]) == 1
    printed = capsys.readouterr().out
    assert main(["replay", "--strict", ODD]) == 1
    assert capsys.readouterr().out == printed
    assert "\nFailed (10)\n" in printed
    assert "  five-bets  raise_not_allowed: preflop: seat 2 raises to 10, when" in printed


def test_tolerant_names_deviations_by_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", HANDS, ODD, "--tolerant"]) == 0
    printed = capsys.readouterr().out
    assert "Replayed      35\n" in printed
    assert "  bet_cut_to_opponent_stack (2)\n    raise-cut, raise-cut-to-a-call\n" in printed


def test_json_is_one_object(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "more.jsonl"
    file.write_text('{"id": "h-1", "game": "NLHE"}\n{"id": "h-2", "game": "O8"}\n', "utf-8")
    assert main(["replay", ODD, str(file), "--tolerant", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == [
        "hands",
        "replayed",
        "payouts_checked",
        "payouts_exact",
        "failed",
        "deviations",
        "unchecked",
        "skipped",
    ]
    assert (told["hands"], told["replayed"], told["skipped"]) == (12, 10, {"NLHE": 1})
    assert told["failed"] == [
        {"id": "h-2", "reason": "no record of a hand: Object missing required field `structure`"}
    ]
    assert set(told["deviations"][0]) == {"id", "kind", "detail"}


def test_a_hand_of_a_room(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(DATA / "fair_hand.json")]) == 0
    assert capsys.readouterr().out == (
        "Hands          1\n"
        "Replayed       1\n"
        "Failed         0\n"
        "Payouts        1  1 exact to the unit\n"
        "\n"
        "Not checked (1)\n"
        "  k3x9 hand 7  who had the blinds to post, which is not told\n"
        "\n"
        "Of a room's hands seats are numbered as in the file: from 0, on the page from 1.\n"
    )


@pytest.mark.parametrize("options", [[], ["--strict"], ["--json"]])
def test_a_hand_of_a_room_that_is_not_by_the_rules(
    options: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    hand = json.loads((DATA / "fair_hand.json").read_text("utf-8"))
    won = next(event for event in hand["events"] if event["type"] == "awarded")
    won["amount"] += 1
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(hand), "utf-8")
    assert main(["replay", str(file), *options]) == 1
    said = " ".join(capsys.readouterr().out.split())
    assert "awarded 62 to seat 2: amount is 62, by the rules 61" in said


def test_a_history_that_cannot_be_read_is_status_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "hand.json"
    file.write_text('{"omaha8_hand": 1, "table": "k3x9", "hand": 7, "events": []}', "utf-8")
    assert main(["replay", str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "hand.json: this cannot be replayed: hand.json:1: no hand begins in it" in printed.err


def test_nothing_a_room_says_reaches_the_terminal_raw(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Escapes in every text of a history, of which some are read and some make it unreadable."""
    hand = json.loads((DATA / "fair_hand.json").read_text("utf-8"))
    (tmp_path / "hands.jsonl").write_text(
        "\n".join(map(json.dumps, [hand, hand | {"table": HOSTILE}, *_hostile(hand)])), "utf-8"
    )
    (tmp_path / "hands.txt").write_text(
        f"# {HOSTILE.replace(chr(13), '')}, hand 1, 2026-11-30 20:15:00 UTC\n"
        f"plo8 1/2 b0 200*3 {HOSTILE.split()[0]} | f\n",
        "utf-8",
    )
    for options in ([], ["--json"]):
        assert main(["replay", *map(str, sorted(tmp_path.iterdir())), *options]) == 1
        printed = capsys.readouterr().out
        assert len(printed) > 1000
        assert [c for c in printed if not (c.isprintable() or c == "\n")] == []


def test_other_games_are_counted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "more.jsonl"
    file.write_text('{"id": "1", "game": "NLHE"}\n{"id": "2", "game": "PLO"}\n' * 2, "utf-8")
    assert main(["replay", str(file)]) == 0
    assert "Skipped        4  other games: NLHE 2, PLO 2\n" in capsys.readouterr().out


@pytest.mark.parametrize("options", [[], ["--tolerant"], ["--json"], ["--json", "--tolerant"]])
def test_nothing_a_file_says_reaches_the_terminal_raw(
    options: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Escapes in every text and key of every record, in other games and in a file's own name."""
    records = [*own_records("hands").values(), *own_records("odd").values()]
    lines = [json.dumps(damaged) for record in records for damaged in _hostile(record)]
    (tmp_path / f"h{HOSTILE}.jsonl").write_text("\n".join(lines), "utf-8")
    (tmp_path / f"x{HOSTILE}.jsonl").write_text("no JSON", "utf-8")
    assert main(["replay", *options, *map(str, tmp_path.iterdir())]) == 2
    printed = capsys.readouterr()
    assert len(lines) > 1000
    assert printed.out.count("?[2J") + printed.out.count("\\u001b[2J") > 35
    for text in (printed.out, printed.err):
        assert [c for c in text if not (c.isprintable() or c == "\n")] == []
    if "--json" in options:
        assert json.loads(printed.out)["skipped"] == {f"O8{HOSTILE}": 35}


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "no file given: omaha8 replay FILE..."),
        ([HANDS, "--strict", "--tolerant"], "either --strict or --tolerant, not both"),
        (["no-such.jsonl"], "no-such.jsonl: No such file or directory"),
        ([str(DATA.parent / "conftest.py")], "conftest.py: not JSON lines: conftest.py:1"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_line_and_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert complaint in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("as_json", [False, True])
def test_an_unusable_file_loses_nothing_of_the_others(
    as_json: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    damaged, text = tmp_path / "damaged.jsonl.gz", str(DATA.parent / "conftest.py")
    damaged.write_bytes(gzip.compress(Path(HANDS).read_bytes())[:-9])
    options = ["--tolerant", *(["--json"] if as_json else [])]
    good = main(["replay", *options, HANDS, ODD]), capsys.readouterr().out
    for files in ([HANDS, text, ODD], ["none.jsonl", HANDS, ODD], [HANDS, ODD, text, "none.jsonl"]):
        assert main(["replay", *options, *files]) == 2
        printed = capsys.readouterr()
        assert (0, printed.out) == good
        assert printed.err.count("\n") == 1
        for file in {"none.jsonl", text} & set(files):
            assert f"{Path(file).name}: " in printed.err
    assert main(["replay", *options, ODD, str(damaged)]) == 2
    printed = capsys.readouterr()
    assert "damaged.jsonl.gz: damaged gzip file: " in printed.err
    assert printed.out


def test_progress_is_shown_where_somebody_watches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("omaha8.cli.replay.EVERY", 20)
    assert main(["replay", HANDS, ODD, "--tolerant"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["replay", HANDS, ODD, "--tolerant"]) == 0
    assert capsys.readouterr().err == "\r20 hands\r\033[K"


def _hostile(inside: Any) -> Iterator[Any]:
    """Copies with `HOSTILE` at the end of one text or one key each."""
    if isinstance(inside, str):
        yield inside + HOSTILE
    elif isinstance(inside, dict):
        for key, value in inside.items():
            yield {(k + HOSTILE if k == key else k): v for k, v in inside.items()}
            yield from ({**inside, key: damaged} for damaged in _hostile(value))
    elif isinstance(inside, list):
        for place, value in enumerate(inside):
            for damaged in _hostile(value):
                yield [*inside[:place], damaged, *inside[place + 1 :]]
