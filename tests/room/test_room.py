"""Sitting down, playing, being told; what is refused and why."""

from __future__ import annotations

import msgspec
import pytest

from omaha8.hand.actions import CALL, CHECK, FOLD, RaiseTo
from omaha8.room import RoomSettings
from omaha8.room.messages import (
    Act,
    ClientMessage,
    ComeBack,
    Events,
    Next,
    Ping,
    Pong,
    Rebuy,
    ShowHand,
    Sit,
    SitOut,
    Snapshot,
    Stand,
    Welcome,
)
from omaha8.rules.game import Chips, Seat
from omaha8.rules.presets import PRESET_NAMES, find_rules
from tests.room.guests import Guest, TimedRoom, a_person, kinds, play_on


def two_at_a_table(settings: RoomSettings | None = None) -> tuple[TimedRoom, Guest, Guest]:
    """Ann in seat 0 and Ben in seat 3, the first hand dealt: Ann has the button and is to act."""
    room = TimedRoom() if settings is None else TimedRoom(settings=settings)
    ann, ben = Guest(room, "Ann"), Guest(room, "Ben")
    ann.sit(0)
    ben.sit(3)
    room.wait(room.settings.first_deal)
    ann.read()
    ben.read()
    return room, ann, ben


def test_nothing_is_dealt_before_a_human_sits() -> None:
    room = TimedRoom(bots=5)
    rail = Guest(room)
    room.wait(3600)
    assert kinds(rail.read()) == []
    assert [info and info.name for info in rail.told[1].seats][0:2] == [None, "Bea"]  # type: ignore[union-attr]


def test_the_first_hand_begins_soon_after_somebody_sits() -> None:
    room = TimedRoom(bots=5, settings=RoomSettings())
    ann = Guest(room)
    ann.sit()
    assert ann.view is not None
    assert ann.view.next_hand_in_ms == 1500
    room.wait(1.4)
    assert not room.is_playing()
    room.wait(0.2)
    assert room.is_playing()
    assert kinds(ann.read())[:2] == ["blinds_assigned", "hand_started"]


def test_who_sits_down_is_told_where_and_everybody_else_that_he_did() -> None:
    room = TimedRoom()
    rail, ann = Guest(room, "Rail"), Guest(room, "Ann")
    ann.say(Sit(4, 100))
    events, snapshot = ann.read()
    assert isinstance(events, Events)
    assert events.events == (
        {"type": "seated", "seat": 4, "name": "Ann", "stack": 100, "bot": False},
    )
    assert isinstance(snapshot, Snapshot)
    assert (snapshot.viewer, snapshot.seq) == (4, events.seq)
    assert kinds(rail.read()) == ["seated"]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_hands_are_played_under_every_preset(preset: str) -> None:
    rules = find_rules(preset)
    room = TimedRoom(bots=3, rules=rules, structure=rules.allowed_structures[0])
    ann = Guest(room)
    ann.sit()
    room.wait()
    for number in range(1, 6):
        assert room.table.public.hands == number
        play_on(room, ann)
        ann.say(Rebuy())
        room.wait(1)
    assert not room.frozen


def test_an_action_is_done_and_told_to_all() -> None:
    _, ann, ben = two_at_a_table()
    ann.act(CALL)
    assert kinds(ann.told)[-1] == "called"
    assert kinds(ben.read())[-1] == "called"
    assert ben.to_act
    assert not ann.to_act


def test_only_the_one_to_act_is_told_what_is_legal() -> None:
    _, ann, ben = two_at_a_table()
    assert ann.legal is not None
    assert ann.legal["text"] == "fold, call 1 or raise to 4"
    assert ann.view is not None
    assert ben.legal is None
    assert ben.view is not None
    assert (ann.view.turn, ben.view.turn) == (0, 0)


