"""The sessions of the corpus: the tables of docs/sessions.md say what a table makes of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import msgspec
import pytest

from omaha8.history.corpus import Record, read_file
from omaha8.history.pokernow import Log, read_log
from omaha8.rules.house import replace
from omaha8.sessions.drive import drive_hands
from omaha8.sessions.pairs import Pair, pairs
from omaha8.sessions.reasons import Reason
from omaha8.sessions.summary import Figures, Summary, figures
from omaha8.sessions.told import told
from omaha8.sessions.words import Told
from tests.sessions.logs import RULES

pytestmark = pytest.mark.corpus

PAGE: Final = (Path(__file__).parents[2] / "docs" / "sessions.md").read_text("utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading of the page, without its head."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+) \|$", section, re.MULTILINE)
    assert len(rows) > 2
    return [row.split(" | ") for row in rows[2:]]


def by_first(heading: str) -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in table(heading)}


def cells(counted: Figures) -> list[str]:
    return [f"{n:,}" for n in (counted.hands, counted.agree, *counted.parts.values())]


class Sessions(msgspec.Struct):
    """All logs, read once."""

    logs: list[tuple[Log, list[Told]]]

    def driven(self, **options: object) -> Summary:
        summary = Summary()
        rules = replace(RULES, **options)
        for log, hands in self.logs:
            summary.add(log, drive_hands(log.name, hands, rules))
        return summary


@pytest.fixture(scope="module")
def sessions(corpus: Path) -> Sessions:
    files = sorted((corpus / "pokernow_csv").glob("*.csv.gz"))
    return Sessions([(log, told(log)) for log in map(read_log, files)])


@pytest.fixture(scope="module")
def summary(sessions: Sessions) -> Summary:
    return sessions.driven()


@pytest.fixture(scope="module")
def all_pairs(corpus: Path) -> list[Pair]:
    files = (corpus / "hands.jsonl.gz", corpus / "odd.jsonl.gz")
    records = [line for file in files for line in read_file(file) if isinstance(line, Record)]
    return list(pairs(records, RULES))


def test_every_line_is_known(summary: Summary) -> None:
    assert summary.unknown == {}
    assert summary.lines == 95_528


def test_the_hands_that_agree_are_those_of_the_page(summary: Summary) -> None:
    counted = {session.name: figures(session.hands) for session in summary.sessions}
    counted["all"] = summary.count()
    counted["Hi/Lo"] = summary.count(lambda hand: hand.hilo)
    counted["changed"] = summary.count(lambda hand: hand.changed)
    assert by_first("How many hands agree") == {name: cells(row) for name, row in counted.items()}
    assert f"In {summary.count().agree:,} of {summary.count().hands:,} hands" in PAGE
    assert f"{len(summary.sessions)} logs, {summary.lines:,} lines, none unknown" in PAGE
    assert f"{summary.begun} games begun" in PAGE


def test_each_hand_that_differs_is_on_the_page_with_its_reason(summary: Summary) -> None:
    found = {
        str(reason): [
            str(len(hands)),
            str(sum(differing.hand.hilo for differing in hands)),
            ", ".join(differing.name for differing in hands),
        ]
        for reason, hands in summary.by_reason().items()
    }
    assert by_first("The hands that differ") == found
    assert str(Reason.UNEXPLAINED) not in found


def test_no_other_option_fits_more_hands(sessions: Sessions, summary: Summary) -> None:
    rows = [[cell.strip("`") for cell in row] for row in table("Other options")]
    assert len(rows) == 12
    found = []
    for option, value, _, _ in rows:
        given = {"true": True, "false": False}.get(value, value)
        driven = sessions.driven(**{option: int(value) if value.isdecimal() else given})
        agree = driven.count().agree
        found.append([option, value, f"{agree:,}", str(len(driven.refused))])
        assert agree <= summary.count().agree
    assert found == rows


def test_pairs_of_records_are_those_of_the_page(all_pairs: list[Pair]) -> None:
    agree = sum(pair.reason is None for pair in all_pairs)
    in_sessions = len({pair.session for pair in all_pairs})
    assert f"{len(all_pairs):,} pairs in {in_sessions} sessions: {agree:,} agree." in PAGE
    reasons = {pair.reason for pair in all_pairs if pair.reason is not None}
    assert by_first("Sessions without a log") == {
        str(reason): [
            str(sum(pair.reason is reason for pair in all_pairs)),
            ", ".join(pair.id for pair in all_pairs if pair.reason is reason),
        ]
        for reason in reasons
    }
