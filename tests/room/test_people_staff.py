"""Hosts and floor, bots, notes: who may do what to whom."""

from __future__ import annotations

import asyncio

import pytest

from omaha8.room.bank import Bank
from omaha8.room.people_bots import MOST_BOTS
from omaha8.room.people_grants import Grants
from omaha8.room.people_notes import LONGEST_NOTE
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.people_rights import RIGHTS, Right, may, outranks, who_may
from omaha8.room.person import Person, Role
from omaha8.room.refusals import RoomRefused
from omaha8.store.interface import StoreError
from omaha8.store.memory import MemoryStore
from omaha8.store.records import BANK, PersonId, TableId, Transfer, person_account
from tests.room.persons import Clock, host, opened, player

B, G, P, F, H = Role.BOT, Role.GUEST, Role.PLAYER, Role.FLOOR, Role.HOST


@pytest.mark.parametrize(
    ("right", "roles"),
    [
        (Right.PLAY, {B, G, P, F, H}),
        (Right.REGISTER, {G}),
        (Right.KEEP_ACCOUNT, {P, F, H}),
        (Right.KEEP_NOTES, {G, P, F, H}),
        (Right.MAKE_BOTS, {P, F, H}),
        (Right.ASK_FOR_TABLE, {G, P, F, H}),
        (Right.MAKE_TABLES, {H}),
        (Right.RUN_TABLES, {F, H}),
        (Right.SEE_PEOPLE, {F, H}),
        (Right.SIGN_OUT, {F, H}),
        (Right.GRANT, {H}),
        (Right.SET_ROLES, {H}),
    ],
)
def test_the_rights_of_each_role(right: Right, roles: set[Role]) -> None:
    assert set(who_may(right)) == roles
    for role in Role:
        assert may(Person(PersonId(1), "Ann", role), right) == (role in roles)
    assert not may(None, right)


def test_every_role_and_right_stands_in_the_table() -> None:
    assert set(RIGHTS) == set(Role)
    assert set().union(*RIGHTS.values()) == set(Right)


@pytest.mark.parametrize(
    ("by", "over"),
    [(H, {B, G, P, F, H}), (F, {B, G, P}), (P, {B, G}), (G, {B}), (B, set())],
)
def test_the_floor_does_nothing_to_staff(by: Role, over: set[Role]) -> None:
    one = Person(PersonId(1), "Ann", by)
    assert {r for r in Role if outranks(one, Person(PersonId(2), "Bob", r))} == over


async def test_the_host_link_works_once_and_for_who_has_a_password() -> None:
    people = await opened()
    first = await people.staff.host_link()
    link = await people.staff.host_link()
    assert first is not None
    assert link is not None
    gus = (await people.guest("Gus")).person
    ann, bob = [await player(people, name) for name in ("Ann", "Bob")]
    for token, person, code in [
        (first, ann, Because.WRONG_LINK),  # the server was started twice
        ("x" * 500, ann, Because.WRONG_LINK),
        ("", ann, Because.WRONG_LINK),
        (link, gus, Because.NOT_REGISTERED),
    ]:
        with pytest.raises(PeopleRefused) as refused:
            await people.staff.claim_host(token, person)
        assert refused.value.code is code
    got = await asyncio.gather(
        *(people.staff.claim_host(link, who) for who in (ann, bob)), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in got) == ["PeopleRefused", "Person"]
    assert people.by_id(ann.id) == Person(ann.id, "Ann", Role.HOST, True)
    assert await people.staff.host_link() is None
    assert await people.staff.host_link(again=True) is not None


async def test_there_is_always_a_host() -> None:
    people = await opened()
    hal = await host(people)
    ann = await player(people, "Ann")
    with pytest.raises(PeopleRefused) as refused:
        await people.staff.set_role(hal, hal.id, Role.FLOOR)
    assert refused.value.code is Because.LAST_HOST
    assert (await people.staff.set_role(hal, hal.id, Role.HOST)).role is Role.HOST
    assert (await people.staff.set_role(hal, ann.id, Role.HOST)).role is Role.HOST
    assert (await people.staff.set_role(hal, hal.id, Role.PLAYER)).role is Role.PLAYER
    assert people.by_name("Ann") == Person(ann.id, "Ann", Role.HOST, True)


