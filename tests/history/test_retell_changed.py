"""Whatever is changed in a hand that a room tells, the rules find it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

import msgspec

from omaha8.hand.events import HandEnded, HandStarted
from omaha8.hand.hand import Hand
from omaha8.history.told import ToldError
from omaha8.rules.presets import PRESET_NAMES
from omaha8.table.between_hands import BlindsAssigned
from tests.history.told_hands import replayed, told_of
from tests.random_tables import Session, play, random_table

FRAME: Final = {"hand_started", "blinds_assigned", "chop_answered"}
"""What the rest follows from."""


def played_hands(seeds: int) -> Iterator[tuple[BlindsAssigned, Hand]]:
    """Hands of restless tables that came to their end."""
    for seed in range(seeds):
        random = Random(f"retold {seed}")
        session = Session(random, random_table(random, PRESET_NAMES[seed % len(PRESET_NAMES)]))
        given: BlindsAssigned | None = None
        for events in play(session, 12):
            for event in events:
                if isinstance(event, BlindsAssigned):
                    given = event
                elif isinstance(event, HandEnded) and given is not None:
                    assert session.table.hand is not None
                    yield given, session.table.hand


def numbers_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all numbers and marks."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers_in(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from numbers_in(inner, (*path, number))
    elif isinstance(value, int):
        yield path


def test_restless_tables_and_any_number_changed() -> None:
    """Whatever is not what the hand began with follows from it: a change is a difference."""
    random, changed = Random(5), 0
    for given, hand in played_hands(len(PRESET_NAMES)):
        start = hand.events[0]
        assert isinstance(start, HandStarted)
        dealt = [seat for seat, stack in enumerate(start.stacks) if stack]
        form = msgspec.to_builtins(given)
        form["number"] = 7
        history = told_of(hand, random.choice([None, *dealt]), blinds=form)
        assert replayed(history).failure is None
        places = [
            path
            for number, event in enumerate(history["events"])
            if event["type"] not in FRAME
            for path in numbers_in(event, (number,))
        ]
        for path in random.sample(places, min(12, len(places))):
            false = copy.deepcopy(history)
            within = false["events"]
            for key in path[:-1]:
                within = within[key]
            was = within[path[-1]]
            within[path[-1]] = not was if isinstance(was, bool) else was + random.choice((-1, 1))
            with suppress(ToldError):
                assert replayed(false).failure is not None, path
            changed += 1
    assert changed > 500
