"""Who has the button and who the blinds, hand after hand (floor 4).

What is remembered from one hand to the next is places, not players: `Places`. The blinds move
forward over the seats and the button follows them, so that nobody pays the big blind twice in a row
and nobody gets round it when others come, go or bust (TDA, button and blinds; heads-up play).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache

import msgspec

from omaha8.rules.game import Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import ButtonRule, SmallBlindAbsent


class Standing(IntEnum):
    """How a seat stands before the deal.

    ``OUT`` is an established player who is not dealt in: his blinds pass and are missed. A
    newcomer who sits out owes none yet: his seat is ``EMPTY``. ``WAITING`` waits for the big blind;
    ``POSTING`` comes in now unless he sits between the button and the blinds;
    ``POSTING_ANYWHERE`` comes in even there. ``READY`` is dealt in and owes nothing. From
    ``WAITING`` on they want to play.
    """

    EMPTY = 0
    OUT = 1
    WAITING = 2
    POSTING = 3
    POSTING_ANYWHERE = 4
    READY = 5


_OUT, _WAITING, _POSTING = Standing.OUT, Standing.WAITING, Standing.POSTING
_ANYWHERE, _READY = Standing.POSTING_ANYWHERE, Standing.READY


class Places(msgspec.Struct, frozen=True):
    """Where button and blinds stood in the last hand, whoever sits there now.

    ``small_blind`` is the place of the small blind even if nobody posted it.
    """

    button: Seat
    small_blind: Seat
    big_blind: Seat


class Positions(msgspec.Struct, frozen=True, kw_only=True):
    """Button and blinds of one hand.

    ``small_blind`` is who posts it, ``None`` when nobody does. ``dealt`` are the seats dealt in,
    clockwise from the left of the button; ``held`` those who would post but sit where they must
    wait. ``missed_big`` and ``missed_small`` are established players whom a blind passed in this
    hand. ``fresh`` marks a game that begins: everybody is in and owes no more than his blind.
    """

    places: Places
    small_blind: Seat | None
    dealt: tuple[Seat, ...]
    held: tuple[Seat, ...] = ()
    missed_big: tuple[Seat, ...] = ()
    missed_small: Seat | None = None
    fresh: bool = False

    @property
    def button(self) -> Seat:
        """The seat with the button; with a dead button nobody need be there."""
        return self.places.button

    @property
    def big_blind(self) -> Seat:
        """Who posts the big blind."""
        return self.places.big_blind

    @property
    def under_the_gun(self) -> Seat | None:
        """The first seat left of the big blind that has no blind; heads-up there is none."""
        if len(self.dealt) < 3:
            return None
        place = self.dealt.index(self.big_blind)
        seat = self.dealt[(place + 1) % len(self.dealt)]
        return None if seat == self.small_blind else seat


def next_positions(
    seats: Sequence[Standing],
    last: Places | None,
    rules: HouseRules,
    first_button: Seat | None = None,
) -> Positions | None:
    """Button and blinds of the next hand; ``None`` when fewer than two want to play.

    ``last`` is ``None`` before the first hand, whose button is ``first_button`` or the next player
    clockwise. A game in which no established player is left begins afresh, from where the blinds
    were.
    """
    count = len(seats)
    start = Seat(count - 1) if last is None else last.big_blind
    # Whom the big blind asks, one after the other.
    due = [seat for seat in clockwise(start, count) if seats[seat] >= _WAITING]
    if len(due) < 2:
        return None
    ready = [seat for seat in due if seats[seat] is _READY]
    fresh = last is None or not ready
    if fresh:
        ready = due
        seats = [_READY if standing >= _WAITING else standing for standing in seats]
    if last is None:
        if first_button is None:
            raise ValueError("the first hand needs a button")
        return _first_hand(due, first_button, count, rules)

    big = due[0]
    if len(ready) == 1:
        # Nobody else is established: the newcomer is the big blind, so that there is a hand.
        big = next(seat for seat in due if seats[seat] is not _READY)
        return _heads_up(ready[0], big, seats, last, rules, fresh, due)
    place = last.big_blind
    if len(ready) == len(due) > 2 and due[-1] == place:
        # The commonest hand: all are established, and who was the big blind is the small one.
        button = due[-2]
        if rules.button is ButtonRule.MOVING or last.small_blind == button:
            places, dealt = Places(button, place, big), (place, *due[:-1])
            if big == (place + 1) % count:
                return Positions(places=places, small_blind=place, dealt=dealt, fresh=fresh)
            return _positions(seats, last, places, place, dealt, fresh, ())
    core = due  # dealt in wherever they sit
    if len(ready) < len(due):
        core = [seat for seat in due if seat == big or seats[seat] >= _ANYWHERE]
    if len(core) == 2:
        small = core[1] if core[0] == big else core[0]
        return _heads_up(small, big, seats, last, rules, fresh, due)

    small_blind = place if seats[place] is _READY else None
    if small_blind is None and seats[big] is _READY and _shifts(rules):
        # RULES, missed small blind: who was due the big blind posts the small one.
        small_blind = place = big
        big = due[1]
        if big not in core:
            core.append(big)
    button = _button(seats, core, small_blind, big, last, rules)
    if len(core) < len(due):
        late = _arc(big, button, count)
        core = core + [s for s in due if seats[s] is _POSTING and s in late and s not in core]
    dealt = tuple([seat for seat in clockwise(button, count) if seat in core])
    places = Places(button, place, big)
    return _positions(seats, last, places, small_blind, dealt, fresh, due)


def clockwise(after: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats clockwise, the one left of ``after`` first, ``after`` last."""
    return _ring(seats)[after + 1 : after + 1 + seats]


