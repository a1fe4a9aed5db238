"""Chips of tables and people are double entries: what one has more, others have less."""

from __future__ import annotations

import pytest

from omaha8.room.bank import Bank
from omaha8.room.messages import AutoRebuy, ChangeSeat, Rebuy, Sit, Stand, TopUp
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import replace
from omaha8.rules.options import Rake
from omaha8.rules.presets import find_rules
from omaha8.store.records import BOTS, RAKE, TableId, Transfer, person_account, table_account
from tests.room.guests import Guest, TimedRoom
from tests.room.kept import TABLE, Kept
from tests.room.sessions import PATIENT, Session

NAMES = ("Ann", "Ben", "Cat")
RAKED = Rake(per_mille=50, cap=4)


@pytest.mark.parametrize("seed", range(4))
async def test_all_accounts_add_up_to_nothing_and_a_tables_is_what_lies_there(seed: int) -> None:
    rules = replace(find_rules("community"), rake=RAKED)
    kept = Kept(settings=PATIENT, rules=rules, bots=1 + seed % 2, seed=seed)
    await kept.begin()
    session = Session(kept, NAMES, seed)
    for _ in range(12):
        for _ in range(15):
            session.step()
        balances = await kept.store.ledger.balances()
        assert sum(balances.values()) == 0
        there = kept.room.table.public.chips
        assert balances.get(table_account(TABLE), 0) == there
        own = {k: v for k, v in kept.bank._balances.items() if v}
        assert own == {k: v for k, v in balances.items() if v}
    assert kept.room.table.public.hands > 3


async def test_what_is_brought_won_and_taken_away_is_in_the_ledger() -> None:
    kept = Kept()
    await kept.begin()
    ann, ben = kept.guest("Ann"), kept.guest("Ben")
    ann.sit(0, 100)
    ben.sit(1, 150)
    kept.room.wait(1)
    (ann if ann.to_act else ben).passes(fold=True)
    loser, winner = (ann, ben) if kept.room.table.public.stack(Seat(0)) < 100 else (ben, ann)
    lost = 1
    winner.say(Stand())
    accounts = {guest: person_account(guest.person.id) for guest in (ann, ben)}
    balances = await kept.store.ledger.balances()
    assert balances[accounts[winner]] == lost
    kinds = [
        (transfer.kind, transfer.amount, transfer.table)
        for transfer in await kept.store.ledger.transfers(accounts[winner])
    ]
    stack = 100 if winner is ann else 150
    assert kinds == [("cash_out", stack + lost, TABLE), ("buy_in", stack, TABLE)]
    loser.say(Stand())
    balances = await kept.store.ledger.balances()
    assert {k: v for k, v in balances.items() if v} == {
        accounts[winner]: lost,
        accounts[loser]: -lost,
    }


async def test_bots_play_on_the_account_of_the_house_and_rake_goes_to_it() -> None:
    rules = replace(find_rules("card-room"), rake=RAKED)
    kept = Kept(bots=2, rules=rules)
    await kept.begin()
    assert kept.bank.balance(BOTS) == -400
    ann = kept.guest("Ann")
    ann.sit(0, 200)
    for _ in range(400):
        kept.room.wait(1)
        if ann.to_act:
            ann.passes()
        if kept.bank.balance(RAKE):
            break
    assert kept.bank.balance(RAKE) > 0
    balances = await kept.store.ledger.balances()
    assert balances[RAKE] == kept.bank.balance(RAKE)
    assert sum(balances.values()) == 0


class TwoTables:
    """One person at two tables of a house that gives credit for 200 chips."""

    def __init__(self) -> None:
        self.bank = Bank(credit=200)
        self.rooms = [TimedRoom(bank=self.bank, table=TableId(name)) for name in ("a", "b")]
        self.here = Guest(self.rooms[0])
        self.there = Guest(self.rooms[1], person=self.here.person)
        for room in self.rooms:
            Guest(room, "Ben").sit(1, 100)

    def refusal(self, guest: Guest, message: object) -> str | None:
        """What a wish is answered, if it is refused."""
        before = len(guest.errors)
        guest.say(message)  # type: ignore[arg-type]
        guest.read()
        new = guest.errors[before:]
        return f"{new[0].code}: {new[0].message}" if new else None


def test_nobody_brings_more_than_he_has() -> None:
    tables = TwoTables()
    assert tables.refusal(tables.here, Sit(0, 150)) is None
    assert tables.refusal(tables.there, Sit(0, 60)) == (
        "no_funds: That takes 60 chips and you have 50. The host can grant you some."
    )
    assert tables.there.viewer is None
    assert tables.refusal(tables.there, Sit(0, 50)) is None
    assert tables.refusal(tables.here, Rebuy(1)) is not None
    assert tables.bank.of(tables.here.person.id) == -200


