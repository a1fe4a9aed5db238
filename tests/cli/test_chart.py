"""``omaha8 chart``: the table, one hand, ranges, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction

import pytest

from omaha8.cli import main
from omaha8.equity.range_table import CLASS_COUNT, HAND_COUNT


def printed_by(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["chart", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def test_the_best_hands(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed_by(capsys, "--top", "2").splitlines()
    assert lines == [
        "  Rank  Hand       Hands   Equity %  Percentile",
        "     1  AxAy3x2y      12   72.60330       0.000",
        "     2  AxAy4x2y      12   72.44811       0.004",
        "and 16,430 more: --top says how many to print",
    ]
    assert len(printed_by(capsys).splitlines()) == 27


def test_the_whole_chart(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed_by(capsys, "--top", "99999").splitlines()
    assert len(lines) == 1 + CLASS_COUNT
    assert len({len(line) for line in lines}) == 1


def test_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed_by(capsys, "--find", "2h Ah Ad 3d").splitlines()
    assert len(lines) == 2
    assert lines[1].split() == ["1", "AxAy3x2y", "12", "72.60330", "0.000"]


def test_of_a_wide_range_the_best_hands_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed_by(capsys, "--find", "AA").splitlines()
    every = json.loads(printed_by(capsys, "--find", "AA", "--json"))["hands"]
    assert len(lines) == 27
    assert lines[-1] == f"and {len(every) - 25} more: --top says how many to print"
    assert len(printed_by(capsys, "--find", "AA", "--top", "9999").splitlines()) == 1 + len(every)


def test_a_range_is_shown_whole_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed_by(capsys, "--find", "AA23", "--json"))["hands"]
    assert sum(line["hands"] for line in found) == 96
    assert [line["rank"] for line in found] == sorted([line["rank"] for line in found])


def test_percentiles_are_those_of_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    every = json.loads(printed_by(capsys, "--json"))["hands"]
    top = json.loads(printed_by(capsys, "--find", "15%", "--json"))["hands"]
    assert top == [line for line in every if line["percentile"] < 15]
    assert len(every) == CLASS_COUNT


def test_csv(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(printed_by(capsys, "--csv"))))
    assert sum(int(row["hands"]) for row in rows) == HAND_COUNT
    assert rows[0]["equity_fraction"] == "61368796061/84526174656"
    halves = sum(Fraction(row["equity_fraction"]) * int(row["hands"]) for row in rows)
    assert halves == Fraction(HAND_COUNT, 2)


def test_an_error_in_a_range_points_at_the_character(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chart", "--find", "AA:KsKs"]) == 2
    assert capsys.readouterr().err.endswith("\n  AA:KsKs\n       ^\n")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--top", "0"], "--top 0: a number from 1 is needed"),
        (["--csv", "--json"], "one of --csv and --json at a time"),
        (["--shard", "1/2"], "--shard and --jobs go with --compute"),
        (["--compute", "--top", "3"], "--top, --find, --csv and --json print the chart"),
        (["--compute", "--jobs", "0"], "--jobs 0: a number from 1 is needed"),
        (["--compute", "--shard", "5/4"], "--shard '5/4': it is n/m, as in 3/16"),
    ],
)
def test_a_users_error_is_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chart", *arguments]) == 2
    printed = capsys.readouterr()
    assert complaint in printed.err
    assert printed.err.count("\n") == 1


def test_without_the_shipped_chart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from omaha8.equity import chart

    monkeypatch.setattr(chart, "SHIPPED", "no/ordering.npy")
    chart.shipped_quarters.cache_clear()
    assert main(["chart"]) == 2
    assert "--compute makes it" in capsys.readouterr().err
