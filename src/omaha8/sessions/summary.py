"""In how many hands of sessions a table agrees with the room (floor 4)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from omaha8.history.pokernow import Log
from omaha8.sessions.compare import Compared
from omaha8.sessions.drive import Refusal, Session
from omaha8.sessions.reasons import PARTS, Reason


class Figures(msgspec.Struct, frozen=True):
    """Hands compared, those that agree in everything, and those that agree by part."""

    hands: int
    agree: int
    parts: dict[str, int]


class Differing(msgspec.Struct, frozen=True):
    """A hand that differs, and the log it is in."""

    log: str
    hand: Compared

    @property
    def name(self) -> str:
        """``log_01 #327``."""
        return f"{self.log} #{self.hand.number}"


def figures(hands: Iterable[Compared]) -> Figures:
    """Counts the hands that agree."""
    hands = list(hands)
    return Figures(
        hands=len(hands),
        agree=sum(hand.agrees for hand in hands),
        parts={part: sum(part not in hand.differences for hand in hands) for part in PARTS},
    )


class Summary:
    """Everything that was found in the sessions added so far."""

    def __init__(self) -> None:
        self.sessions: list[Session] = []
        self.lines = 0
        self.unknown: Counter[str] = Counter()

    def add(self, log: Log, session: Session) -> None:
        """A log and what came of it."""
        self.sessions.append(session)
        self.lines += len(log.lines)
        self.unknown += log.unknown_kinds()

    @property
    def hands(self) -> list[Compared]:
        """All hands compared."""
        return [hand for session in self.sessions for hand in session.hands]

    @property
    def begun(self) -> int:
        """Games that began, each with a button that was drawn and not compared."""
        return sum(hand.begins for hand in self.hands)

    @property
    def differing(self) -> list[Differing]:
        """The hands that differ, in order."""
        return [
            Differing(session.name, hand)
            for session in self.sessions
            for hand in session.hands
            if not hand.agrees
        ]

    @property
    def refused(self) -> list[tuple[str, Refusal]]:
        """What players did in the room and may not do at the table, with the log."""
        return [
            (session.name, refusal) for session in self.sessions for refusal in session.refusals
        ]

    def count(self, wanted: Callable[[Compared], bool] = lambda hand: True) -> Figures:
        """Figures of all hands, or of the wanted ones."""
        return figures(hand for hand in self.hands if wanted(hand))

    def by_reason(self) -> dict[Reason, list[Differing]]:
        """The hands that differ by reason, the commonest first."""
        found: defaultdict[Reason, list[Differing]] = defaultdict(list)
        for differing in self.differing:
            found[differing.hand.reason or Reason.UNEXPLAINED].append(differing)
        return dict(sorted(found.items(), key=lambda item: -len(item[1])))

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "logs": {s.name: msgspec.to_builtins(figures(s.hands)) for s in self.sessions},
            "all": msgspec.to_builtins(self.count()),
            "hilo": msgspec.to_builtins(self.count(lambda hand: hand.hilo)),
            "games_begun": self.begun,
            "differ": [{"log": d.log, **msgspec.to_builtins(d.hand)} for d in self.differing],
            "refused": [
                {"log": log, **msgspec.to_builtins(refusal)} for log, refusal in self.refused
            ],
            "lines": self.lines,
            "unknown": dict(self.unknown),
        }