def test_refusals() -> None:
    room, ann, ben = two_at_a_table()
    rail = Guest(room, "Rail")
    before = room.table.hand and list(room.table.hand.events)
    said: list[tuple[Guest, ClientMessage, str, str]] = [
        (ben, ben.decides(CHECK), "not_your_turn", "Ann's turn"),
        (ann, ann.decides(RaiseTo(Chips(8))), "illegal", "Raise to 4 at most (you asked for 8)."),
        (ann, ann.decides(CHECK), "illegal", "You cannot check now: fold, call 1 or raise to 4."),
        (
            ann,
            Act(hand=1, turn=ann.view.turn_id + 1, id="x", action=CALL),
            "stale",
            "It is your turn.",
        ),
        (
            ann,
            Act(hand=1, turn=0, id="y", action=CALL),
            "stale",
            "That turn is over. It is your turn.",
        ),
        (rail, rail.decides(CALL), "not_seated", "Sit down first"),
        (rail, Sit(0), "seat_taken", "free: 2, 3, 5, 6"),
        (rail, Sit(9), "no_such_seat", "1 to 6"),
        (rail, Sit(1, 5), "buy_in", "40 to 400"),
        (ann, Sit(1), "already_seated", "seat 1"),
        (ann, Rebuy(10), "in_hand", "between hands"),
        (ann, ShowHand(), "illegal", "the hand is not over"),
        (ann, Next(), "stale", "dealt already"),
        (rail, Next(), "not_seated", "Sit down first"),
        (ann, ComeBack(), "refused", "not sitting out"),
        (rail, Stand(), "not_seated", "Sit down first"),
    ]
    for guest, message, code, words in said:
        guest.say(message)
        (error,) = [guest.read()[-1]]
        assert error.code == code, error  # type: ignore[union-attr]
        assert words in error.message  # type: ignore[union-attr]
        assert (error.legal is not None) == (guest is ann)  # type: ignore[union-attr]
    assert room.table.hand is not None
    assert room.table.hand.events == before
    ann.act(CALL)
    assert ben.to_act


def test_the_same_decision_twice_is_stale() -> None:
    _, ann, _ = two_at_a_table()
    ann.say(message := ann.decides(CALL))
    ann.say(msgspec.structs.replace(message, id="another"))
    ann.read()
    error = ann.errors[-1]
    assert (error.code, error.id, error.hand) == ("stale", "another", 1)
    assert error.turn == ann.view.turn_id


def test_a_decision_is_not_stale_because_somebody_sat_down_meanwhile() -> None:
    room, ann, ben = two_at_a_table()
    decision = ann.decides(CALL)
    Guest(room, "Cat").sit()
    ann.say(decision)
    assert ben.to_act


def test_hello_comes_first() -> None:
    room = TimedRoom()
    client = room.connect(a_person("Ann"))
    for message in (Sit(), Stand(), Act(hand=1, turn=0, id="a", action=CALL), Next()):
        room.handle(client, message)
    errors = [msgspec.json.decode(frame) for frame in client.waiting()]
    assert [error["code"] for error in errors] == ["hello_first"] * 4
    room.handle(client, Ping())
    assert client.waiting() == [msgspec.json.encode(Pong())]


def test_who_has_no_account_watches() -> None:
    room, ann, _ = two_at_a_table()
    rail = Guest(room, watches=True)
    assert rail.welcome.person is None
    for message in (Sit(), ann.decides(CALL), Next()):
        rail.say(message)
    rail.read()
    assert {error.code for error in rail.errors} == {"not_allowed"}
    ann.act(CALL)
    assert kinds(rail.read()) == ["called"]


def test_getting_up_in_a_hand_and_sitting_down_elsewhere() -> None:
    room, ann, ben = two_at_a_table()
    ben.say(Stand())
    ann.act(CALL)
    play_on(room, ann)
    last = [message for message in ben.read() if isinstance(message, Snapshot)]
    assert [snapshot.viewer for snapshot in last] == [None]
    ben.sit(5)
    assert ben.viewer == 5
    room.wait(1)
    assert room.is_playing()


def test_who_sits_out_is_not_dealt_in_and_the_table_waits() -> None:
    room, ann, ben = two_at_a_table()
    ben.say(SitOut())
    play_on(room, ann, ben)
    room.wait(3600)
    assert not room.is_playing()
    ben.say(ComeBack())
    room.wait()
    assert room.is_playing()


