"""Nothing is told to anybody before it is kept; what cannot be kept has not happened."""

from __future__ import annotations

import msgspec
import pytest

from omaha8.hand.actions import CALL, FOLD, RaiseTo
from omaha8.room.bank import Bank
from omaha8.room.messages import (
    Act,
    Done,
    Error,
    Events,
    Hello,
    Ping,
    Rebuy,
    Said,
    Say,
    Sit,
    Stand,
    TopUp,
)
from omaha8.room.room import FROZEN, NOT_SAVED
from omaha8.rules.game import Chips
from omaha8.store.interface import StoreError
from omaha8.store.records import TableId, person_account, table_account
from tests.room.guests import Guest, TimedRoom, a_person
from tests.room.kept import Held

DISK_FULL = StoreError("the disk is full")
TABLE = TableId("t")


class Seated:
    """Ann and Ben have been dealt a hand, Cat watches; now the journal waits to be told to keep."""

    def __init__(self) -> None:
        self.journal = Held()
        self.bank = Bank()
        self.room = TimedRoom(journal=self.journal, bank=self.bank, table=TABLE)
        self.ann, self.ben, self.cat = (Guest(self.room, name) for name in ("Ann", "Ben", "Cat"))
        self.ann.sit(0)
        self.ben.sit(1)
        self.room.wait(1)
        self.read()
        self.journal.open = False

    def read(self) -> list[list[str]]:
        """What each of them has been told since, by the kinds of the messages."""
        everybody = (self.ann, self.ben, self.cat)
        return [[type(message).__name__ for message in guest.read()] for guest in everybody]

    @property
    def to_act(self) -> Guest:
        return self.ann if self.room.table.turn == 0 else self.ben

    def act(self, guest: Guest, action: object, ask: str) -> None:
        """Whether he has been told of the turn or not."""
        hand, turn = self.room.table.public.hands, self.room.host.clock.turn_id
        guest.say(Act(hand=hand, turn=turn, id=ask, action=action))  # type: ignore[arg-type]


@pytest.fixture
def at() -> Seated:
    return Seated()


def test_an_action_is_told_to_nobody_before_it_is_on_disk(at: Seated) -> None:
    actor = at.to_act
    at.act(actor, CALL, "c1")
    assert at.read() == [[], [], []]
    at.journal.keep()
    others = [["Events"]] * 2
    assert at.read() == (
        [["Done", "Events"], *others]
        if actor is at.ann
        else [["Events"], ["Done", "Events"], ["Events"]]
    )


def test_who_acts_is_told_the_number_of_what_he_did(at: Seated) -> None:
    actor, first = at.to_act, at.room.host.log.next
    at.act(actor, CALL, "c1")
    at.journal.keep()
    done, events = actor.read()
    assert done == Done("c1", first)
    assert isinstance(events, Events)
    assert (events.seq, events.events[0]["type"]) == (first, "called")


def test_what_is_written_is_what_is_told(at: Seated) -> None:
    first = at.room.host.log.next
    actor = at.to_act
    at.act(actor, CALL, "c1")
    ((write, _),) = at.journal.waiting
    assert (write.table, write.first) == (TABLE, first)
    assert [(row.person, row.ask) for row in write.rows] == [
        (actor.person.id, "c1"),
        *[(actor.person.id, None)] * (len(write.rows) - 1),
    ]


def test_several_writes_under_way_are_told_in_their_order(at: Seated) -> None:
    first, second = at.to_act, at.ben if at.to_act is at.ann else at.ann
    at.act(first, CALL, "c1")
    at.act(second, RaiseTo(Chips(4)), "r1")
    at.act(first, CALL, "c2")
    assert [write.first for write, _ in at.journal.waiting] == sorted(
        write.first for write, _ in at.journal.waiting
    )
    assert at.room.keeper.unsaved == 3
    # That the last was heard of first changes nothing.
    at.journal.keep_last()
    assert at.read() == [[], [], []]
    at.journal.keep()
    assert at.read()[2] == ["Events"]
    at.journal.keep()
    assert at.read()[2] == ["Events", "Events"]
    assert at.room.keeper.unsaved == 0
    kinds = [e["type"] for m in at.cat.told if isinstance(m, Events) for e in m.events]
    assert kinds[kinds.index("called") :] == ["called", "raised", "called", "board_dealt"]


