"""``omaha8 equity``: what every hand wins, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from omaha8.cards import parse_cards
from omaha8.cli import main
from omaha8.cli.equity_text import cards_text, duration
from omaha8.evaluation import compiled


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["equity", *arguments]) == 0
    return capsys.readouterr().out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(printed(capsys, *arguments, "--json"))
    return report


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["equity", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("omaha8: ")
    return err


def test_known_hands_are_exact_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "AhAd2h3d", "KsKcQsJc")
    assert "wins high" in text
    row = next(line for line in text.splitlines() if line.startswith("A♥ A♦ 2♥ 3♦"))
    assert row.split()[4:] == ["69.38%", "60.87%", "0.00%", "55.80%", "0.00%", "60.87%", "0.00%"]
    assert "exact: 1,086,008 boards, 55.80% with a low; " in text


def test_a_sample_has_its_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "AA", "KK", "--samples", "2000", "--seed", "5")
    assert "sampled: 2,000 deals with seed 5" in text
    assert "±" in text.splitlines()[2]


def test_the_next_card_on_the_flop(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "As2sKhQd", "9h9cJhTh", "--board", "3s4d9s")
    header = next(line for line in text.splitlines() if line.startswith("next card"))
    assert header.split("  ")[0] == "next card"
    assert "counterfeits" in header
    assert "8♣♦♥♠ 7♣♦♥♠" in text
    assert "next card" not in printed(capsys, "As2sKhQd", "9h9cJhTh")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    report = as_json(capsys, "As2sKhQd", "Ah2h9c9d", "--board", "3h8cQsKc", "--dead", "2d")
    assert report["method"] == "exact"
    assert (report["board"], report["dead"]) == ("3h8cQsKc", "2d")
    assert report["boards"] == 39
    assert report["seconds"] > 0
    hero = report["players"][0]
    assert sum(hero["shares"].values()) == 39
    assert set(hero) >= {
        *("equity", "equity_fraction", "high_wins", "high_ties", "low_wins", "low_ties"),
        *("scoops", "quartered", "shares", "standard_error"),
    }
    assert len(report["next_cards"]) == 39


def test_json_of_a_sample(capsys: pytest.CaptureFixture[str]) -> None:
    report = as_json(capsys, "AA", "*", "--samples", "300", "--seed", "9")
    assert (report["method"], report["samples"], report["seed"]) == ("sampled", 300, 9)
    assert report["players"][0]["standard_error"] > 0
    assert "next_cards" not in report


def test_the_picture_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "shares.svg"
    printed(capsys, "AhAd2h3d", "KsKcQsJc", "--plot", str(picture))
    assert picture.read_text("utf-8").startswith("<svg ")
    nowhere = str(tmp_path / "nowhere" / "shares.svg")
    assert main(["equity", "AhAd2h3d", "KsKcQsJc", "--plot", nowhere]) == 2
    out, err = capsys.readouterr()
    # What was counted is not lost.
    assert "exact: 1,086,008 boards" in out
    assert err == f"omaha8: {nowhere}: No such file or directory\n"


def test_long_work_says_how_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["equity", "AhAd2h3d", "KK", "--board", "4s5c6c7h"]
    assert main(arguments) == 0
    assert "about" not in capsys.readouterr().err
    monkeypatch.setattr("omaha8.cli.equity.LONG", 0)
    assert main([*arguments, "--exact"]) == 0
    out, err = capsys.readouterr()
    assert "exact:" in out
    assert "counting every board, about 1 second" in err
    assert main([*arguments, "--samples", "100"]) == 0
    assert "dealing, about 1 second" in capsys.readouterr().err


def test_without_numba_it_says_that_it_takes_longer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    text = printed(capsys, "AA", "KK", "--samples", "500")
    assert "numba is not installed: the result is the same, but takes longer" in text
    # Known hands never need it.
    assert "numba" not in printed(capsys, "AhAd2h3d", "KsKcQsJc", "--board", "4s5c6c")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["AhAd2h3d"], "2 to 10 players have hands, 1 given"),
        (["*"] * 11, "2 to 10 players have hands, 11 given"),
        (["AhAd2h3d", "AhKcQsJc"], "duplicate card Ah, in AhAd2h3d and in AhKcQsJc"),
        (["AhAd2h3d", "KsKcQsJc", "--board", "4s5s"], "a board has 0, 3, 4 or 5 cards, 2 given"),
        (["AsAhKsKh", "AdAcKdKc", "AA"], "no hand of the range 'AA' is possible"),
        (["AA", "KK", "--exact", "--samples", "5"], "choose one"),
        (["AA", "KK", "QQ", "--exact"], "too many to count exactly"),
        (["AA", "KK", "--samples", "0"], "a sample has 1 deal or more"),
        (["AA", "KK", "--samples", "many"], "--samples"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = complaint(capsys, *arguments)
    assert said in text
    assert text.count("\n") == 1


def test_a_range_that_is_none_is_pointed_at(capsys: pytest.CaptureFixture[str]) -> None:
    _, line, caret = complaint(capsys, "AhAd2h3d", "A2/").splitlines()
    assert line[caret.index("^")] == "/"


def test_cards_are_grouped_by_rank() -> None:
    assert cards_text(list(parse_cards("4s2hAcAd4c"))) == "A♣♦ 4♣♠ 2♥"
    assert cards_text([]) == "-"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        *((0.2, "1 second"), (1.4, "1 second"), (42, "42 seconds"), (89, "89 seconds")),
        *((90, "2 minutes"), (5_000, "83 minutes"), (5_400, "2 hours"), (400_000, "5 days")),
    ],
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words
