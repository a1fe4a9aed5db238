"""Coming in, coming back, being signed out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from omaha8.room import people_directory
from omaha8.room.people import Admission, People
from omaha8.room.people_passwords import AT_ONCE, WAITING, Cost, Passwords
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.people_rows import MOST_SESSIONS
from omaha8.room.person import Role
from omaha8.store.records import PersonId
from omaha8.store.store import Store
from tests.room.persons import SECRET, Clock, opened, player


class Ends(list[tuple[PersonId, str | None]]):
    """What the room is told to close."""

    def __init__(self, people: People) -> None:
        people.on_revoked.append(lambda person, session: self.append((person, session)))


def session_of(people: People, admission: Admission) -> str:
    session = people.session(admission.cookie)
    assert session is not None
    return session.id


async def test_a_guest_comes_in_by_his_name_and_is_known_by_his_cookie() -> None:
    people = await opened()
    ann, cookie = await people.guest("  Ann\n")
    assert (ann.name, ann.role, ann.registered) == ("Ann", Role.GUEST, False)
    assert people.by_cookie(cookie) == people.by_id(ann.id) == people.by_name("ANN") == ann
    assert people.by_cookie(None) is people.by_cookie("") is people.by_id(PersonId(99)) is None


async def test_a_name_that_is_taken_gets_a_number() -> None:
    people = await opened(reserved=("Bea",))
    wanted = [
        "Ann",
        "ann",
        "ＡＮＮ",
        "A n n",
        "Bea",
        "",
        None,
        "Guest",
        "A name that is far too long",
    ]
    got = [(await people.guest(name)).person.name for name in wanted]
    assert got == [
        "Ann", "ann 2", "ANN 3", "A n n 4", "Bea 2",
        "Guest", "Guest 2", "Guest 3", "A name that is far t",
    ]  # fmt: skip


async def test_thousands_of_the_same_name_are_told_apart() -> None:
    people = await opened()
    keys = {(await people.guest("Guest")).person.name for _ in range(300)}
    again = await opened_again(people)
    keys |= {(await again.guest("Guest")).person.name for _ in range(300)}
    assert len(keys) == 600
    assert all(len(name) <= 20 for name in keys)


async def opened_again(people: People) -> People:
    class Same:
        database = people.database

    return await opened(Same())


async def test_who_registers_keeps_his_id_and_gets_codes() -> None:
    people = await opened()
    ann, cookie = await people.guest("Ann")
    registered, fresh, codes = await people.register(ann, SECRET, session="x")
    assert (registered.id, registered.name, registered.role) == (ann.id, "Ann", Role.PLAYER)
    assert registered.registered
    assert len(set(codes)) == people.codes_left(registered) == 8
    # Fixation: who has planted or seen the guest's cookie does not become the player.
    assert people.by_cookie(cookie) is None
    assert people.by_cookie(fresh) == registered


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("bob", Because.NAME_TAKEN),
        ("Bea", Because.NAME_TAKEN),
        ("Gus the guest", Because.NAME_TAKEN),
        (" \u200b ", Because.BAD_NAME),
        ("A name that is far too long", Because.BAD_NAME),
        (None, Because.BAD_NAME),
    ],
)
async def test_nobody_registers_by_the_name_of_another(name: str | None, code: Because) -> None:
    people = await opened(reserved=("Bea",))
    await player(people, "Bob")
    await people.guest("Gus the guest")
    with pytest.raises(PeopleRefused) as refused:
        await people.register(None, SECRET, name)
    assert (refused.value.code, refused.value.field) == (code, "name")


async def test_two_who_want_a_name_at_once() -> None:
    people = await opened()
    tries = [people.register(None, SECRET, name) for name in ("Ann", "ANN")]
    got = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(one).__name__ for one in got) == ["PeopleRefused", "Registration"]


async def test_a_guest_may_take_another_name_but_not_at_a_table() -> None:
    people = await opened()
    ann, bob = [(await people.guest(name)).person for name in ("Ann 1", "Bob 1")]
    people.seated = lambda person: person == ann.id
    with pytest.raises(PeopleRefused, match="leave your seat") as refused:
        await people.register(ann, SECRET, "Ann")
    assert refused.value.code is Because.SEATED
    assert (await people.register(ann, SECRET, "Ann 1")).person.id == ann.id
    assert (await people.register(bob, SECRET, "Bob")).person.name == "Bob"
    assert people.by_name("Bob 1") is None


async def test_one_does_not_register_twice() -> None:
    people = await opened()
    ann, _ = await people.guest("Ann")
    registered = (await people.register(ann, SECRET)).person
    # Also when the second tab still takes him for a guest.
    for known in (registered, ann):
        with pytest.raises(PeopleRefused, match="already"):
            await people.register(known, SECRET)


async def test_who_is_registered_comes_back() -> None:
    people = await opened()
    ann = await player(people, "Ann")
    assert (await people.login("ann", SECRET)).person == ann
    await people.guest("Gus")
    wrong = [("Ann", SECRET + "!"), ("Ann", ""), ("Nobody", SECRET), ("Gus", SECRET), ("", "")]
    said = set()
    for name, password in wrong:
        with pytest.raises(PeopleRefused) as refused:
            await people.login(name, password)
        said.add((refused.value.code, str(refused.value)))
    # Nobody learns which of the two was wrong.
    assert len(said) == 1


async def test_an_unknown_name_costs_as_much_as_a_wrong_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = await opened()
    await player(people, "Ann")
    tried: list[str] = []
    verify = people.passwords._hasher.verify

    def noted(kept: str, password: str) -> bool:
        tried.append(kept.rpartition("$")[0].rpartition("$")[0])
        return bool(verify(kept, password))

    monkeypatch.setattr(people.passwords, "_hasher", Hasher(people.passwords, noted))
    for name in ("Ann", "Nobody"):
        with pytest.raises(PeopleRefused):
            await people.login(name, "wrong password")
    assert len(tried) == 2
    # The same passes, memory and lanes.
    assert tried[0] == tried[1]


class Hasher:
    """The hasher, noting what it verifies."""

    def __init__(self, passwords: Passwords, verify: object) -> None:
        self.hash = passwords._hasher.hash
        self.check_needs_rehash = passwords._hasher.check_needs_rehash
        self.verify = verify


async def test_a_cookie_that_the_server_has_not_made_is_nobodys() -> None:
    people, other = await opened(), await opened()
    _, cookie = await people.guest("Ann")
    token, _, check = cookie.partition(".")
    forged = [token, f"{token}.", f"{token}.{check[:-1]}x", f"x{cookie}", cookie + "x", cookie * 9]
    forged += ["a.b", ".", "\u00e4.\u00e4", f"{token}.\ud800", "o8.\x00"]
    forged.append((await other.guest("Ann")).cookie)
    assert {people.by_cookie(value) for value in forged} == {None}
    # A cookie is no bot's token.
    assert people.by_bot_token(cookie) is None


async def test_sessions_slide_and_expire() -> None:
    clock = Clock()
    people = await opened(clock=clock)
    guest, kept = (await people.guest("Gus")), (await people.register(None, SECRET, "Ann")).cookie
    for _ in range(4):
        clock.days(29)
        assert people.by_cookie(guest.cookie) == guest.person
        assert people.by_cookie(kept) is not None
    clock.days(31)
    assert people.by_cookie(guest.cookie) is None
    assert people.by_cookie(kept) is not None
    clock.days(91)
    assert people.by_cookie(kept) is None


async def test_a_guest_who_cannot_come_back_leaves_his_name_to_others() -> None:
    clock = Clock()
    people = await opened(clock=clock)
    first = (await people.guest("Ann")).person
    clock.days(89)
    assert (await people.guest("Ann")).person.name == "Ann 2"
    clock.days(2)
    people.seated = lambda person: person == first.id
    assert (await people.guest("Ann")).person.name == "Ann 3"
    people.seated = lambda person: False
    second = (await people.guest("Ann")).person
    assert (second.name, people.by_name("ann")) == ("Ann", second)
    assert people.by_id(first.id) == first


async def test_a_clock_that_jumps_back_signs_nobody_out() -> None:
    clock = Clock()
    people = await opened(clock=clock)
    ann, cookie = await people.guest("Ann")
    clock.days(-400)
    assert people.by_cookie(cookie) == ann


async def test_logging_out_ends_that_session_alone() -> None:
    people = await opened()
    ann = await player(people, "Ann")
    here, there = [await people.login("Ann", SECRET, device=name) for name in ("phone", "desk")]
    ends = Ends(people)
    await people.revoke(ann.id, session_of(people, here))
    assert people.by_cookie(here.cookie) is None
    assert people.by_cookie(there.cookie) == ann
    assert len(ends) == 1
    assert [s.device for s in people.sessions(ann)].count("phone") == 0
    bob = await player(people, "Bob")
    with pytest.raises(PeopleRefused, match="no such session"):
        await people.revoke(bob.id, session_of(people, there))
    assert await people.revoke_all(ann.id) == 2
    assert people.by_cookie(there.cookie) is None


async def test_another_password_ends_all_sessions_but_gives_a_new_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = await opened()
    ann = await player(people, "Ann")
    here, there = [await people.login("Ann", SECRET) for _ in range(2)]
    mine, stolen = session_of(people, here), session_of(people, there)
    with pytest.raises(PeopleRefused, match="not your password"):
        await people.change_password(ann, "a wrong one", "another one", session=mine)
    assert people.by_cookie(there.cookie) == ann
    ends = Ends(people)
    monkeypatch.setattr(people_directory, "LINGER", 0.0)
    fresh = await people.change_password(ann, SECRET, "another one", session=mine)
    assert people.by_cookie(here.cookie) is people.by_cookie(there.cookie) is None
    assert people.by_cookie(fresh.cookie) == ann
    # What somebody else may have is closed at once; one's own socket when the answer is out.
    assert (ann.id, stolen) in ends
    assert (ann.id, mine) not in ends
    await asyncio.sleep(0.01)
    assert (ann.id, mine) in ends
    with pytest.raises(PeopleRefused):
        await people.login("Ann", SECRET)
    await people.login("Ann", "another one")


async def test_a_recovery_code_works_once() -> None:
    people = await opened()
    ann, cookie, codes = await people.register(None, SECRET, "Ann")
    typed = codes[0].lower().replace("-", " ").replace("0", "o").replace("1", "l")
    person, fresh, left = await people.recover("ANN", typed, "another one")
    assert (person, left) == (ann, 7)
    assert people.by_cookie(cookie) is None
    assert people.by_cookie(fresh) == ann
    for name, code in [("Ann", codes[0]), ("Bob", codes[1]), ("Ann", "7K2M-PX9D"), ("Ann", "")]:
        with pytest.raises(PeopleRefused) as refused:
            await people.recover(name, code, "a third one")
        assert refused.value.code is Because.WRONG_CODE
    await people.login("Ann", "another one")


async def test_a_code_used_twice_at_once_works_once() -> None:
    people = await opened()
    codes = (await people.register(None, SECRET, "Ann")).codes
    tries = [people.recover("Ann", codes[0], f"password {n}") for n in range(3)]
    got = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(one).__name__ for one in got) == ["PeopleRefused"] * 2 + ["Recovery"]


async def test_new_codes_take_the_place_of_the_old() -> None:
    people = await opened()
    ann, _, old = await people.register(None, SECRET, "Ann")
    with pytest.raises(PeopleRefused, match="not your password"):
        await people.new_codes(ann, "a wrong one")
    new = await people.new_codes(ann, SECRET)
    with pytest.raises(PeopleRefused):
        await people.recover("Ann", old[0], "another one")
    assert (await people.recover("Ann", new[0], "another one")).codes_left == 7


async def test_the_oldest_of_many_sessions_ends() -> None:
    clock = Clock()
    people = await opened(clock=clock)
    await player(people, "Ann")
    cookies = []
    for _ in range(MOST_SESSIONS + 1):
        clock.days(0.1)
        cookies.append((await people.login("Ann", SECRET)).cookie)
    known = [people.by_cookie(cookie) is not None for cookie in cookies]
    assert known == [False] + [True] * MOST_SESSIONS


async def test_a_restart_keeps_people_sessions_and_links(tmp_path: Path) -> None:
    clock = Clock()
    store = Store.open(tmp_path)
    people = await opened(store, clock)
    gus = await people.guest("Gus")
    ann = await people.register(None, SECRET, "Ann")
    bot, token = await people.bots.make(ann.person, "Robbie")
    link = await people.staff.host_link()
    gone = await people.login("Ann", SECRET)
    await people.revoke(ann.person.id, session_of(people, Admission(gone.person, gone.cookie)))
    people.close()
    store.close()

    clock.days(1)
    store = Store.open(tmp_path)
    people = await opened(store, clock)
    assert people.by_cookie(gus.cookie) == gus.person
    assert people.by_cookie(ann.cookie) == ann.person
    assert people.by_cookie(gone.cookie) is None
    assert people.by_bot_token(token) == bot
    assert link is not None
    assert (await people.staff.claim_host(link, ann.person)).role is Role.HOST
    assert people.by_cookie(ann.cookie) == people.by_id(ann.person.id)
    people.close()
    store.close()
    # What a thief of the file finds opens nothing.
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (gus.cookie, ann.cookie, token, link, SECRET, *ann.codes):
        assert secret.encode() not in kept
        assert secret.partition(".")[0].encode() not in kept


async def test_the_loop_waits_for_no_hash_and_no_queue_grows_without_end() -> None:
    passwords = Passwords(Cost(passes=1, memory=64))
    waiting = [asyncio.ensure_future(passwords.hash("x")) for _ in range(AT_ONCE + WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(PeopleRefused) as refused:
        await passwords.hash("one too many")
    assert refused.value.code is Because.BUSY
    assert len(set(await asyncio.gather(*waiting))) == len(waiting)
    assert await passwords.verify("x", await passwords.hash("x"))
    passwords.close()


async def test_a_hash_of_yesterday_is_made_anew_when_he_logs_in() -> None:
    people = await opened()
    ann = await player(people, "Ann")
    people.passwords = Passwords(Cost(passes=2, memory=16))
    before = kept(people, ann.id)
    assert people.passwords.outdated(before)
    await people.login("Ann", SECRET)
    assert not people.passwords.outdated(kept(people, ann.id))
    await people.login("Ann", SECRET)


def kept(people: People, person: PersonId) -> str:
    sql = "SELECT password FROM people WHERE id = ?"
    ((password,),) = people.database.reader.execute(sql, (person,)).fetchall()
    assert isinstance(password, str)
    return password
