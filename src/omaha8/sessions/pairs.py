"""Two consecutive hands of a session: from the first, who has button and blinds in the second.

For sessions of which there is no log, but records of single hands (`omaha8.history.corpus`). What
a returning player missed, and who is there and not dealt in, such records do not say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from omaha8.history.corpus import Record
from omaha8.rules.game import Seat
from omaha8.rules.house import HouseRules
from omaha8.sessions.reasons import BIG, BUTTON, DEALT, SMALL, Reason, button_moves
from omaha8.table.entry import NO_DEBT, Debt, standing
from omaha8.table.positions import Places, Standing, next_positions

TABLE: Final = 12
"""Places enough, whether a record counts its seats from 0 or from 1."""


class Pair(msgspec.Struct, frozen=True):
    """The second hand of a pair, and in what it is not as the first one leads to expect."""

    id: str
    session: str
    differences: tuple[str, ...]
    reason: Reason | None


def pairs(records: Iterable[Record], rules: HouseRules) -> Iterator[Pair]:
    """All pairs in which the places of the first hand are known."""
    sessions: defaultdict[str, dict[int, Record]] = defaultdict(dict)
    for record in records:
        if record.session is not None and record.number is not None:
            sessions[record.session][record.number] = record
    for session, hands in sessions.items():
        for number, second in sorted(hands.items()):
            first = hands.get(number - 1)
            last = None if first is None else _places(first, hands.get(number - 2))
            if first is not None and last is not None and _posted(second, "bb") is not None:
                differences, reason = _compare(first, last, second, rules)
                yield Pair(second.id, session, differences, reason)


def _compare(
    first: Record, last: Places, second: Record, rules: HouseRules
) -> tuple[tuple[str, ...], Reason | None]:
    before, dealt = _dealt(first), _dealt(second)
    seats = max(TABLE, 1 + max(*before, *dealt, *msgspec.structs.astuple(last)))
    made_up = {post.seat for post in second.posts if post.kind in ("missed_bb", "dead_sb", "both")}
    standings = [Standing.EMPTY] * seats
    for seat in dealt:
        debt = NO_DEBT
        if seat not in before:
            debt = Debt(missed_big=True) if seat in made_up else Debt(new=True)
        standings[seat] = standing(debt, seat in made_up, rules)
    positions = next_positions(standings, last, rules)
    room = (second.button, _posted(second, "sb"), _posted(second, "bb"), dealt)
    if positions is None:
        return (BUTTON, SMALL, BIG, DEALT), Reason.UNEXPLAINED
    in_hand = frozenset(positions.dealt)
    button = positions.button if positions.button in in_hand else None
    table = (button, positions.small_blind, positions.big_blind, in_hand)
    parts = (BUTTON, SMALL, BIG, DEALT)
    found = tuple([part for part, a, b in zip(parts, table, room, strict=True) if a != b])
    return found, _reason(before, dealt, last, second, seats) if found else None


def _reason(
    before: frozenset[Seat], dealt: frozenset[Seat], last: Places, second: Record, seats: int
) -> Reason:
    places = _places(second, None)
    drawn = second.button is not None and second.button not in before
    if drawn or (before == dealt and places == last):
        return Reason.NEW_GAME
    changed = (len(before) == 2) != (len(dealt) == 2)
    if changed and places is not None and places == button_moves(last, before, dealt, seats):
        return Reason.TO_HEADS_UP if len(dealt) == 2 else Reason.FROM_HEADS_UP
    return Reason.UNEXPLAINED


def _dealt(record: Record) -> frozenset[Seat]:
    return frozenset(Seat(player.seat) for player in record.seats if not player.out)


def _posted(record: Record, kind: str) -> Seat | None:
    return next((Seat(post.seat) for post in record.posts if post.kind == kind), None)


def _places(record: Record, before: Record | None) -> Places | None:
    """Where button and blinds stood; a dead small blind where the big blind was ``before``."""
    big, small = _posted(record, "bb"), _posted(record, "sb")
    if small is None and before is not None:
        small = _posted(before, "bb")
    if big is None or small is None:
        return None
    # A dead button stands somewhere before the small blind, where nobody is dealt in.
    dead = Seat((small or TABLE) - 1)
    return Places(dead if record.button is None else Seat(record.button), small, big)
