"""``omaha8 sessions``: what it prints and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omaha8.cli import main

HOSTILE = "\x1b[2J\x07\x9b1A\x7f\u202e\u2028"
OWN = str(Path(__file__).parents[1] / "data" / "home_game.csv")


def test_a_log_and_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sessions", OWN]) == 0
    printed = capsys.readouterr().out
    assert "home_game       19       14           18           17 " in printed
    assert 'Lines read: 299, unknown: 1\n  1 x "..." tips the dealer N\n' in printed
    assert "\nDiffer (5)\n  away at the start (1)\n    home_game #4\n" in printed
    assert "\nall " not in printed


def test_several_logs_are_summed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sessions", OWN, OWN]) == 0
    assert "\nall             38       28 " in capsys.readouterr().out


def test_details_show_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sessions", OWN, "--details"]) == 0
    assert (
        "    home_game #11: button, small blind, big blind\n"
        "      room:  button 2, bb 8=200, sb 2=100, dealt 2 8\n"
        "      table: button 8, bb 2=200, sb 8=100, dealt 2 8\n"
    ) in capsys.readouterr().out


def test_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sessions", OWN, "--rules", "robert"]) == 0
    assert "\n  unexplained (" in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sessions", OWN, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["all"]["hands"] == 19
    assert said["all"]["agree"] == 14
    assert said["logs"]["home_game"] == said["all"]
    assert said["hilo"]["hands"] == 15
    assert said["games_begun"] == 2
    assert said["unknown"] == {'"..." tips the dealer N': 1}
    assert [(hand["log"], hand["number"], hand["reason"]) for hand in said["differ"]][:2] == [
        ("home_game", 4, "away at the start"),
        ("home_game", 6, "newcomer at a dead button"),
    ]
    assert said["refused"][0]["text"] == "There is no straddle heads-up."


@pytest.mark.parametrize("options", [[], ["--details"], ["--json"]])
def test_what_a_log_says_cannot_move_the_cursor(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Escapes in the names of all players and files, and in lines that are not known."""
    log = Path(OWN).read_text("utf-8").replace(" @ ", f"{HOSTILE} @ {HOSTILE}")
    file = tmp_path / f"odd{HOSTILE}.csv"
    file.write_text(f"{log}{HOSTILE} gone,,1\n", "utf-8", newline="")
    (tmp_path / f"none{HOSTILE}.csv").write_text("no log", "utf-8")
    assert main(["sessions", *options, *map(str, tmp_path.iterdir())]) == 2
    printed = capsys.readouterr()
    assert "gone" in printed.out
    assert "none?[2J" in printed.err
    for text in (printed.out, printed.err):
        assert [c for c in text if not (c.isprintable() or c == "\n")] == []


@pytest.mark.parametrize("as_json", [False, True])
def test_an_unusable_file_loses_nothing_of_the_others(
    as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--json"] if as_json else []
    good = main(["sessions", *options, OWN]), capsys.readouterr().out
    for files in ([OWN, __file__], ["nowhere.csv", OWN]):
        assert main(["sessions", *options, *files]) == 2
        printed = capsys.readouterr()
        assert (0, printed.out) == good
        assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "no file given: omaha8 sessions FILE..."),
        (["nowhere.csv"], "nowhere.csv: No such file or directory"),
        ([__file__], "not a log of PokerNow"),
        ([OWN, "--rules", "casino"], "no preset 'casino'"),
    ],
)
def test_bad_input_is_named(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sessions", *arguments]) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert said.out == ""
