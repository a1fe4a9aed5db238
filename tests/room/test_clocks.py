"""Time to act, the time bank, who is sat out, and who stops the clocks."""

from __future__ import annotations

import msgspec
import pytest

from omaha8.room.messages import Events, Next, Sit
from omaha8.room.refusals import RoomRefused
from omaha8.room.settings import RoomSettings
from omaha8.rules.game import Seat
from tests.room.guests import QUICK, Guest, TimedRoom, kinds
from tests.room.kept import TABLE, Held, Kept

TIMED = msgspec.structs.replace(
    QUICK, think_time=20, time_bank=30, bank_per_hand=4, away_time=5, sit_out_after=1
)


class HeadsUp:
    """Ann and Ben are dealt a hand."""

    def __init__(self, settings: RoomSettings = TIMED) -> None:
        self.journal = Held()
        self.room = TimedRoom(settings=settings, journal=self.journal, table=TABLE)
        self.ann, self.ben = Guest(self.room), Guest(self.room, "Ben")
        self.ann.sit(0)
        self.ben.sit(1)
        self.room.wait()

    @property
    def actor(self) -> Guest:
        return self.ann if self.ann.to_act else self.ben

    @property
    def other(self) -> Guest:
        return self.ben if self.ann.to_act else self.ann

    def bank(self, guest: Guest) -> float:
        player = self.room.players.get(guest.person.id)
        assert player is not None
        return player.bank

    @property
    def times(self) -> tuple[int, int]:
        """What everybody sees of the time of who is to act."""
        view = self.room.telling.view()
        assert view.acting_ms is not None
        assert view.bank_ms is not None
        return view.acting_ms, view.bank_ms


def test_the_bank_is_used_when_the_time_to_act_is_over() -> None:
    table = HeadsUp()
    actor = table.actor
    assert table.times == (20_000, 30_000)
    table.room.wait(15)
    assert table.times == (5_000, 30_000)
    table.room.wait(12)
    assert table.times == (0, 23_000)
    actor.passes()
    assert table.bank(actor) == 23
    events = [e for m in actor.told if isinstance(m, Events) for e in m.events]
    used = next(event for event in events if event["type"] == "time_bank")
    assert used == {"type": "time_bank", "seat": actor.viewer, "left_ms": 23_000}


def test_what_is_used_is_kept_before_what_was_decided() -> None:
    table = HeadsUp()
    actor = table.actor
    table.room.wait(27)
    actor.passes()
    write = next(w for w in reversed(table.journal.kept) if any(r.ask for r in w.rows))
    assert [msgspec.json.decode(row.body)["type"] for row in write.rows][:2] == [
        "time_bank",
        "called",
    ]


def test_who_acts_in_time_keeps_his_bank() -> None:
    table = HeadsUp()
    actor = table.actor
    table.room.wait(19.9)
    actor.passes()
    assert table.bank(actor) == 30
    assert "time_bank" not in kinds(actor.told)


def test_the_bank_fills_up_by_a_little_with_every_hand_and_never_over_the_brim() -> None:
    table = HeadsUp()
    actor, other = table.actor, table.other
    table.room.wait(27)
    actor.passes(fold=True)
    table.room.wait(1)
    assert table.room.table.public.hands == 2
    assert (table.bank(actor), table.bank(other)) == (27, 30)


def test_the_bank_is_full_for_who_sits_down_anew() -> None:
    table = HeadsUp()
    actor = table.actor
    table.room.wait(40)
    actor.passes(fold=True)
    assert table.bank(actor) == 10
    seat = actor.viewer
    assert seat is not None
    table.room.wait(0)
    actor.hang_up()
    table.room.wait(700)
    assert not table.room.has_seat(actor.person.id)
    back = Guest(table.room, person=actor.person)
    back.say(Sit())
    assert table.bank(back) == 30


async def test_the_journal_has_what_is_left_of_a_bank() -> None:
    kept = Kept(settings=TIMED)
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0)
    ben.sit(1)
    kept.room.wait()
    actor = ann if ann.to_act else ben
    kept.room.wait(33.25)
    actor.passes()
    await kept.again()
    player = kept.room.players.get(actor.person.id)
    assert player is not None
    assert player.bank == 30 - 13.25


def test_who_uses_it_up_checks_or_folds_and_is_sat_out() -> None:
    table = HeadsUp()
    actor, other = table.actor, table.other
    seat = Seat(actor.viewer or 0)
    table.room.wait(49.9)
    assert table.room.table.turn == seat
    other.read()
    table.room.wait(0.2)
    told = kinds(other.read())
    assert told[:3] == ["time_bank", "sat_out", "folded"]
    assert table.bank(actor) == 0
    assert not table.room.table.public.player(seat).active


def test_nobody_is_ever_all_in_because_his_time_is_up() -> None:
    settings = msgspec.structs.replace(TIMED, sit_out_after=99)
    table = HeadsUp(settings)
    before = [table.room.table.public.stack(Seat(seat)) for seat in (0, 1)]
    for _ in range(20):
        table.room.wait(60)
    # Blinds and nothing more.
    lost = (
        400
        - min(before)
        - min(table.room.table.public.stack(Seat(0)), table.room.table.public.stack(Seat(1)))
    )
    assert lost < 200
    events = kinds(table.ann.read()) + kinds(table.ben.read())
    assert not {"called", "bet", "raised"} & set(events)


