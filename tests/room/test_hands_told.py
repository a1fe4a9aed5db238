"""What a hand made is told where its cards are: shown to all, mucked to nobody else."""

from __future__ import annotations

from omaha8.evaluation import evaluate
from omaha8.hand.actions import MUCK
from omaha8.room.messages import Snapshot
from omaha8.rules.game import Seat
from tests.room.guests import Guest, TimedRoom


def to_the_end(seed: int) -> tuple[TimedRoom, list[Guest]]:
    """A hand that three people check down; who may muck does. The last guest is the rail."""
    room = TimedRoom(first_deck=seed)
    guests = [Guest(room, name) for name in ("Ann", "Ben", "Cat")]
    for seat, guest in enumerate(guests):
        guest.sit(seat)
    room.wait()
    while room.is_playing():
        guest = next(guest for guest in guests if guest.to_act)
        legal = guest.legal
        assert legal is not None
        if legal["showdown"]:
            guest.act(MUCK)
        else:
            guest.passes()
    guests.append(Guest(room, "Rail"))
    for guest in guests:
        guest.read()
    return room, guests


def names(guest: Guest) -> dict[int, tuple[str, str | None]]:
    assert guest.view is not None
    return {hand.seat: (hand.high, hand.low) for hand in guest.view.hands}


def test_a_mucked_hand_is_named_to_nobody_but_who_mucked_it() -> None:
    mucked = 0
    for seed in range(6):
        room, guests = to_the_end(seed)
        hand = room.table.hand
        assert hand is not None
        made = {}
        for seat in (0, 1, 2):
            cards = hand.dealer.holes[Seat(seat)]
            assert cards is not None
            best = evaluate(cards, hand.board)
            made[seat] = (best.high.name, best.low and f"{best.low.dashes} low")
        shown = set(hand.public.shown)
        mucked += len(hand.public.mucked)
        assert names(guests[3]) == {seat: made[seat] for seat in shown}
        for seat in (0, 1, 2):
            assert names(guests[seat]) == {at: made[at] for at in shown | {seat}}
    assert mucked


def test_nothing_is_named_before_the_showdown_or_to_who_folded() -> None:
    room = TimedRoom()
    guests = [Guest(room, name) for name in ("Ann", "Ben", "Cat")]
    for seat, guest in enumerate(guests):
        guest.sit(seat)
    room.wait()
    first = next(guest for guest in guests if guest.to_act)
    first.passes(fold=True)
    while room.is_playing():
        for guest in guests:
            if guest.to_act:
                guest.passes()
            assert guest.view is not None
            if room.is_playing() and not room.table.hand.public.shown:  # type: ignore[union-attr]
                assert guest.view.hands == ()
    first.read()
    assert room.table.hand is not None
    assert set(names(first)) == set(room.table.hand.public.shown)
    assert all(m.view.hands == () for m in first.told if isinstance(m, Snapshot))