def test_a_line_a_refusal_and_a_newcomer_do_not_overtake_what_is_under_way(at: Seated) -> None:
    actor = at.to_act
    at.act(actor, CALL, "c1")
    at.cat.say(Say("nice call"))
    at.cat.say(Stand())
    at.cat.say(Ping())
    dan_hears = at.room.connect(at.cat.person)
    assert [type(message).__name__ for message in at.cat.read()] == ["Pong"]
    assert dan_hears.waiting() == []
    at.journal.keep()
    assert [type(message).__name__ for message in at.cat.read()] == ["Events", "Said", "Error"]
    assert isinstance(at.cat.told[-2], Said)


def test_the_bank_moves_at_once_so_that_no_chip_is_spent_twice() -> None:
    journal, bank = Held(), Bank(credit=200)
    room = TimedRoom(journal=journal, bank=bank, table=TABLE)
    ann = Guest(room)
    journal.open = False
    ann.sit(0, 150)
    assert bank.of(ann.person.id) == -150
    ann.say(TopUp(60))
    journal.keep()
    (error,) = [message for message in ann.read() if isinstance(message, Error)]
    assert error.code == "no_funds"


def test_a_write_that_fails_has_not_happened(at: Seated) -> None:
    before = dict(at.bank._balances)
    actor, other = at.to_act, at.ben if at.to_act is at.ann else at.ann
    at.act(actor, FOLD, "f1")
    at.act(other, CALL, "too late")
    at.cat.say(Say("anybody there?"))
    at.cat.sit(2)
    assert at.bank.of(at.cat.person.id) < 0
    at.read()
    at.journal.fail(DISK_FULL)
    for guest in (at.ann, at.ben, at.cat):
        (told,) = guest.read()
        assert isinstance(told, Error)
        assert (told.code, told.message) == ("not_saved", NOT_SAVED)
    assert at.room.lost is DISK_FULL
    assert at.room.over
    assert {k: v for k, v in at.bank._balances.items() if v} == {
        k: v for k, v in before.items() if v
    }


def test_a_table_whose_last_move_was_not_saved_does_nothing_more(at: Seated) -> None:
    at.act(at.to_act, CALL, "c1")
    at.journal.fail(DISK_FULL)
    at.read()
    for message in (Rebuy(), Stand(), Say("hello?")):
        at.ann.say(message)
        (told,) = at.ann.read()
        assert isinstance(told, Error)
        assert (told.code, told.message) == ("not_saved", NOT_SAVED)
    assert at.room.step() is None
    assert not at.journal.waiting


def test_a_write_that_fails_takes_those_behind_it_along(at: Seated) -> None:
    at.act(at.to_act, CALL, "c1")
    at.cat.sit(2)
    at.cat.say(TopUp(100))
    assert at.bank.balance(table_account(TABLE)) == 700
    failures: list[object] = []
    at.room.on_change = lambda: failures.append(at.room.lost)
    at.journal.fail(DISK_FULL)
    assert failures == [DISK_FULL], "once"
    assert at.bank.balance(table_account(TABLE)) == 400
    assert at.bank.balance(person_account(at.cat.person.id)) == 0


def test_chips_that_do_not_add_up_stop_the_table_and_nothing_wrong_is_kept(at: Seated) -> None:
    at.journal.open = True
    kept = len(at.journal.kept)
    at.bank._balances[table_account(TABLE)] -= 1
    actor = at.to_act
    at.act(actor, CALL, "c1")
    assert at.room.frozen
    assert "400 chips lie on the table, by the ledger there should be 399" in at.room.why_frozen
    assert len(at.journal.kept) == kept
    for guest in (at.ann, at.ben, at.cat):
        (told,) = guest.read()
        assert isinstance(told, Error)
        assert (told.code, told.message) == ("frozen", FROZEN)
    at.act(actor, CALL, "c2")
    (again,) = actor.read()
    assert isinstance(again, Error)
    assert again.code == "frozen"
    assert at.room.step() is None


