"""People count seats from 1, as the page does: so does every sentence of the table to them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Final

from omaha8.hand.legal import IllegalAction
from omaha8.rules.game import Chips, Seat
from omaha8.table import commands as c
from omaha8.table.refusal import Refused, seat_words
from tests.random_tables import Session, random_table

PRESETS: Final = ("robert", "pokernow", "card-room", "poker-room")
NAMED: Final = re.compile(r"\b(?:[Ss]eats?|free:) ((?:-?\d+(?:, )?)+)")


def about(seat: Seat, chairs: int, random: Random) -> Iterator[c.Command]:
    """Whatever may be asked about a chair."""
    chips, other = Chips(100), Seat(random.randrange(chairs))
    yield c.Sit("somebody new", chips, seat)
    yield c.ChangeSeat(seat, seat)
    yield c.ChangeSeat(seat, other)
    yield from (kind(seat) for kind in (c.TimeOut, c.ShowHand, c.Straddle, c.ChoosePost))
    yield from (kind(seat) for kind in (c.ChooseWait, c.AgreeChop, c.Disconnect, c.ComeBack))
    yield c.KillPot(seat, chips)
    yield c.TopUp(seat, chips)
    yield c.Deal((), seat)


def test_no_refusal_counts_seats_from_0() -> None:
    named: defaultdict[str, set[int]] = defaultdict(set)
    for number, preset in enumerate(PRESETS):
        random = Random(number)
        session = Session(random, random_table(random, preset))
        chairs = len(session.table.public.seats)
        for _ in range(400):
            session.step()
            command = random.choice([*about(Seat(random.randrange(chairs)), chairs, random)])
            try:
                session.do(command)
            except IllegalAction:
                continue
            except Refused as refused:
                words = str(refused)
                for found in NAMED.finditer(words):
                    seats = [int(seat) for seat in re.findall(r"-?\d+", found[1])]
                    assert all(1 <= seat <= chairs for seat in seats), words
                    named[re.sub(r"\d+", "N", words)[:16]].update(seats)
        assert session.table.waiting_for.text.count("seat 0") == 0
    assert len(named) > 5
    assert all(1 in seats for words, seats in named.items() if len(seats) > 6), named


def test_chairs_in_words() -> None:
    assert (seat_words(Seat(0)), seat_words(1, 3)) == ("seat 1", "seats 2, 4")
