"""What a server has bound itself to at one table, hand by hand (floor 6).

``docs/fairness.md``, "What the client minds". The page has the same in ``fair/promises.js``.
"""

from __future__ import annotations

from typing import Final, TypeVar

from omaha8.fairness.events import DeckChosen, DecksCommitted
from omaha8.hand.events import HandStarted

KEPT: Final = 16
"""Hands of which is remembered what was said: the latest by number, whatever came last."""
LAST_HAND: Final = 2**53 - 1
"""The numbers of a server stay below 2^53."""

_What = TypeVar("_What")


class Promises:
    """The numbers of a table's hands only grow, so nothing has to be remembered for ever.

    ``committed_to`` is the highest hand whose decks were committed to, ``begun`` the highest that
    was dealt, ``owed`` the one that has to be dealt next (0: none), ``counted`` the last that is in
    the client's counts. Of the hands in ``bad`` enough was said: nothing more is believed of them.

    With ``kept`` they are those made to who sees everything later: the numbers count anew, but
    the decks must be those of ``kept``.
    """

    def __init__(self, kept: Promises | None = None) -> None:
        self.committed_to = self.begun = self.owed = self._settled = 0
        self.counted: int = 0 if kept is None else kept.counted
        self.bad: set[int] = set() if kept is None else set(kept.bad)
        self._kept = kept
        self._committed: dict[int, DecksCommitted] = {}
        self._chosen: dict[int, DeckChosen] = {}
        self._began: dict[int, HandStarted] = {}

    @property
    def highest(self) -> int:
        """The number above which a hand is a new one."""
        return max(self.committed_to, self.begun)

    @property
    def settled(self) -> int:
        """The hand whose deck is chosen and that has not begun, 0 for none: nothing may change."""
        waits = self._settled > self.begun and self._settled not in self.bad
        return self._settled if waits else 0

    def commit(self, event: DecksCommitted) -> str | None:
        """Decks are committed to: what is wrong with that."""
        hand = event.hand
        if not 0 < hand <= LAST_HAND:
            return impossible(hand)
        known = self.committed(hand)
        if hand <= self.highest:
            if known is None or hand < self.begun:
                return self.gone_back(hand)
            if known != event:
                return self.gone_back(hand) if hand == self.begun else exchanged(hand)
            return None
        self.committed_to = hand
        _remember(self._committed, hand, known or event)
        return None if known is None or known == event else exchanged(hand)

    def committed(self, hand: int) -> DecksCommitted | None:
        """What was committed to for a hand, as long as it is remembered."""
        own = self._committed.get(hand)
        return self._kept.committed(hand) if own is None and self._kept is not None else own

    def choose(self, event: DeckChosen) -> bool:
        """A deck is chosen; ``False``: another choice was told before."""
        self._settled = max(self._settled, event.hand)
        _remember(self._chosen, event.hand, self._chosen.get(event.hand, event))
        return self._chosen.get(event.hand, event) == event

    def begin(self, hand: int, *, whole: bool) -> str | None:
        """A hand is dealt, or is told again (``whole``): what is wrong with that."""
        if not 0 <= hand <= LAST_HAND:
            return impossible(hand)
        again = hand < self.begun or (hand == self.begun and not whole)
        wrong = self.gone_back(hand) if again else None
        self.begun = max(self.begun, hand)
        if hand >= self.owed:
            self.owed = 0
        return wrong

    def start(self, hand: int, event: HandStarted) -> bool:
        """How a hand starts; ``False``: it was told otherwise before."""
        _remember(self._began, hand, self._began.get(hand, event))
        return self._began.get(hand, event) == event

    def fail(self, hand: int) -> None:
        """Neither this hand nor the one that was to be dealt is believed any more."""
        self.bad |= {hand, self.highest}
        if self.owed in self.bad:
            self.owed = 0
        while len(self.bad) > KEPT:
            self.bad.remove(min(self.bad))

    def gone_back(self, hand: int) -> str:
        """The sentence about a number that comes again."""
        return (
            f"Hand {hand} comes a second time: the server was set back to an earlier time, as from "
            "a backup, or it deals anew what it had dealt. Hands are checked again from hand "
            f"{self.highest + 1} on."
        )


def exchanged(hand: int) -> str:
    """The sentence about decks that are others than before."""
    return f"The decks of hand {hand} were exchanged after they were committed to."


def impossible(hand: int) -> str:
    """The sentence about a number that no hand has."""
    return f"The server tells of hand {hand}; hands have the numbers from 1 to {LAST_HAND}."


def _remember(of: dict[int, _What], hand: int, what: _What) -> None:
    """What is forgotten is the lowest number: no later message can push out a later hand."""
    of[hand] = what
    while len(of) > KEPT:
        del of[min(of)]
