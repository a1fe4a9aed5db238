"""Hands as a room tells them, made of lines in the notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from omaha8.cards import Card
from omaha8.hand.codec import event_to_builtins
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from omaha8.hand.project import history, view
from omaha8.history.retell import Retold, retell
from omaha8.history.told import read_told
from omaha8.rules.game import Seat

Form = dict[str, Any]


def told_of(hand: Hand, viewer: int | None = None, **beside: Form) -> Form:
    """The history of a hand; ``beside`` are events of the table, ``blinds`` before and ``end``."""
    seat = None if viewer is None else Seat(viewer)
    events = history(hand.events, seat, hand.public.rules) if hand.over else view(hand.events, seat)
    forms = [event_to_builtins(event) for event in events]
    forms = [beside[kind] for kind in ("blinds",) if kind in beside] + forms
    forms += [beside[kind] for kind in ("answers", "more_answers", "end") if kind in beside]
    told: Form = msgspec.json.decode(
        msgspec.json.encode({"omaha8_hand": 1, "table": "k3x9", "hand": 7, "events": forms})
    )
    return told


def told(
    line: str, viewer: int | None = None, deck: Sequence[Card] | None = None, **beside: Form
) -> Form:
    """The same of a line in the notation."""
    return told_of(play(line, deck), viewer, **beside)


def blinds(button: int, small: int | None, big: int, dealt: Sequence[int], **more: Any) -> Form:
    """Who has been given the button and the blinds."""
    return {
        "type": "blinds_assigned",
        "number": 7,
        "positions": {
            "places": {"button": button, "small_blind": small or 0, "big_blind": big},
            "small_blind": small,
            "dealt": list(dealt),
        },
        **more,
    }


def of_kind(hand: Form, kind: str, number: int = 0) -> Form:
    """An event of a told hand, to be changed."""
    found: list[Form] = [event for event in hand["events"] if event["type"] == kind]
    return found[number]


def without(hand: Form, kind: str, number: int = 0) -> None:
    """Takes an event out."""
    hand["events"].remove(of_kind(hand, kind, number))


def replayed(hand: Mapping[str, Any]) -> Retold:
    """The hand read and played by the rules."""
    return retell(read_told(hand))
