"""RULES, sit out, leave: what the page asks of who comes back is what the table takes."""

from __future__ import annotations

import pytest

from omaha8.room.messages import Stand
from omaha8.room.shown import BuyInView
from tests.room.guests import QUICK, Guest, play_on
from tests.room.kept import Kept

DELAY = 30.0
BROUGHT, LEAST, MOST, USUAL = 193, 40, 400, 200


def asked(guest: Guest) -> BuyInView:
    """What he is told that he may bring."""
    guest.read()
    assert guest.me is not None
    assert guest.me.buy_in is not None
    return guest.me.buy_in


async def left(delay: float) -> tuple[Kept, int, list[Guest]]:
    """Ben has got up with so many chips, and two hands have been played without him."""
    at = Kept(settings=QUICK, spectator_delay=delay)
    room = await at.begin()
    ann, ben, cat = guests = [at.guest(name) for name in ("Ann", "Ben", "Cat")]
    for seat, (guest, amount) in enumerate(zip(guests, (200, BROUGHT, 200), strict=True)):
        guest.sit(seat, amount)
    room.wait()
    ben.say(Stand())
    play_on(room, ann, ben, cat)
    for _ in range(2):
        room.wait(2)
        play_on(room, ann, cat)
    took = room.table.public.departed["Ben"].amount
    assert took > LEAST
    return at, took, guests


@pytest.mark.parametrize("delay", [0.0, DELAY])
async def test_who_comes_back_is_asked_for_what_the_table_takes(delay: float) -> None:
    """At his own page, when it is loaded again, after a restart; and no more when time is over."""
    at, took, (ann, ben, _) = await left(delay)
    due = BuyInView(took, MOST, USUAL)  # type: ignore[arg-type]
    assert asked(ben) == due
    assert asked(at.back(ben)) == due
    room = await at.again()
    ben = at.back(ben)
    assert asked(ben) == due
    at.back(ann)
    room.wait(DELAY + 1)
    assert asked(ben) == due
    ben = at.back(ben)
    assert asked(ben) == due
    ben.sit(4, took - 1)
    assert ben.errors[-1].message.startswith(f"Bring {took} to {MOST} chips")
    # An hour later, at a table where nothing has happened meanwhile, and nobody told the time.
    room.wait(60 * room.table.public.rules.ratholing_minutes)
    ben = at.back(ben)
    assert asked(ben) == BuyInView(LEAST, MOST, USUAL)  # type: ignore[arg-type]
    ben.sit(4, LEAST)
    assert ben.viewer == 4


async def test_the_time_a_server_was_away_counts() -> None:
    at, took, (_, ben, _) = await left(0.0)

    def an_hour() -> None:
        at.clock.time += 3600

    await at.again(an_hour)
    ben = at.back(ben)
    assert asked(ben).least == LEAST < took
    ben.sit(4, LEAST)
    assert ben.viewer == 4
