"""How many ways the betting of a hand can go, against the counts of ``data/perft.txt``.

Chess programs call it perft: every legal action is tried at every turn, so that one action too
many or too few anywhere in the tree changes the count.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from omaha8.hand.actions import FOLD as FOLDS
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from omaha8.rules.options import Structure
from tests.hand.reference_betting import FOLD, ReferenceBetting

FILE: Final = Path(__file__).parents[1] / "data" / "perft.txt"
ALL: Final = 1000
"""A depth that no hand reaches: the hands played to the end are counted."""
SLOW: Final = 400
"""Trees of up to so many ends are counted by the reference too."""


class Perft(NamedTuple):
    line: str
    depth: int
    ways: int

    def __str__(self) -> str:
        return f"{self.line} {'all' if self.depth == ALL else self.depth}"


def perfts() -> Iterator[Perft]:
    for text in FILE.read_text("utf-8").splitlines():
        if text and not text.startswith("#"):
            line, depth, count = (part.strip() for part in text.split(";"))
            yield Perft(line, ALL if depth == "all" else int(depth), int(count))


PERFTS: Final = list(perfts())


def hands(hand: Hand, depth: int) -> int:
    """How many sequences of ``depth`` actions there are, or of any number to the end (`ALL`)."""
    legal = hand.legal
    if depth == 0 or legal is None:
        return depth == 0 or depth > ALL // 2
    actions = [FOLDS, legal.passive]
    if legal.max_to:
        actions += [legal.wager(to) for to in range(legal.min_to, legal.max_to + 1)]
    count = 0
    for action in actions:
        twin = hand.copy()
        twin.apply(action)
        count += hands(twin, depth - 1)
    return count


def by_the_rulebook(betting: ReferenceBetting, depth: int) -> int:
    """The same count on the reference."""
    choice = betting.choice()
    if depth == 0 or choice is None:
        return depth == 0 or depth > ALL // 2
    tos = [FOLD, choice.call_to]
    if choice.max_to:
        tos += range(choice.min_to, choice.max_to + 1)
    count = 0
    for to in tos:
        twin = betting.before(len(betting.acts))
        twin.act(to)
        count += by_the_rulebook(twin, depth - 1)
    return count


@pytest.mark.parametrize("perft", PERFTS, ids=str)
def test_every_way_the_betting_can_go_is_counted(perft: Perft) -> None:
    assert hands(play(perft.line), perft.depth) == perft.ways


@pytest.mark.parametrize("perft", [p for p in PERFTS if p.ways <= SLOW], ids=str)
def test_the_rulebook_counts_the_same(perft: Perft) -> None:
    assert by_the_rulebook(ReferenceBetting.of(play(perft.line)), perft.depth) == perft.ways


def test_every_structure_is_counted() -> None:
    counted = {play(perft.line).public.game.structure for perft in PERFTS}
    assert counted == set(Structure) - {Structure.MIXED}