async def test_two_hosts_do_not_demote_each_other_at_once() -> None:
    people = await opened()
    hal, ann = await host(people), await host(people, "Ann")
    tries = [people.staff.set_role(a, b.id, Role.PLAYER) for a, b in ((hal, ann), (ann, hal))]
    got = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(one).__name__ for one in got) == ["PeopleRefused", "Person"]


async def test_only_who_is_registered_gets_a_role() -> None:
    people = await opened()
    hal = await host(people)
    gus = (await people.guest("Gus")).person
    bot = (await people.bots.make(hal, "Robbie")).bot
    for person, role in [(gus, Role.FLOOR), (bot, Role.HOST), (hal, Role.BOT), (hal, Role.GUEST)]:
        with pytest.raises(PeopleRefused) as refused:
            await people.staff.set_role(hal, person.id, role)
        assert refused.value.code is Because.NOT_REGISTERED
    with pytest.raises(PeopleRefused, match="no person 99"):
        await people.staff.set_role(hal, PersonId(99), Role.FLOOR)


async def test_muting_lasts_and_is_logged() -> None:
    store = MemoryStore()
    people = await opened(store)
    hal, ann = await host(people), await player(people, "Ann")
    floor = await people.staff.set_role(hal, (await player(people, "Flo")).id, Role.FLOOR)
    await people.staff.mute(floor, ann.id, True)
    with pytest.raises(PeopleRefused, match="for a host"):
        await people.staff.mute(floor, hal.id, True)
    assert people.muted == (await opened(store)).muted == {ann.id}
    await people.staff.mute(hal, ann.id, False)
    assert people.muted == (await opened(store)).muted == set()
    log = [(deed.by, deed.what, deed.person, deed.detail) for deed in people.staff.log()]
    assert log == [
        ("Hal", "mute", "Ann", "off"),
        ("Flo", "mute", "Ann", "on"),
        ("Hal", "role", "Flo", "floor"),
        ("Hal", "role", "Hal", "host, by link"),
    ]
    newest = people.staff.log(limit=1)[0]
    assert [deed.id for deed in people.staff.log(newest.id, limit=2)] == [3, 2]


async def test_people_are_found_by_the_beginning_of_their_names() -> None:
    people = await opened()
    for name in ("Ann", "Bob", "ANDY"):
        await people.guest(name)
    assert [one.person.name for one in people.staff.find("an")] == ["Ann", "ANDY"]
    assert [one.person.name for one in people.staff.find(after=1, limit=1)] == ["Bob"]
    assert [one.person.name for one in people.staff.find("%")] == []


async def test_a_bot_has_a_token_an_owner_and_an_account_of_its_own() -> None:
    people = await opened()
    ann, bob = [await player(people, name) for name in ("Ann", "Bob")]
    robbie, token = await people.bots.make(ann, "Robbie")
    assert (robbie.role, robbie.owner, robbie.registered) == (Role.BOT, ann.id, False)
    assert people.by_bot_token(token) == robbie
    assert people.by_cookie(token) is people.by_bot_token(None) is None
    assert people.by_bot_token("Robbie") is None
    assert [bot for bot, _ in people.bots.of(ann)] == [robbie]
    with pytest.raises(PeopleRefused, match="no such bot"):
        await people.bots.end(bob, robbie.id)
    told: list[tuple[PersonId, str | None]] = []
    people.on_revoked.append(lambda person, session: told.append((person, session)))
    await people.bots.end(ann, robbie.id)
    assert (people.by_bot_token(token), people.bots.of(ann)) == (None, [])
    assert told == [(robbie.id, None)]
    with pytest.raises(PeopleRefused, match="taken|somebody's already"):
        await people.bots.make(bob, "Robbie")
    # The same owner gets it back, with the chips that it had.
    again, fresh = await people.bots.make(ann, "ROBBIE")
    assert (again, people.by_bot_token(fresh)) == (robbie, robbie)
    assert people.by_bot_token(token) is None


