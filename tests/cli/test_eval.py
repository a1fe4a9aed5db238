"""``omaha8 eval``: what a hand makes on a board, for people and for programs."""

from __future__ import annotations

import json

import pytest

from omaha8.cli import main


def evaluated(hole: str, board: str, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["eval", "--hole", hole, "--board", board, *options]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def test_high_and_low_with_the_two_cards_that_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated("As2sKhQd", "3s4d9s8c6h", capsys) == (
        "High  ace high, K-9-8-6 kickers  A♠ K♥ 9♠ 8♣ 6♥  A♠ K♥ play\n"
        "Low   six-four, nut low          6♥ 4♦ 3♠ 2♠ A♠  A♠ 2♠ play\n"
    )


def test_cards_need_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    said = evaluated("As2sKhQd", "3s4d9s", capsys)
    for arguments in (["As2sKhQd", "3s4d9s"], ["As2sKhQd", "--board", "3s4d9s"]):
        assert main(["eval", *arguments]) == 0
        assert capsys.readouterr().out == said


def test_a_hand_without_a_board_is_told_what_is_missing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["eval", "As2sKhQd"]) == 2
    complaint = capsys.readouterr().err
    assert complaint.startswith("omaha8: no BOARD given: omaha8 eval HOLE BOARD. ")
    assert complaint.count("\n") == 1


def test_where_there_is_no_low_it_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Low   needs one more low card\n" in evaluated("As2s8h8d", "3c4dKs", capsys)
    assert "Low   not possible on this board\n" in evaluated("As2sKhQd", "KsQcJs", capsys)


def test_a_counterfeit_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    last = evaluated("As2sKhQd", "3s4d9s8c2h", capsys).splitlines()[-1]
    assert last.startswith("Counterfeited: the 2 on the river paired your deuce;")


def test_json_of_a_high_and_a_low(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads(evaluated("As2sKdQd", "3s4s5sKhKc", capsys, "--json"))
    assert made == {
        "high": {
            "class": 10,
            "name": "straight flush, five high",
            "cards": ["5s", "4s", "3s", "2s", "As"],
        },
        "low": {"ranks": "5432A", "name": "Wheel", "cards": ["5s", "4s", "3s", "2s", "As"]},
    }


def test_json_without_a_low(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads(evaluated("KhKdQdJc", "KsQsQc9h2c", capsys, "--json"))
    assert made["high"]["name"] == "full house, kings over queens"
    assert made["low"] is None


@pytest.mark.parametrize("hole", ["A♠ 2♠ K♥ Q♦", "as,2s,kh,qd", "AS 2S KH QD"])
def test_cards_may_be_written_as_one_likes(hole: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluated(hole, "3s4d9s8c6h", capsys) == evaluated("As2sKhQd", "3s4d9s8c6h", capsys)


def test_big_o_has_five_hole_cards(capsys: pytest.CaptureFixture[str]) -> None:
    made = evaluated("As2sKhQd9c", "3s4d9s8c6h", capsys)
    assert made.startswith("High  pair of nines, A-8-6 kickers")


@pytest.mark.parametrize(
    ("hole", "board", "complaint"),
    [
        ("As2sKhQx", "3s4d9s", "--hole: unknown card 'Qx'"),
        ("As2sKhQd", "3s4d1s", "--board: unknown card '1s'"),
        ("As2sKhAs", "3s4d9s", "--hole: duplicate card As"),
        ("As2sKhQd", "3s4dAs", "duplicate card As: each card exists once"),
        ("As2sKh", "3s4d9s", "4, 5 or 6 hole cards needed, 3 given"),
        ("As2sKhQd", "3s4d", "3, 4 or 5 board cards needed, 2 given"),
        ("", "", "4, 5 or 6 hole cards needed, 0 given"),
    ],
)
def test_cards_that_cannot_be_are_refused_in_one_line(
    hole: str, board: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "--hole", hole, "--board", board]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert complaint in printed.err
    assert printed.err.count("\n") == 1