@pytest.mark.parametrize("after", [1, 2, 3])
def test_so_many_hands_in_a_row_may_be_missed(after: int) -> None:
    table = HeadsUp(msgspec.structs.replace(TIMED, sit_out_after=after, time_bank=0))
    slept: set[int] = set()
    while table.room.table.public.player(Seat(0)).active:
        if table.ann.to_act:
            slept.add(table.room.table.public.hands)
        if table.ben.to_act:
            table.ben.passes()
        else:
            table.room.wait(1)
    assert len(slept) == after
    player = table.room.players.get(table.ann.person.id)
    assert player is not None
    assert player.put_out


def test_who_acts_has_missed_nothing() -> None:
    table = HeadsUp(msgspec.structs.replace(TIMED, sit_out_after=2, time_bank=0))
    actor = table.actor
    player = table.room.players.get(actor.person.id)
    assert player is not None
    for _ in range(4):
        while not actor.to_act:
            if table.other.to_act:
                table.other.passes()
            table.room.wait(1)
        table.room.wait(20.5)
        assert (player.missed, player.put_out) == (1, False)
        while player.missed:
            for guest in (table.ann, table.ben):
                if guest.to_act:
                    guest.passes()
            table.room.wait(1)


def test_who_let_his_time_run_out_has_little_for_the_rest_of_the_hand() -> None:
    table = HeadsUp(msgspec.structs.replace(TIMED, sit_out_after=9, time_bank=0))
    actor = table.actor
    actor.passes()
    sleeper = table.actor
    table.room.wait(21)
    for _ in range(5):
        if table.room.table.turn == sleeper.viewer:
            break
        table.actor.passes()
    assert table.room.table.turn == sleeper.viewer
    acting, _ = table.times
    # A second of it is gone by now.
    assert acting == 4_000


def test_when_the_clocks_are_stopped_nobodys_time_runs_and_nothing_is_dealt() -> None:
    table = HeadsUp()
    room, turn = table.room, table.room.host.clock.turn_id
    room.wait(19)
    room.pause("Hal")
    room.wait(1000)
    assert room.host.clock.turn_id == turn
    view = room.telling.view()
    assert (view.paused, view.acting_ms, view.bank_ms) == ("Hal", None, None)
    assert kinds(table.ann.read())[-1] == "clocks_stopped"
    room.resume()
    # Whoever is to act has what he had.
    assert table.times == (1_000, 30_000)


def test_who_stops_the_clocks_in_his_own_turn_has_no_more_time_for_it() -> None:
    table = HeadsUp()
    room, turn = table.room, table.room.host.clock.turn_id
    for _ in range(9):
        room.wait(5)
        room.pause("Hal")
        room.wait(60)
        room.resume()
    # 45 of his 20 and 30 seconds are gone.
    assert table.times == (0, 5_000)
    room.wait(6)
    assert room.host.clock.turn_id != turn


def test_whose_connection_is_lost_keeps_his_chair_while_the_clocks_are_stopped() -> None:
    table = HeadsUp()
    room = table.room
    room.pause("Hal")
    table.ben.hang_up()
    room.wait(10 * room.settings.keep_seat)
    room.resume()
    room.wait(room.settings.keep_seat - 5)
    assert room.has_seat(table.ben.person.id)
    room.wait(room.settings.keep_seat)
    assert not room.has_seat(table.ben.person.id)


def test_a_table_that_closes_goes_on_for_that() -> None:
    """Else a hand might never end, and its chips never come back."""
    table = HeadsUp()
    room = table.room
    room.pause("Hal")
    room.close("Good night.")
    assert room.paused is None
    with pytest.raises(RoomRefused, match="closes after this hand"):
        room.pause("Hal")
    room.wait(1000)
    assert room.closed


def test_who_acts_may_do_so_while_the_clocks_are_stopped_but_no_hand_is_dealt() -> None:
    table = HeadsUp()
    table.room.pause("Hal")
    table.actor.passes(fold=True)
    table.room.wait(100)
    assert not table.room.is_playing()
    table.ann.say(Next())
    table.room.wait(100)
    assert table.room.table.public.hands == 1
    table.room.resume()
    table.room.wait(5)
    assert table.room.table.public.hands == 2


def test_who_plays_the_hand_on_while_the_clocks_are_stopped_does_not_wait_for_bots() -> None:
    pace = msgspec.structs.replace(TIMED, pace=2)
    room = TimedRoom(bots=2, settings=pace)
    ann = Guest(room)
    ann.sit(0)
    room.wait(1)
    room.pause("Hal")
    for _ in range(200):
        if ann.to_act:
            ann.passes()
        room.wait(1)
    assert not room.is_playing()
    assert room.table.public.hands == 1
    room.resume()
    room.wait(5)
    assert room.table.public.hands == 2


def test_the_clocks_are_stopped_once() -> None:
    room = HeadsUp().room
    room.pause("Hal")
    with pytest.raises(RoomRefused, match="Hal has stopped the table already"):
        room.pause("Flo")
    room.resume()
    with pytest.raises(RoomRefused, match="not stopped"):
        room.resume()


async def test_clocks_that_were_stopped_are_so_after_a_restart() -> None:
    kept = Kept(settings=TIMED)
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0)
    ben.sit(1)
    kept.room.wait(1)
    kept.room.pause("Hal")
    await kept.again()
    assert kept.room.paused == "Hal"
    kept.room.wait(1000)
    assert kept.room.table.public.hands == 1
    assert kept.room.is_playing()