async def test_nobody_has_more_than_ten_bots() -> None:
    people = await opened()
    ann = await player(people, "Ann")
    tries = [people.bots.make(ann, f"Robbie {n}") for n in range(MOST_BOTS + 1)]
    got = await asyncio.gather(*tries, return_exceptions=True)
    refused = [one for one in got if isinstance(one, PeopleRefused)]
    assert [one.code for one in refused] == [Because.TOO_MANY]
    assert len(people.bots.of(ann)) == MOST_BOTS


async def test_who_is_signed_out_has_no_bots_playing_on() -> None:
    people = await opened()
    ann, cookie, _ = await people.register(None, "ten to the low", "Ann")
    robbie, token = await people.bots.make(ann, "Robbie")
    told: set[PersonId] = set()
    people.on_revoked.append(lambda person, _: told.add(person))
    assert await people.revoke_all(ann.id) == 2
    assert people.by_cookie(cookie) is people.by_bot_token(token) is None
    assert told == {ann.id, robbie.id}


async def test_notes_are_the_authors_alone() -> None:
    clock = Clock()
    people = await opened(clock=clock)
    ann, bob, cat = [(await people.guest(name)).person for name in ("Ann", "Bob", "Cat")]
    await people.notes.write(ann, bob.id, "  never folds a naked ace-deuce\n")
    clock.days(1)
    await people.notes.write(ann, cat.id, "x" * LONGEST_NOTE)
    assert [note.name for note in people.notes.of(ann)] == ["Cat", "Bob"]
    assert people.notes.on(ann, bob.id).text == "never folds a naked ace-deuce"
    assert people.notes.of(bob) == []
    await people.notes.write(ann, bob.id, "folds the second nuts")
    assert len(people.notes.of(ann)) == 2
    for text in (" ", "x" * (LONGEST_NOTE + 1)):
        with pytest.raises(PeopleRefused, match="1 to 1000"):
            await people.notes.write(ann, bob.id, text)
    with pytest.raises(PeopleRefused, match="no person"):
        await people.notes.write(ann, PersonId(99), "who?")
    await people.notes.delete(ann, bob.id)
    for gone in (people.notes.delete(ann, bob.id), people.notes.delete(bob, cat.id)):
        with pytest.raises(PeopleRefused, match="no note"):
            await gone
    with pytest.raises(PeopleRefused, match="no note"):
        people.notes.on(ann, bob.id)


async def test_what_a_host_grants_comes_out_of_the_bank() -> None:
    store, bank = MemoryStore(), Bank(credit=0)
    people = await opened(store)
    hal, ann = await host(people), await player(people, "Ann")
    grants = Grants(bank, store.ledger)
    assert await grants.grant(ann.id, 500, hal.id) == 500
    assert await grants.grant(ann.id, -200, hal.id) == 300
    assert await grants.grant(ann.id, 0, hal.id) == 300
    with pytest.raises(RoomRefused, match="300 chips to take back, not 301"):
        await grants.grant(ann.id, -301, hal.id)
    assert await store.ledger.balances() == {BANK: -300, person_account(ann.id): 300}
    assert bank.of(ann.id) == 300


async def test_chips_that_are_promised_to_a_table_are_not_taken_back() -> None:
    store, bank = MemoryStore(), Bank(credit=0)
    people = await opened(store)
    hal, ann = await host(people), await player(people, "Ann")
    grants = Grants(bank, store.ledger)
    await grants.grant(ann.id, 200, hal.id)
    bank.promise(TableId("a"), ann.id, 150)
    with pytest.raises(RoomRefused, match="50 chips to take back, not 200"):
        await grants.grant(ann.id, -200, hal.id)
    assert await grants.grant(ann.id, -50, hal.id) == 150
    bank.promise(TableId("a"), ann.id, 0)
    assert await grants.grant(ann.id, -150, hal.id) == 0


class FullDisk:
    """A ledger that keeps nothing."""

    async def transfer(self, transfer: Transfer, at: int, by: PersonId | None = None) -> None:
        raise StoreError("the disk is full")


async def test_what_could_not_be_kept_was_not_granted() -> None:
    bank = Bank(credit=0)
    await Grants(bank, FullDisk(), starting=100).welcome(PersonId(1))
    with pytest.raises(StoreError):
        await Grants(bank, FullDisk()).grant(PersonId(1), 500, PersonId(2))
    assert (bank.of(PersonId(1)), bank.balance(BANK)) == (0, 0)