def test_what_was_asked_for_elsewhere_is_spent_already() -> None:
    tables = TwoTables()
    tables.here.sit(0, 100)
    tables.rooms[0].wait(1)
    assert tables.rooms[0].is_playing()
    # It comes after the hand.
    assert tables.refusal(tables.here, TopUp(70)) is None
    assert tables.bank.of(tables.here.person.id) == -100
    assert tables.refusal(tables.there, Sit(0, 40)) == (
        "no_funds: That takes 40 chips and you have 30. The host can grant you some."
    )
    assert tables.refusal(tables.there, Sit(0, 1000)) is not None
    # Asked for once more it takes the place of the first.
    assert tables.refusal(tables.here, TopUp(100)) is None
    assert tables.refusal(tables.here, TopUp(101)) is not None
    assert tables.refusal(tables.here, TopUp(0)) is None
    assert tables.refusal(tables.there, Sit(0, 100)) is None


def test_rebuys_by_themselves_are_spent_already() -> None:
    tables = TwoTables()
    tables.here.sit(0, 50)
    assert tables.refusal(tables.here, AutoRebuy(below=20, to=160)) is not None
    assert tables.refusal(tables.here, AutoRebuy(below=20, to=150)) is None
    told = tables.refusal(tables.there, Sit(0, 60))
    assert told is not None
    assert told.startswith("no_funds")
    tables.here.say(Stand())
    tables.rooms[0].wait(700)
    assert tables.refusal(tables.there, Sit(0, 60)) is None


def test_a_promise_goes_along_to_another_chair() -> None:
    """A rebuy and a change of seats at the end of one hand: what is promised stays so."""
    tables = TwoTables()
    room, ann = tables.rooms[0], tables.here
    ben = Guest(room, person=next(p for p in room.players if p.name == "Ben").person)
    ann.sit(0, 100)
    assert tables.refusal(ann, AutoRebuy(below=100, to=100)) is None
    room.wait(1)
    ann.say(ChangeSeat(4))
    while room.is_playing():
        (ann if ann.to_act else ben).passes(fold=ann.to_act)
    ann.read()
    assert ann.viewer == 4
    assert room.table.public.player(Seat(4)).rebuy_to == 100
    told = tables.refusal(tables.there, Sit(0, 60))
    assert told is not None
    assert told.startswith("no_funds")


def test_rebuys_by_themselves_end_when_they_cannot_be_paid_for() -> None:
    """However long somebody loses, he brings no more than his credit."""
    tables = TwoTables()
    room, ann = tables.rooms[0], tables.here
    ben = Guest(room, person=next(p for p in room.players if p.name == "Ben").person)
    ann.sit(0, 100)
    assert tables.refusal(ann, AutoRebuy(below=100, to=100)) is None
    for _ in range(3000):
        room.wait(1)
        if ann.to_act:
            ann.passes()
        elif ben.to_act:
            ben.gambles()
        # Whatever Ann wins she loses again: the balance shows only what she has brought.
        assert tables.bank.of(ann.person.id) >= -200
        if room.table.public.player(Seat(0)).rebuy_to == 0:
            break
    assert room.table.public.player(Seat(0)).rebuy_to == 0
    assert tables.refusal(ann, AutoRebuy(below=100, to=100)) is not None


def test_a_top_up_that_has_come_is_promised_no_more() -> None:
    tables = TwoTables()
    ben = next(p for p in tables.rooms[0].players if p.name == "Ben")
    tables.here.sit(0, 100)
    tables.rooms[0].wait(1)
    tables.here.say(TopUp(50))
    other = Guest(tables.rooms[0], person=ben.person)
    for _ in range(100):
        if not tables.rooms[0].is_playing():
            break
        (tables.here if tables.here.to_act else other).passes()
    assert tables.bank.of(tables.here.person.id) == -150
    assert tables.refusal(tables.there, Sit(0, 50)) is None


def test_without_a_limit_a_balance_says_what_somebody_has_won_or_lost() -> None:
    bank = Bank()
    room = TimedRoom(bank=bank, table=TABLE)
    ann = Guest(room)
    ann.sit(0, 400)
    assert ann.me is not None
    assert (ann.me.balance, ann.me.credit) == (-400, None)


def test_a_grant_counts() -> None:
    bank = Bank(credit=0)
    room = TimedRoom(bank=bank, table=TABLE)
    ann = Guest(room)
    ann.sit(0, 100)
    assert ann.errors[-1].message == (
        "That takes 100 chips and you have none. The host can grant you some."
    )
    account = person_account(ann.person.id)
    bank.apply([Transfer(BOTS, account, Chips(120), "grant")])
    ann.sit(0, 100)
    assert ann.me is not None
    assert (ann.viewer, ann.me.balance, ann.me.credit) == (0, 20, 0)


def test_who_is_broke_and_has_no_credit_keeps_his_chair_without_chips() -> None:
    room = TimedRoom(bank=Bank(credit=200), table=TABLE, structure="pl")
    ann, ben = Guest(room), Guest(room, "Ben")
    ann.sit(0, 200)
    ben.sit(1, 200)
    public = room.table.public
    for _ in range(300):
        room.wait(1)
        if not room.is_playing() and 0 in (public.stack(Seat(0)), public.stack(Seat(1))):
            break
        for guest in (ann, ben):
            if guest.to_act:
                guest.gambles()
    broke = ann if public.stack(Seat(0)) == 0 else ben
    broke.say(Rebuy())
    broke.read()
    assert broke.errors[-1].code == "no_funds"
    assert room.has_seat(broke.person.id)
