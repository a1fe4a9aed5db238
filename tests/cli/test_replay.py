"""``omaha8 replay``: what it prints and how it ends."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from omaha8.cli import main

DATA = Path(__file__).parents[1] / "data"
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
        "skipped",
    ]
    assert (told["hands"], told["replayed"], told["skipped"]) == (12, 10, {"NLHE": 1})
    assert told["failed"] == [
        {"id": "h-2", "reason": "no record of a hand: Object missing required field `structure`"}
    ]
    assert set(told["deviations"][0]) == {"id", "kind", "detail"}


def test_other_games_are_counted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "more.jsonl"
    file.write_text('{"id": "1", "game": "NLHE"}\n{"id": "2", "game": "PLO"}\n' * 2, "utf-8")
    assert main(["replay", str(file)]) == 0
    assert "Skipped        4  other games: NLHE 2, PLO 2\n" in capsys.readouterr().out


def test_nothing_a_record_says_reaches_the_terminal_raw(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "more.jsonl"
    file.write_text('{"id": "h\\u001b[2J-1", "game": "O8"}\n', "utf-8")
    assert main(["replay", str(file)]) == 1
    assert "  h?[2J-1  no record of a hand" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "no file given: omaha8 replay FILE..."),
        ([HANDS, "--strict", "--tolerant"], "either --strict or --tolerant, not both"),
        (["no-such.jsonl"], "no-such.jsonl: No such file or directory"),
        ([HANDS, str(DATA.parent / "conftest.py")], "conftest.py: not JSON lines: conftest.py:1"),
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


def test_progress_is_shown_where_somebody_watches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("omaha8.cli.replay.EVERY", 20)
    assert main(["replay", HANDS, ODD, "--tolerant"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["replay", HANDS, ODD, "--tolerant"]) == 0
    assert capsys.readouterr().err == "\r20 hands\r\033[K"
