"""``omaha8 range``: counts, lists, JSON, and errors with a caret."""

from __future__ import annotations

import json

import pytest

from omaha8.cli import main
from omaha8.equity.range_explain import describe
from omaha8.equity.ranges import parse_range


def printed_by(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["range", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def test_size_meaning_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed_by(capsys, "A2-A4:$ds").splitlines()
    assert lines[0] == "5,994 of 270,725 hands: 2.21%, one in 45.2"
    assert lines[1:3] == [
        "A2-A4    A2, A3, A4",
        "$ds      double-suited: two cards of each of two suits",
    ]
    assert len(lines) == 8
    assert lines[3].startswith("such as  A♠ ")
    for line in lines[3:]:
        assert line[9:] in parse_range("A2-A4:$ds")


def test_an_ace_in_a_span_of_ranks_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed_by(capsys, "[A-5][A-T]")
    assert "A-5      A K Q J T 9 8 7 6 5; the ace is high in a span" in said
    assert "A-T      A K Q J T\n" in said


def test_weights_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert "weights  5 to 10\n" in printed_by(capsys, "AA@10,KK@5")


def test_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed_by(capsys, "AA23", "--count") == "96\n"
    assert printed_by(capsys, "AA23", "--dead", "As Kd", "--count") == "48\n"


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed_by(capsys, "AhAd2h[34]s", "--list") == "AhAd4s2h\nAhAd3s2h\n"
    assert printed_by(capsys, "AhAd2h3s@7.5", "--list") == "AhAd3s2h@7.5\n"
    assert printed_by(capsys, "AA:KK:QQ", "--list") == ""


def test_a_list_is_a_range_again(capsys: pytest.CaptureFixture[str]) -> None:
    listed = printed_by(capsys, "AA23@4,KK23@2", "--list")
    assert parse_range(",".join(listed.split())) == parse_range("AA23@4,KK23@2")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads(printed_by(capsys, "A2:$ds@50", "--json"))
    assert (made["range"], made["hands"], made["weights"]) == ("A2:$ds@50", 2382, [50, 50])
    assert made["percent"] == pytest.approx(0.8799)
    assert made["notes"][0]["text"] == "$ds"
    assert all(hand in parse_range("A2:$ds") for hand in made["examples"])


def test_an_empty_range(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed_by(capsys, "AA:KK:QQ") == "0 of 270,725 hands\n"
    assert printed_by(capsys, "AsAh", "--dead", "As") == "0 of 270,725 hands\n"


def test_few_hands_are_all_shown() -> None:
    assert len(describe(parse_range("AsAhAdK")).examples) == 4
    assert len(describe(parse_range("AsAhAdK"), examples=3).examples) == 3
    assert describe(parse_range("As2sKhQd")).examples == ((51, 46, 41, 3),)
    assert describe(parse_range("AA"), examples=0).examples == ()


def test_an_error_points_at_the_character(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "AA:,KK"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "omaha8: a range such as A2, AA23, $ds or 15% is expected, not ',' (character 4)\n"
        "  AA:,KK\n"
        "     ^\n"
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["AA", "--dead", "Ax"], "--dead: unknown card 'Ax'"),
        (["AA", "--list", "--json"], "one of --count, --list and --json at a time"),
        ([], "no TEXT given: omaha8 range TEXT"),
    ],
)
def test_a_users_error_is_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["range", *arguments]) == 2
    printed = capsys.readouterr()
    assert complaint in printed.err
    assert printed.err.count("\n") == 1