def test_who_asked_for_what_stops_the_table_has_an_answer(at: Seated) -> None:
    at.journal.open = True
    at.bank._balances[table_account(TABLE)] -= 1
    at.cat.say(Sit(2, id="s1"))
    told = [(m.code, m.id) for m in at.cat.read() if isinstance(m, Error)]
    assert told == [("frozen", "s1")]
    (other,) = at.ann.read()
    assert isinstance(other, Error)
    assert (other.code, other.id) == ("frozen", None)


def test_who_comes_to_a_table_that_has_stopped_is_told_so(at: Seated) -> None:
    """Also who only loads the page again, and who only looks on."""
    at.journal.open = True
    at.room.freeze(ZeroDivisionError("a fault"))
    for person in (at.ann.person, a_person("Dan"), None):
        client = at.room.connect(person)
        at.room.handle(client, Hello())
        told = [msgspec.json.decode(frame) for frame in client.waiting()]
        assert [message["type"] for message in told] == ["welcome", "snapshot", "error"]
        assert (told[2]["code"], told[2]["message"]) == ("frozen", FROZEN)


def test_who_comes_while_something_is_under_way_is_welcomed_first(at: Seated) -> None:
    at.act(at.to_act, CALL, "c1")
    dan = at.room.connect(a_person("Dan"))
    at.room.handle(dan, Hello())
    assert dan.waiting() == []
    at.journal.keep()
    told = [msgspec.json.decode(frame) for frame in dan.waiting()]
    assert [message["type"] for message in told] == ["welcome", "snapshot"]
    assert told[1]["seq"] == at.room.host.log.next - 1
    at.journal.open = True
    at.act(at.to_act, FOLD, "f1")
    (events, *_) = [msgspec.json.decode(frame) for frame in dan.waiting()]
    assert events["seq"] == told[1]["seq"] + 1


def test_who_is_back_while_something_is_under_way_is_told_it_once(at: Seated) -> None:
    at.cat.read()
    seen = at.cat.seq
    at.act(at.to_act, CALL, "c1")
    again = at.room.connect(at.cat.person)
    at.room.handle(again, Hello(stream=at.room.stream, seq=seen))
    # The same connection may ask as well.
    at.cat.say(Hello(stream=at.room.stream, seq=seen))
    at.journal.keep()
    for client in (again, at.cat.client):
        told = [msgspec.json.decode(frame) for frame in client.waiting()]
        assert [message["type"] for message in told] == ["welcome", "events"]
        assert told[1]["seq"] == seen + 1


def test_who_sits_down_in_one_tab_and_opens_another_is_welcomed_there_first(at: Seated) -> None:
    at.cat.say(Sit(2))
    tab = at.room.connect(at.cat.person)
    at.room.handle(tab, Hello())
    at.journal.keep()
    told = [msgspec.json.decode(frame) for frame in tab.waiting()]
    assert [message["type"] for message in told] == ["welcome", "snapshot"]
    assert told[1]["viewer"] == 2


def test_who_came_while_a_write_failed_is_told_so_too(at: Seated) -> None:
    at.act(at.to_act, CALL, "c1")
    dan = at.room.connect(a_person("Dan"))
    at.room.handle(dan, Hello())
    at.journal.fail(DISK_FULL)
    (told,) = [msgspec.json.decode(frame) for frame in dan.waiting()]
    assert told["code"] == "not_saved"
    assert dan in list(at.room.keeper.fanout)


def test_a_fault_of_the_program_moves_no_chips_and_keeps_nothing(
    at: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.journal.open = True
    kept, before = len(at.journal.kept), at.bank.balance(table_account(TABLE))

    def fails(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(type(at.room.telling), "events", fails)
    at.cat.say(Sit(2))
    assert at.room.why_frozen == "ZeroDivisionError: a fault"
    assert len(at.journal.kept) == kept
    assert at.bank.balance(table_account(TABLE)) == before
    assert at.bank.of(at.cat.person.id) == 0
