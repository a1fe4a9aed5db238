"""The waiting list: a free chair is kept for the first who can take it, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec
import pytest

from omaha8.room.bank import Bank
from omaha8.room.kept_chairs import MOST_WAITING
from omaha8.room.messages import JoinList, Stand
from omaha8.room.refusals import RoomRefused
from omaha8.rules.game import Chips
from omaha8.store.records import BANK, PersonId, Transfer, person_account
from tests.room.guests import QUICK, Guest, TimedRoom, a_person, play_on
from tests.room.kept import Kept

ABSENCE = 5.0
PATIENT = msgspec.structs.replace(QUICK, absence=ABSENCE)
LEAST, ENOUGH = 40, 400


def grant(room: TimedRoom, person: PersonId, amount: int) -> None:
    """Chips, from the host."""
    gift = Transfer(BANK, person_account(person), Chips(amount), "grant")
    room.bank.apply([gift])


def rich(room: TimedRoom, name: str) -> Guest:
    """Somebody who can pay for a chair."""
    guest = Guest(room, name)
    grant(room, guest.person.id, ENOUGH)
    return guest


class Full:
    """A table of two chairs, both taken by players whose chips are counted."""

    def __init__(self, **options: object) -> None:
        self.room = TimedRoom(seats=2, bank=Bank(credit=0), **{"settings": PATIENT, **options})  # type: ignore[arg-type]
        self.ann, self.ben = rich(self.room, "Ann"), rich(self.room, "Ben")
        self.ann.sit(0)
        self.ben.sit(1)
        self.room.wait()
        assert self.room.setup.min_buy_in == LEAST

    @property
    def waiting(self) -> tuple[str, ...]:
        return self.room.table.public.waiting

    @property
    def offered(self) -> tuple[str, ...]:
        return self.room.table.public.offered

    def free_a_chair(self) -> None:
        """Ben gets up; what is to be done then, is."""
        self.ben.say(Stand())
        play_on(self.room, self.ann, self.ben)
        self.room.wait()
        assert len(self.room.table.public.free) == 1


@pytest.mark.parametrize("seed", range(12))
def test_a_chair_is_offered_to_the_first_who_is_there_and_can_pay(seed: int) -> None:
    """Those before him are no longer on the list, those behind him keep their places."""
    at, random = Full(), Random(seed)
    guests = [Guest(at.room, f"W{n}") for n in range(10)]
    for guest in guests:
        guest.say(JoinList())
    here = {g.person.name for g in guests if random.random() < 0.4}
    pays = {g.person.name for g in guests if random.random() < 0.4}
    for guest in guests:
        if guest.person.name in pays:
            grant(at.room, guest.person.id, random.choice((LEAST, ENOUGH)))
        elif random.random() < 0.5:
            grant(at.room, guest.person.id, LEAST - 1)
        if guest.person.name not in here:
            guest.hang_up()
    at.room.wait(ABSENCE + 1)
    assert len(at.waiting) == 10, "nobody is passed over before there is a chair"
    at.free_a_chair()
    names = [guest.person.name for guest in guests]
    first = next((name for name in names if name in here & pays), None)
    assert at.offered == (() if first is None else (first,))
    assert at.waiting == (() if first is None else tuple(names[names.index(first) :]))
    late = rich(at.room, "Late")
    late.sit(1)
    assert (late.viewer == 1) == (first is None)


def test_who_comes_while_nobody_else_can_sits_down_at_once() -> None:
    """Also in the moment in which the table has not looked at the list yet."""
    at = Full()
    ghosts = [Guest(at.room, f"Ghost {n}") for n in range(10)]
    for ghost in ghosts:
        ghost.say(JoinList())
        ghost.hang_up()
    at.room.wait(ABSENCE + 1)
    dan = rich(at.room, "Dan")
    at.ben.say(Stand())
    while at.room.is_playing():
        for guest in (at.ann, at.ben):
            if guest.to_act:
                guest.passes()
    assert at.offered == ("Ghost 0",)
    dan.sit(1)
    assert dan.viewer == 1


def test_a_page_that_is_loaded_again_keeps_its_place() -> None:
    at = Full()
    cat, dan = rich(at.room, "Cat"), rich(at.room, "Dan")
    for guest in (cat, dan):
        guest.say(JoinList())
    cat.hang_up()
    at.free_a_chair()
    at.room.wait(ABSENCE - 1)
    assert at.offered == ("Cat",)
    cat = Guest(at.room, person=cat.person)
    at.room.wait(ABSENCE + 1)
    assert at.offered == ("Cat",)
    cat.hang_up()
    at.room.wait(ABSENCE + 1)
    assert at.offered == ("Dan",)


def test_who_cannot_pay_for_his_chair_is_told_so() -> None:
    at = Full()
    cat, dan = Guest(at.room, "Cat"), rich(at.room, "Dan")
    grant(at.room, cat.person.id, LEAST - 1)
    for guest in (cat, dan):
        guest.say(JoinList())
    at.free_a_chair()
    cat.read()
    (error,) = cat.errors
    assert error.code == "no_funds"
    assert error.message == (
        f"A chair is free, but it takes {LEAST} chips, which you do not have: "
        "you are not on the waiting list any more."
    )
    assert at.offered == ("Dan",)
    dan.read()
    assert dan.errors == []


def test_the_list_has_an_end() -> None:
    at = Full()
    guests = [rich(at.room, f"W{n}") for n in range(MOST_WAITING)]
    for guest in guests:
        guest.say(JoinList())
    late = rich(at.room, "Late")
    late.say(JoinList())
    late.read()
    assert [(error.code, error.message) for error in late.errors] == [
        ("too_many", f"The waiting list is full: {MOST_WAITING} wait for a chair here.")
    ]
    assert len(at.waiting) == MOST_WAITING


@pytest.mark.parametrize("why", ["gone", "poor"])
def test_a_list_of_people_who_could_not_sit_down_keeps_nobody_off_it(why: str) -> None:
    at = Full()
    for n in range(MOST_WAITING):
        guest = rich(at.room, f"W{n}") if why == "gone" else Guest(at.room, f"W{n}")
        guest.say(JoinList())
        if why == "gone":
            guest.hang_up()
    at.room.wait(ABSENCE + 1)
    poor, late = Guest(at.room, "Poor"), rich(at.room, "Late")
    poor.say(JoinList())
    poor.read()
    assert poor.errors[-1].code == "too_many"
    late.say(JoinList())
    late.read()
    assert late.errors == []
    assert at.waiting == (*(f"W{n}" for n in range(MOST_WAITING - 1)), "Late")


def test_who_is_not_at_the_table_has_to_be_able_to_pay() -> None:
    at = Full()
    poor, able = a_person("Poor"), a_person("Able")
    grant(at.room, poor.id, LEAST - 1)
    grant(at.room, able.id, LEAST)
    with pytest.raises(RoomRefused, match=f"takes {LEAST} chips and you have {LEAST - 1}"):
        at.room.wait_for_chair(poor, on=True)
    at.room.wait_for_chair(able, on=True)
    assert list(at.waiting) == ["Able"]
    # A chair is offered to who is there to take it.
    at.room.wait(ABSENCE + 1)
    at.free_a_chair()
    assert list(at.waiting) == []
    with pytest.raises(ValueError, match="There is no need to wait"):
        at.room.wait_for_chair(able, on=True)


def test_bots_give_up_their_chairs_to_nobody_who_is_not_there() -> None:
    room = TimedRoom(bots=2, seats=3, settings=PATIENT)
    ann = Guest(room, "Ann")
    ann.sit(0)
    room.wait()
    room.wait_for_chair(a_person("Ghost"), on=True)
    for _ in range(2):
        play_on(room, ann)
        room.wait(2)
    assert room.table.public.free == []
    ben = Guest(room, "Ben")
    ben.say(JoinList())
    play_on(room, ann)
    room.wait(ABSENCE + 1)
    assert room.table.public.offered == ("Ben",)


# after a restart


def names_of(room: TimedRoom, people: Iterable[Guest]) -> list[str]:
    return [guest.person.name for guest in people if room.remembers(guest.person.id)]


@pytest.mark.parametrize("checkpoint_every", [1, 1000])
async def test_who_waits_is_the_same_person_after_a_restart(checkpoint_every: int) -> None:
    """However he came on the list, and whether it stands in the checkpoint or came after it."""
    settings = msgspec.structs.replace(PATIENT, checkpoint_every=checkpoint_every, restart_grace=9)
    at = Kept(seats=2, settings=settings)
    room = await at.begin()
    ann, ben, cat, dan, eve = (at.guest(name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve"))
    ann.sit(0)
    ben.sit(1)
    room.wait()
    cat.say(JoinList())
    room.wait_for_chair(dan.person, on=True)
    for _ in range(3):
        play_on(room, ann, ben)
        room.wait(2)
    eve.say(JoinList())
    everybody = (ann, ben, cat, dan, eve)
    for _ in range(2):
        room = await at.again()
        assert room.table.public.waiting == ("Cat", "Dan", "Eve")
        assert names_of(room, everybody) == ["Cat", "Dan", "Eve"]
        assert room.taking_part == [guest.person.id for guest in everybody]
    ann, ben, eve = (at.back(guest) for guest in (ann, ben, eve))
    # The others have a while to come back; then the chair is offered to who did.
    ben.say(Stand())
    play_on(room, ann, ben)
    room.wait()
    assert room.table.public.offered == ("Cat",)
    room.wait(10)
    assert room.table.public.offered == ("Eve",)
    assert not room.remembers(cat.person.id)


async def test_a_name_on_the_list_is_that_of_who_came_on_it_last() -> None:
    """Who was on it before, under the same name, may have got another one meanwhile."""
    at = Kept(seats=2, settings=PATIENT)
    room = await at.begin()
    ann, ben, old = (at.guest(name) for name in ("Ann", "Ben", "Cat"))
    ann.sit(0)
    ben.sit(1)
    room.wait()
    for on in (True, False):
        room.wait_for_chair(old.person, on=on)
    assert not room.remembers(old.person.id)
    new = at.guest("Cat")
    new.say(JoinList())
    for _ in range(2):
        assert (room.remembers(old.person.id), room.remembers(new.person.id)) == (False, True)
        room = await at.again()


@pytest.mark.parametrize("back", [True, False])
async def test_who_waits_has_longer_to_come_back_after_a_restart(back: bool) -> None:
    """Not only as long as a lost connection goes unnoticed: then his turn is over."""
    grace = 4 * ABSENCE
    at = Kept(seats=2, settings=msgspec.structs.replace(PATIENT, restart_grace=grace))
    room = await at.begin()
    ann, ben, cat, dan = (at.guest(name) for name in ("Ann", "Ben", "Cat", "Dan"))
    ann.sit(0)
    ben.sit(1)
    room.wait()
    cat.say(JoinList())
    dan.say(JoinList())
    room = await at.again()
    ann, ben, dan = (at.back(guest) for guest in (ann, ben, dan))
    ben.say(Stand())
    play_on(room, ann, ben)
    room.wait()
    room.wait(2 * ABSENCE)
    assert room.table.public.offered == ("Cat",)
    if back:
        cat = at.back(cat)
    room.wait(2 * ABSENCE)
    assert room.table.public.offered == (("Cat",) if back else ("Dan",))