def test_a_broke_human_keeps_his_chair_and_buys_in_again() -> None:
    room = TimedRoom(structure="nl")
    guests = [Guest(room, "Ann"), Guest(room, "Ben")]
    for guest in guests:
        guest.sit()
    broke: list[Guest] = []
    while not broke:
        room.wait(1)
        while room.is_playing():
            next(guest for guest in guests if guest.to_act).gambles()
        broke = [
            guest for guest in guests if guest.view and guest.view.stacks[guest.viewer or 0] == 0
        ]
    hands = room.table.public.hands
    room.wait(3600)
    assert room.table.public.hands == hands
    broke[0].say(Rebuy())
    room.wait()
    assert room.table.public.hands == hands + 1
    assert "rebought" in kinds(broke[0].read())


def test_bots_buy_in_again_and_play_on() -> None:
    room = TimedRoom(bots=2, structure="nl")
    ann = Guest(room)
    ann.sit(buy_in=800)
    bought = 0
    while bought < 3:
        room.wait(1)
        while room.is_playing() and ann.to_act:
            ann.gambles()
            room.wait()
        ann.say(Rebuy())
        messages, ann.told = ann.told, []
        bought += sum(
            event["type"] == "rebought" and event["seat"] != ann.viewer
            for message in messages
            if isinstance(message, Events)
            for event in message.events
        )
        assert room.table.public.hands < 200
    assert all(room.table.public.player(Seat(seat)).bot for seat in (1, 2))


def test_the_next_hand_waits_until_the_showdown_can_be_read() -> None:
    room, ann, ben = two_at_a_table(RoomSettings(showdown_pause=6, line_pause=2, pause=3))
    play_on(room, ann, ben)
    assert ann.view is not None
    assert ann.view.showdown is not None
    lines = sum(len(pot.lines) for pot in ann.view.showdown)
    assert ann.view.next_hand_in_ms == 6000 + 2000 * (lines - 1)
    room.wait(6 + 2 * (lines - 1) - 0.1)
    assert not room.is_playing()
    room.wait(0.2)
    assert room.is_playing()
    ben.act(FOLD)
    ann.read()
    assert ann.view.next_hand_in_ms == 3000


def test_next_deals_at_once_when_all_have_asked() -> None:
    room, ann, ben = two_at_a_table(RoomSettings())
    ann.act(FOLD)
    ann.say(Next())
    room.wait()
    assert not room.is_playing()
    ben.say(Next())
    ben.read()
    assert ben.view is not None
    assert ben.view.next_hand_in_ms == 0
    room.wait()
    assert room.is_playing()


def test_who_sits_out_has_no_word_in_when_the_next_hand_is_dealt() -> None:
    room, ann, ben = two_at_a_table(RoomSettings())
    Guest(room, "Cat").sit()
    ann.say(SitOut())
    play_on(room, ann, ben)
    assert not room.is_playing()
    ann.say(Next())
    ann.read()
    assert ann.errors[-1].code == "refused"
    assert "no next hand" in ann.errors[-1].message


def test_the_showdown_is_explained_and_an_unseen_hand_may_be_shown() -> None:
    _, ann, ben = two_at_a_table(RoomSettings())
    ann.act(FOLD)
    assert ann.view is not None
    assert ann.view.showdown is not None
    assert ann.view.showdown[0].text == "Main pot 2 - Ben, everybody else folded."
    ben.say(ShowHand())
    assert kinds(ann.read()) == ["shown"]
    ben.say(ShowHand())
    ben.read()
    assert ben.errors[-1].message == "You cannot show: seat 4 has shown already."


def test_a_bot_that_fails_checks_or_folds(caplog: pytest.LogCaptureFixture) -> None:
    room = TimedRoom(bots=1)
    ann = Guest(room)
    ann.sit()

    def broken(_: object) -> object:
        raise KeyError("no such thing")

    room.host.policies |= dict.fromkeys(room.host.policies, broken)  # type: ignore[arg-type]
    for _ in range(3):
        room.wait(1)
        play_on(room, ann)
    assert room.table.public.hands == 3
    assert "the bot in seat 1 failed" in caplog.text


def test_a_table_that_loses_chips_stops_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    room, ann, ben = two_at_a_table()
    room.table.public.brought += 1
    ann.act(FOLD)
    for guest in (ann, ben):
        guest.read()
        assert guest.errors[-1].code == "frozen"
        guest.say(Stand())
        assert guest.read()[-1].code == "frozen"  # type: ignore[union-attr]
    assert room.frozen
    assert "chips on the table" in caplog.text
    assert isinstance(Guest(room, "Cat").welcome, Welcome)
