"""RULES, blinds, button, entry: what the table offers comes to the player in words, and his answer
to the table."""

from __future__ import annotations

import pytest

from omaha8.hand.actions import CALL, FOLD
from omaha8.room import RoomSettings
from omaha8.room.messages import (
    ChangeSeat,
    Chop,
    ClientMessage,
    ComeBack,
    Kill,
    Next,
    Post,
    Rebuy,
    SitOut,
    Stand,
    Straddle,
    TopUp,
    Wait,
)
from omaha8.rules.game import Seat, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.presets import find_rules
from omaha8.table.mixed import mixed_games
from tests.room.guests import QUICK, Guest, TimedRoom, kinds, play_on

CARD_ROOM = find_rules("card-room")


def seated(room: TimedRoom, *seats: int) -> list[Guest]:
    """Somebody in each of these seats, the first hand dealt."""
    guests = [Guest(room, "ABCDEF"[seat]) for seat in seats]
    for seat, guest in zip(seats, guests, strict=True):
        guest.sit(seat)
    room.wait()
    return guests


def fold_all(room: TimedRoom, guests: list[Guest]) -> None:
    """Everybody folds; the next hand is not dealt yet."""
    play_on(room, *guests, fold=True)


def test_before_the_first_hand_nobody_has_to_post() -> None:
    room = TimedRoom(bots=5)
    ann = Guest(room)
    ann.sit()
    assert ann.offers == []
    room.wait()
    assert room.table.public.dealt == {0, 1, 2, 3, 4, 5}


def test_a_newcomer_in_a_running_game_posts_and_is_dealt_in() -> None:
    room = TimedRoom()
    guests = seated(room, 0, 1, 2, 3)
    dan = Guest(room, "Dan")
    dan.sit(5)
    assert dan.offers == ["Post 2 or wait for the big blind."]
    assert dan.marks(5) == ["waiting"]
    dan.say(Post())
    assert dan.offers == ["You post 2 in the next hand."]
    assert dan.marks(5) == ["posting"]
    assert "entry_chosen" in kinds(guests[0].read())
    fold_all(room, guests)
    room.wait(1)
    assert room.table.public.dealt == {0, 1, 2, 3, 5}
    dan.read()
    posted = [event for event in dan.hand_events if event["type"] == "posted"]
    (mine,) = [event for event in posted if event["seat"] == 5]
    assert (mine["kind"], mine["live"], mine["dead"]) == ("missed_bb", 2, 0)
    assert dan.marks(5) == []
    assert dan.offers == []


def test_who_says_nothing_waits_for_the_big_blind() -> None:
    room = TimedRoom()
    guests = seated(room, 0, 1, 2, 3)
    dan = Guest(room, "Dan")
    dan.sit(5)
    fold_all(room, guests)
    room.wait(1)
    assert room.table.public.dealt == {0, 1, 2, 3}  # the big blind is seat 3
    fold_all(room, guests)
    room.wait(1)
    assert room.table.public.dealt == {0, 1, 2, 3, 5}
    dan.read()
    posted = [event for event in dan.hand_events if event["type"] == "posted"]
    assert [(p["seat"], p["kind"]) for p in posted] == [(3, "sb"), (5, "bb")]


def test_a_choice_to_wait_can_be_changed() -> None:
    room = TimedRoom()
    seated(room, 0, 1, 2, 3)
    dan = Guest(room, "Dan")
    dan.sit(5)
    dan.say(Wait())
    assert dan.offers == ["You wait for the big blind."]
    dan.say(Post())
    assert dan.offers == ["You post 2 in the next hand."]


def test_the_table_waits_for_newcomers_only_as_long_as_nobody_else_plays() -> None:
    times = RoomSettings(pace=0, pause=1, showdown_pause=1, line_pause=0)
    room = TimedRoom(bots=3, settings=times)
    ann = Guest(room)
    ann.sit(0)
    room.wait(2)
    play_on(room, ann)
    ann.say(Stand())
    room.wait(60)
    assert not room.is_playing()
    ann.sit(4)
    assert len(ann.offers) == 1
    assert ann.view is not None
    assert ann.view.next_hand_in_ms == 15_000
    ann.say(Post())
    ann.read()
    assert ann.view.next_hand_in_ms == 1500
    room.wait(2)
    assert 4 in room.table.public.dealt


def test_who_only_waits_can_have_the_next_hand_at_once() -> None:
    room = TimedRoom(bots=3, settings=RoomSettings(pace=0))
    ann = Guest(room)
    ann.sit(0)
    room.wait(2)
    play_on(room, ann)
    ann.say(Stand())
    ann.sit(5)
    ann.say(Wait())
    ann.say(Next())
    room.wait()
    assert room.table.public.hands == 2
    assert not ann.errors


