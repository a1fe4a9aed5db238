"""The corpus of real hands: every one replays, or stands in docs/replay.md with its reason."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from omaha8.history.summary import Summary, replay_files

pytestmark = pytest.mark.corpus

PAGE: Final = Path(__file__).parents[2] / "docs" / "replay.md"
FAILS: Final = "fails"
Kinds = dict[str, set[str]]


def documented(*headings: str) -> Kinds:
    """The kinds of deviation of every hand in the tables under these headings of the page."""
    found: Kinds = {}
    for heading in headings:
        section = PAGE.read_text("utf-8").partition(f"\n### {heading}\n")[2].partition("\n#")[0]
        for hands, kinds in re.findall(
            r"^\| (\w+-\d{5}[^|]*) \| ([^|]+) \|", section, re.MULTILINE
        ):
            for hand in hands.split(", "):
                found[hand] = set(re.findall(r"`(\w+)`", kinds))
    assert found
    return found


def replayed_kinds(summary: Summary) -> Kinds:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for hand, deviation in summary.deviations:
        found[hand].add(deviation.kind)
    for hand, _ in summary.failed:
        found[hand].add(FAILS)
    return dict(found)


@pytest.fixture(scope="module")
def clean(corpus: Path) -> Summary:
    return replay_files([corpus / "hands.jsonl.gz"])


@pytest.fixture(scope="module")
def peculiar(corpus: Path) -> Summary:
    return replay_files([corpus / "odd.jsonl.gz"], tolerant=True)


def test_clean_hands_replay_strictly_but_for_those_explained(clean: Summary) -> None:
    explained = documented("Clean hands that deviate")
    assert clean.hands == 3068
    assert {hand for hand, _ in clean.failed} == set(explained)
    assert replayed_kinds(clean) == {hand: {*kinds, FAILS} for hand, kinds in explained.items()}


def test_every_payout_of_a_clean_hand_is_exact(clean: Summary) -> None:
    assert (clean.payouts_checked, clean.payouts_exact) == (1075, 1075)


def test_peculiar_hands_replay_tolerantly_or_fail_as_explained(peculiar: Summary) -> None:
    assert (peculiar.hands, peculiar.replayed) == (270, 257)
    assert replayed_kinds(peculiar) == documented(
        "Peculiar hands that deviate", "Records that contradict themselves"
    )


def test_every_payout_of_a_peculiar_hand_is_exact(peculiar: Summary) -> None:
    assert (peculiar.payouts_checked, peculiar.payouts_exact) == (116, 116)


def test_no_hand_is_of_another_game(clean: Summary, peculiar: Summary) -> None:
    assert not clean.skipped
    assert not peculiar.skipped


def test_the_strict_replay_of_peculiar_hands_fails_those_that_deviate(
    corpus: Path, peculiar: Summary
) -> None:
    strict = replay_files([corpus / "odd.jsonl.gz"])
    assert {hand for hand, _ in strict.failed} == set(replayed_kinds(peculiar))