@cache
def _ring(seats: int) -> tuple[Seat, ...]:
    return tuple(Seat(i % seats) for i in range(2 * seats))


def _shifts(rules: HouseRules) -> bool:
    return rules.sb_absent is SmallBlindAbsent.SHIFT and rules.button is not ButtonRule.DEAD


def _first_hand(
    wanting: list[Seat], first_button: Seat, seats: int, rules: HouseRules
) -> Positions:
    order = [seat for seat in clockwise(first_button, seats) if seat in wanting]
    if order[-1] != first_button:
        # Nobody sits there: the next player has the button, and the order begins after him.
        order = order[1:] + order[:1]
    button = order[-1]
    if len(order) == 2:
        small, big = (button, order[0]) if rules.heads_up_button_posts_sb else (order[0], button)
    else:
        small, big = order[0], order[1]
    return Positions(
        places=Places(button, small, big), small_blind=small, dealt=tuple(order), fresh=True
    )


def _heads_up(
    small: Seat,
    big: Seat,
    seats: Sequence[Standing],
    last: Places,
    rules: HouseRules,
    fresh: bool,
    waiting: Sequence[Seat],
) -> Positions:
    """TDA, heads-up play: the button is the small blind; nobody is the big blind twice."""
    button = small if rules.heads_up_button_posts_sb else big
    dealt = (big, small) if button == small else (small, big)
    places = Places(button, small, big)
    return _positions(seats, last, places, small, dealt, fresh, waiting)


def _button(
    seats: Sequence[Standing],
    core: list[Seat],
    small: Seat | None,
    big: Seat,
    last: Places,
    rules: HouseRules,
) -> Seat:
    blinds = (small, big)
    place = last.small_blind
    if place not in blinds:
        if rules.button is ButtonRule.DEAD:
            return place
        if rules.button is ButtonRule.LAST_SMALL_BLIND and seats[place] is _READY:
            return place
    # The nearest established player before the blinds; without one, who came in there.
    back = clockwise(big if small is None else small, len(seats))[-2::-1]
    candidates = [seat for seat in back if seat in core and seat not in blinds]
    return next((seat for seat in candidates if seats[seat] is _READY), candidates[0])


def _arc(after: Seat, before: Seat, seats: int) -> tuple[Seat, ...]:
    """The seats strictly between two seats, clockwise."""
    return clockwise(after, seats)[: (before - after) % seats - 1]


def _positions(
    seats: Sequence[Standing],
    last: Places,
    places: Places,
    small: Seat | None,
    dealt: tuple[Seat, ...],
    fresh: bool,
    waiting: Sequence[Seat],
) -> Positions:
    """The places of a hand, and who missed a blind or (of ``waiting``) may not come in yet."""
    passed = _arc(last.big_blind, places.big_blind, len(seats))
    held: tuple[Seat, ...] = ()
    if waiting:
        held = tuple(sorted([x for x in waiting if seats[x] is not _WAITING and x not in dealt]))
    missed = [seat for seat in passed if seats[seat] is _OUT]
    return Positions(
        places=places,
        small_blind=small,
        dealt=dealt,
        held=held,
        missed_big=tuple(sorted(missed)),
        missed_small=last.big_blind if seats[last.big_blind] is _OUT else None,
        fresh=fresh,
    )