def test_missed_blinds_are_marked_and_both_are_offered() -> None:
    room = TimedRoom()
    guests = seated(room, 0, 1, 2, 3)
    cat = guests[2]
    cat.say(SitOut())
    for _ in range(4):
        fold_all(room, guests)
        room.wait(1)
    assert cat.marks(2) == ["missed_big", "missed_small"]
    assert cat.view is not None
    labels = [(mark.label, mark.title) for mark in cat.view.marks[2]]
    assert labels[0] == ("ML", "Missed the big blind: owes it before the cards")
    assert cat.offers == []
    cat.say(ComeBack())
    assert cat.offers[0].startswith("Post 3 (2 live, 1 dead)")
    assert cat.offers[0].endswith(" or wait for the big blind.")


def test_sitting_out_at_the_big_blind() -> None:
    room = TimedRoom()
    guests = seated(room, 0, 1, 2)
    ann = guests[0]
    ann.say(SitOut("next_big_blind"))
    assert ann.marks(0) == ["out_next"]
    assert ann.view is not None
    assert ann.view.own is not None
    assert ann.view.own.sits_out == "next_big_blind"
    fold_all(room, guests)
    room.wait(1)  # seat 0 is the next big blind
    assert room.table.public.dealt == {1, 2}
    ann.read()
    assert ann.view.own.sits_out == "now"


def test_a_straddle_is_a_standing_wish() -> None:
    room = TimedRoom(rules=CARD_ROOM)
    guests = seated(room, 0, 1, 2)
    ann = guests[0]
    ann.say(Straddle())
    ann.read()
    assert ann.view is not None
    assert ann.view.own is not None
    assert ann.view.own.straddles
    straddled = []
    for _ in range(6):
        fold_all(room, guests)
        room.wait(1)
        ann.read()
        straddled += [
            event["seat"]
            for event in ann.hand_events
            if event["type"] == "posted" and event["kind"] == "straddle"
        ]
    assert straddled == [0, 0]
    ann.say(Straddle(on=False))
    ann.read()
    assert not ann.view.own.straddles


def test_bots_do_not_straddle() -> None:
    room = TimedRoom(rules=CARD_ROOM, bots=3, structure="pl")
    (ann,) = seated(room, 0)
    for _ in range(8):
        play_on(room, ann, fold=True)
        assert all(e.get("kind") != "straddle" for e in ann.hand_events)
        room.wait(1)


@pytest.mark.parametrize("agree", [True, False])
def test_the_blinds_chop_when_both_agree(agree: bool) -> None:
    room = TimedRoom(rules=CARD_ROOM)
    ann, ben, cat = seated(room, 0, 1, 2)
    ann.act(FOLD)
    assert ben.offers == ["Chop: take 1 back, if the other blind agrees."]
    ben.say(Chop())
    assert ben.offers == ["You agree to chop; the other blind is asked."]
    cat.say(Chop(agree))
    assert ("chopped" in kinds(ann.read())) is agree
    assert room.is_playing() is not agree
    assert cat.offers == []
    if agree:
        assert ann.view is not None
        assert ann.view.stacks[:3] == (200, 200, 200)
        rail = Guest(room, "Dan")
        assert rail.view is not None
        for view in (ann.view, rail.view):
            assert (view.pot, view.pots) == (0, ())
            assert view.showdown is not None
            (told,) = view.showdown
            assert told.text == "Chopped blinds 3 - B takes 1 back. C takes 2 back."
            assert [(line.seats, line.amount) for line in told.lines] == [((1,), 1), ((2,), 2)]
        room.wait(3)
        assert room.table.public.hands == 2
        ann.read()
        assert ann.view.showdown is None
    else:
        ben.act(CALL)


def test_who_does_not_answer_plays_on() -> None:
    room = TimedRoom(rules=CARD_ROOM, settings=RoomSettings(pace=0, first_deal=0))
    ann, ben, _ = seated(room, 0, 1, 2)
    ann.act(FOLD)
    ben.say(Chop())
    waits = []
    for seconds in (14, 2):
        room.wait(seconds)
        waits.append(str(room.table.waiting_for.what))
    assert waits == ["chop", "action"]


def test_a_bot_chops_when_it_is_asked() -> None:
    room = TimedRoom(rules=CARD_ROOM, bots=2)
    ann = Guest(room)
    ann.sit(0)
    for _ in range(200):
        room.wait(1)
        if ann.offers:
            break
        if ann.to_act:
            ann.passes(fold=True)
    assert ann.offers == ["Chop: take 1 back, if the other blind agrees."]
    ann.say(Chop())
    room.wait()
    assert "chopped" in kinds(ann.read())


