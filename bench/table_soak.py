"""Restless sessions at tables of every preset, hand after hand; a signature, and the rate.

    .venv/bin/python -m bench.table_soak 20000
    .venv/bin/python -m bench.table_soak 1000000 --first 5000

A session of a hundred hands is decided by its number alone: preset, options, chairs, who comes,
goes, sits out, rebuys, kills, straddles, chops, and how the hands are played. After every event of
a table and of its hands the machine counts the chips itself and stops if one is missing; here the
chips are counted once more after every command, what the table waits for is done and must not be
refused, and of every 20th session the events are folded and must add up to the state.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from random import Random
from time import process_time

from omaha8.rules.game import Seat
from omaha8.rules.presets import PRESET_NAMES
from omaha8.table.event_codec import to_json
from omaha8.table.state import PublicTable
from tests.random_tables import Session, random_table
from tests.table.state_of import state_of

HANDS_A_SESSION = 100
MOST_STEPS = 400 * HANDS_A_SESSION
FOLDED_EVERY = 20
REPORT_EVERY = 100


class Broken(AssertionError):
    """An invariant does not hold."""


class Soaked:
    """What was seen, so that a soak that tests little is noticed."""

    def __init__(self) -> None:
        self.hands = self.events = self.refused = 0
        self.kinds: Counter[str] = Counter()
        self.presets: Counter[str] = Counter()
        self.hash = sha256()
        self.broken: list[str] = []

    @property
    def signature(self) -> str:
        return self.hash.hexdigest()[:16]


def soak(numbers: Iterable[int], into: Soaked) -> None:
    """Plays and checks these sessions. Stops at nothing; `Soaked.broken` says what failed."""
    for number in numbers:
        random = Random(f"table soak {number}")
        preset = PRESET_NAMES[number % len(PRESET_NAMES)]
        session = Session(random, random_table(random, preset))
        try:
            play(session)
            if number % FOLDED_EVERY == 0:
                folded = PublicTable.fold(session.events)
                if state_of(folded) != state_of(session.table.public):
                    raise Broken("the events do not add up to the state")
        except Exception:
            into.broken.append(f"session {number} ({preset}):\n{traceback.format_exc(limit=-4)}")
            continue
        into.hands += session.table.public.hands
        into.presets[preset] += session.table.public.hands
        into.events += len(session.events)
        into.refused += session.refused
        for event in session.events:
            into.kinds[type(event).__name__] += 1
            into.hash.update(to_json(event))


def play(session: Session) -> None:
    public = session.table.public
    for _ in range(MOST_STEPS):
        session.step()
        count_chips(public)
        if public.hands == HANDS_A_SESSION and not public.playing:
            return
    raise Broken(f"no end: the table waits for {session.table.waiting_for.text}")


def count_chips(public: PublicTable) -> None:
    there: int = sum(public.stack(Seat(i)) for i, player in enumerate(public.seats) if player)
    if public.hand is not None and public.playing:
        there += public.hand.pot + public.hand.raked
    if there + public.taken + public.raked != public.brought:
        raise Broken(f"{public.brought} brought, {there} there, {public.taken} taken")


def main() -> int:
    parser = argparse.ArgumentParser(description="Random sessions at tables of every preset.")
    parser.add_argument("hands", type=int, help="how many hands, by the hundred")
    parser.add_argument("--first", type=int, default=0, help="number of the first session")
    options = parser.parse_args()
    sessions = range(options.first, options.first + -(-options.hands // HANDS_A_SESSION))
    soaked = Soaked()
    start = process_time()
    for i, number in enumerate(sessions, start=1):
        soak([number], soaked)
        if i % REPORT_EVERY == 0:
            rate = soaked.hands / (process_time() - start)
            print(f"{soaked.hands:,} hands, {rate:,.0f}/s, {len(soaked.broken)} broken", flush=True)
    print(f"{soaked.hands:,} hands, {soaked.events:,} events, {soaked.refused:,} refusals")
    print("by preset: " + ", ".join(f"{name} {n:,}" for name, n in sorted(soaked.presets.items())))
    print("events: " + ", ".join(f"{name} {n:,}" for name, n in soaked.kinds.most_common()))
    print(f"signature {soaked.signature}")
    for broken in soaked.broken:
        print(broken)
    return 1 if soaked.broken else 0


if __name__ == "__main__":
    sys.exit(main())
