"""Lost connections and people who do not act: the seat is kept, the table goes on."""

from __future__ import annotations

from omaha8.hand.actions import CALL, CHECK
from omaha8.room import RoomSettings
from omaha8.room.messages import ComeBack, Events, Hello, SitOut, Snapshot
from omaha8.room.shown import OwnView
from omaha8.rules.game import Seat
from tests.room.guests import Guest, TimedRoom, kinds, play_on

TIMES = RoomSettings(
    pace=0,
    first_deal=0,
    pause=1,
    showdown_pause=1,
    line_pause=0,
    think_time=60,
    time_bank=0,
    away_time=15,
)


def dealt(bots: int = 0, settings: RoomSettings = TIMES) -> tuple[TimedRoom, Guest, Guest]:
    """Ann in seat 0 and Ben in seat 3; Ann is to act."""
    room = TimedRoom(bots=bots, settings=settings)
    ann, ben = Guest(room, "Ann"), Guest(room, "Ben")
    ann.sit(0)
    ben.sit(3)
    room.wait()
    assert ann.to_act
    return room, ann, ben


def own_of(guest: Guest) -> OwnView:
    assert guest.me is not None
    assert guest.me.own is not None
    return guest.me.own


def again(guest: Guest, *, tail: bool = False) -> Guest:
    """The same person with a new connection; with ``tail`` he still knows what he had seen."""
    hello = Hello(stream=guest.welcome.stream, seq=guest.seq) if tail else Hello()
    return Guest(guest.room, hello=hello, person=guest.person)


def test_a_page_loaded_again_in_mid_hand_shows_the_same() -> None:
    room, ann, ben = dealt()
    ann.act(CALL)
    ben.act(CHECK)
    ann.read()
    ann.hang_up()
    back = again(ann)
    assert back.viewer == 0
    assert back.hand_events == ann.hand_events
    assert back.view == ann.view
    assert back.seat_view.hole == ann.seat_view.hole
    assert back.seq == room.host.log.next - 1
    play_on(room, back, ben)


def test_who_knows_what_he_has_seen_gets_only_the_rest() -> None:
    room, ann, ben = dealt()
    ann.hang_up()
    room.wait(16)
    back = again(ann, tail=True)
    first = back.told[1]
    assert isinstance(first, Events)
    assert first.seq == ann.seq + 1
    assert kinds([first])[:2] == ["sat_out", "folded"]
    ben.read()
    assert back.seq == ben.seq


def test_no_tail_of_another_stream_or_of_what_is_yet_to_come() -> None:
    room, ann, _ = dealt()
    for stream, seq in (("other", ann.seq), (ann.welcome.stream, ann.seq + 5), (None, ann.seq)):
        hello = Hello(stream=stream, seq=seq)
        assert isinstance(Guest(room, hello=hello, person=ann.person).told[1], Snapshot)


def test_who_lost_his_seat_meanwhile_gets_everything() -> None:
    room, ann, ben = dealt()
    ann.hang_up()
    room.wait(700)
    assert "left" in kinds(ben.read())
    back = again(ann, tail=True)
    assert back.viewer is None
    assert isinstance(back.told[1], Snapshot)


def test_two_pages_of_one_player_are_told_the_same() -> None:
    _, ann, ben = dealt()
    other = again(ann)
    ann.act(CALL)
    assert kinds(other.read()) == ["called"]
    ben.act(CHECK)
    other.act(CHECK)
    assert "checked" in kinds(ann.read())
    ann.hang_up()
    ben.read()
    assert ben.view is not None
    assert ben.view.away == ()


def test_a_lost_connection_is_told_to_the_others() -> None:
    _, ann, ben = dealt()
    ben.read()
    ann.hang_up()
    ben.read()
    assert ben.view is not None
    assert (ben.view.away, ben.view.acting_ms) == ((0,), 15000)
    again(ann)
    ben.read()
    assert (ben.view.away, ben.view.acting_ms) == ((), 60000)