def test_chips_added_in_a_hand_come_after_it() -> None:
    room = TimedRoom()
    guests = seated(room, 0, 1, 2)
    ann = guests[0]
    ann.say(TopUp(50))
    ann.read()
    assert ann.view is not None
    assert ann.view.own is not None
    assert (ann.view.own.top_up, ann.view.stacks[0]) == (50, 200)
    fold_all(room, guests)
    ann.read()
    assert ann.view.stacks[0] == 250


def test_a_change_of_seats_takes_the_viewer_along() -> None:
    room = TimedRoom()
    guests = seated(room, 0, 1, 2)
    ann = guests[0]
    ann.say(ChangeSeat(4))
    assert "seat_change_asked" in kinds(guests[1].read())
    fold_all(room, guests)
    ann.read()
    assert ann.viewer == 4
    again = Guest(room, person=ann.person)
    assert again.viewer == 4


def test_who_comes_back_soon_brings_what_he_took() -> None:
    """RULES, sit out, leave: ratholing."""
    room = TimedRoom()
    ann, ben, cat = seated(room, 0, 1, 2)
    ann.say(Stand())
    fold_all(room, [ann, ben, cat])
    ben.say(TopUp(150))
    ben.say(Stand())
    ben.read()
    assert ben.view is not None
    assert ben.view.buy_in is not None
    took = ben.view.buy_in.least
    assert took > 300
    assert ben.view.buy_in.usual == took
    ben.sit(3, 100)
    assert "left with" in ben.errors[-1].message
    # A new connection does not help.
    ben.hang_up()
    back = Guest(room, person=ben.person)
    back.sit(3)
    back.read()
    assert back.view is not None
    assert back.view.stacks[3] == took
    back.say(Stand())
    room.clock.time += 3700
    back.sit(3, 100)
    back.read()
    assert back.view.stacks[3] == 100


def test_mixed_games_name_the_one_in_force() -> None:
    rules = replace(find_rules("pokerstars"), mixed_switch="hands:2")
    room = TimedRoom(rules=rules, games=mixed_games(rules, 2, 4))
    guests = seated(room, 0, 1, 2)
    ann = guests[0]
    titles = []
    for _ in range(5):
        ann.read()
        assert ann.view is not None
        titles.append(ann.view.game.title)
        fold_all(room, guests)
        room.wait(1)
    assert titles == [
        "Limit Omaha Hi/Lo 8/16",
        "Limit Omaha Hi/Lo 8/16",
        "Pot Limit Omaha Hi/Lo 2/4",
        "Pot Limit Omaha Hi/Lo 2/4",
        "Limit Omaha Hi/Lo 8/16",
    ]
    assert ann.view is not None
    assert ann.view.game.label == "mixed"
    assert ann.view.game.note == "Mixed: Limit 8/16, Pot Limit 2/4, 2 hands each"
    assert ann.welcome.table.game == "Mixed Omaha Hi/Lo: Limit 8/16, Pot Limit 2/4"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (Post(), "owes nothing and is dealt in"),
        (Wait(), "owes nothing and is dealt in"),
        (Straddle(), "no straddles here"),
        (Kill(4), "Nobody kills a pot by choice here"),
        (Chop(), "not chopped here"),
        (TopUp(5000), "After this hand 1 to 400"),
        (ChangeSeat(1), "Seat 2 is taken; free: 4, 5, 6"),
        (ChangeSeat(9), "seats are 1 to 6"),
        (Rebuy(1), "between hands"),
        (ComeBack(), "not sitting out"),
    ],
)
def test_what_is_not_offered_is_refused(message: ClientMessage, words: str) -> None:
    room = TimedRoom(rules=ROBERT, games=[stakes("fl", 2, 4)])
    ann, *_ = seated(room, 0, 1, 2)
    ann.say(message)
    ann.read()
    assert words in ann.errors[-1].message


def test_heads_up_the_big_blind_ends_the_game_of_who_sits_out_at_it() -> None:
    """He is told to sit out, and his opponent that he waits for him."""
    room = TimedRoom(settings=QUICK)
    ann, ben = Guest(room, "Ann"), Guest(room, "Ben")
    ann.sit(0)
    ben.sit(1)
    room.wait()
    ann.say(SitOut("next_big_blind"))
    for _ in range(3):
        play_on(room, ann, ben)
        room.wait(3)
    assert not room.is_playing()
    assert [room.table.public.player(Seat(seat)).sitting_out for seat in (0, 1)] == [True, False]
    hands = room.table.public.hands
    ann.say(ComeBack())
    room.wait(3)
    assert room.table.public.hands == hands + 1