def test_who_is_away_folds_after_a_while_and_sits_out() -> None:
    room, ann, ben = dealt()
    ben.read()
    ann.hang_up()
    room.wait(14)
    assert room.is_playing()
    room.wait(2)
    assert kinds(ben.read())[:2] == ["sat_out", "folded"]
    assert not room.is_playing()
    room.wait(300)
    assert room.table.public.hands == 1
    back = again(ann)
    assert "came_back" not in kinds(ben.read())
    back.say(ComeBack())
    assert "came_back" in kinds(ben.read())
    room.wait(2)
    assert room.table.public.hands == 2
    assert back.viewer == 0


def test_who_reloads_between_hands_is_dealt_in() -> None:
    room, ann, ben = dealt()
    play_on(room, ann, ben, fold=True)
    ann.hang_up()
    room.wait(1)
    assert room.table.public.dealt == {0, 3}


def test_who_is_gone_longer_between_hands_is_not() -> None:
    room, ann, ben = dealt(bots=1)
    play_on(room, ann, ben, fold=True)
    room.clock.time += 0.5
    ann.hang_up()
    room.clock.time += 10
    room.wait()
    assert room.table.public.dealt == {1, 3}


def test_a_chair_is_kept_for_ten_minutes() -> None:
    room, ann, ben = dealt()
    ann.hang_up()
    room.wait(599)
    assert 0 not in room.table.public.free
    room.wait(2)
    assert 0 in room.table.public.free
    assert kinds(ben.read())[-1] == "left"


def test_the_table_rests_when_only_bots_and_the_absent_are_left() -> None:
    room, ann, ben = dealt(bots=1)
    ann.hang_up()
    ben.hang_up()
    room.wait(3600)
    assert room.table.public.hands <= 3
    assert [who.bot for who in room.table.public.seats if who is not None] == [True]
    assert room.step() is None


def test_who_does_not_act_in_time_folds_and_sits_out_until_he_does() -> None:
    room, ann, ben = dealt(bots=1)
    assert ann.view is not None
    room.wait(59)
    assert ann.to_act
    room.wait(2)
    assert kinds(ann.read())[:2] == ["sat_out", "folded"]
    play_on(room, ben)
    room.wait(2)
    assert room.table.public.dealt == {1, 3}
    assert ben.to_act


def test_a_page_that_is_loaded_again_does_not_say_that_somebody_is_at_it() -> None:
    """Who has walked away from an open page pays no more blinds because of its wireless."""
    room, ann, _ = dealt()
    room.wait(61)
    assert room.table.public.player(Seat(0)).sitting_out
    ann.hang_up()
    back = again(ann)
    assert room.table.public.player(Seat(0)).sitting_out
    assert own_of(back).put_out == "late"
    back.say(ComeBack())
    assert not room.table.public.player(Seat(0)).sitting_out
    back.read()
    assert own_of(back).put_out is None


def test_who_is_put_out_is_told_why_and_nobody_else() -> None:
    room, ann, ben = dealt()
    room.wait(61)
    for guest, why in ((ann, "late"), (ben, None)):
        guest.read()
        assert own_of(guest).put_out == why


def test_who_sits_out_by_himself_need_not_be_told_why() -> None:
    _, _, ben = dealt()
    ben.say(SitOut())
    ben.read()
    assert (own_of(ben).sits_out, own_of(ben).put_out) == ("now", None)


def test_in_the_same_hand_he_has_less_time_and_an_action_brings_him_back() -> None:
    room, ann, ben = dealt()
    ann.act(CALL)
    ben.act(CHECK)
    room.wait(61)  # Ben's flop
    assert kinds(ann.read())[-2:] == ["sat_out", "checked"]
    ann.act(CHECK)
    assert ben.view is not None
    ben.read()
    assert ben.view.acting_ms == 15000
    ben.act(CHECK)
    assert kinds(ann.read())[-1] == "came_back"
    play_on(room, ann, ben)
    room.wait(2)
    assert room.table.public.dealt == {0, 3}


def test_without_a_limit_nobody_is_hurried() -> None:
    endless = RoomSettings(pace=0, first_deal=0, think_time=0)
    room, ann, _ = dealt(settings=endless)
    assert ann.view is not None
    assert (ann.view.acting_ms, ann.welcome.table.think_ms) == (None, None)
    room.wait(100_000)
    assert ann.to_act
