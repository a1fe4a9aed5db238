"""What people say at a table: cleaned, not too fast, and not at all where the host says so."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from omaha8.room.chat import KEPT, REACTIONS
from omaha8.room.messages import Error, React, Said, Say, ServerMessage
from omaha8.room.spec import TableSpec
from omaha8.store.records import PersonId
from tests.room.guests import QUICK, Clock, Guest, TimedRoom, play_on
from tests.room.house import Line, a_house


class Talk:
    """Ann and Ben at a table, Cat on the rail; ``muted`` are those whom the host has silenced."""

    def __init__(self) -> None:
        self.muted: set[PersonId] = set()
        clock = Clock()
        self.room = TimedRoom(
            settings=QUICK, clock=clock, wall=clock, muted=self.muted.__contains__
        )
        self.ann, self.ben, self.cat = (Guest(self.room, name) for name in ("Ann", "Ben", "Cat"))
        self.ann.sit(0)
        self.ben.sit(1)

    def says(self, guest: Guest, message: Say | React) -> list[Said | Error]:
        """What Ben hears of it, or else what is answered."""
        self.ben.read()
        guest.read()
        guest.say(message)
        heard = [m for m in self.ben.read() if isinstance(m, Said | Error)]
        return heard or [m for m in guest.read() if isinstance(m, Said | Error)]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def refusal(told: Sequence[ServerMessage]) -> tuple[str, str]:
    (error,) = told
    assert isinstance(error, Error)
    return error.code, error.message


def test_a_line_is_heard_by_all(talk: Talk) -> None:
    (heard,) = talk.says(talk.cat, Say("good evening"))
    assert heard == Said(
        kind="say", person=talk.cat.person.id, name="Cat", text="good evening", at=1_000_000
    )
    assert heard in talk.ann.read()
    assert heard in talk.cat.read()


@pytest.mark.parametrize("reaction", REACTIONS)
def test_a_reaction_is_one_of_a_few(talk: Talk, reaction: str) -> None:
    (heard,) = talk.says(talk.ann, React(reaction))
    assert isinstance(heard, Said)
    assert (heard.kind, heard.text) == ("react", reaction)


def test_another_reaction_is_refused_with_those_there_are(talk: Talk) -> None:
    code, words = refusal(talk.says(talk.ann, React("boo")))
    assert code == "not_allowed"
    assert words == f"No such reaction; there are: {', '.join(REACTIONS)}."


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("  well\t\n played  ", "well played"),
        ("\u202etfel\u202c", "tfel"),
        ("zero\u200bwidth", "zerowidth"),
        ("bell\x07", "bell"),
        ("<b>nuts</b>", "<b>nuts</b>"),
        ("Ünö ♠ 好", "Ünö ♠ 好"),
    ],
)
def test_a_line_is_cleaned_but_not_censored(talk: Talk, text: str, heard: str) -> None:
    (said,) = talk.says(talk.ann, Say(text))
    assert isinstance(said, Said)
    assert said.text == heard


@pytest.mark.parametrize("text", [" ", "\u200b\u200b", "\n\n\x00"])
def test_a_line_with_nothing_to_read_is_refused(talk: Talk, text: str) -> None:
    assert refusal(talk.says(talk.ann, Say(text)))[0] == "not_allowed"


def test_so_many_lines_in_a_minute_and_no_more(talk: Talk) -> None:
    most = QUICK.chat_per_minute
    for number in range(most):
        talk.says(talk.cat, Say(f"{number}") if number % 2 else React("ouch"))
        talk.room.clock.time += 1
    code, words = refusal(talk.says(talk.cat, Say("one more")))
    assert (code, words) == (
        "too_fast",
        f"Too many lines; say more in {60 - most} seconds.",
    )
    # Others may.
    assert isinstance(talk.says(talk.ann, Say("hush"))[0], Said)
    talk.room.clock.time += 60 - most
    assert isinstance(talk.says(talk.cat, Say("one more"))[0], Said)


def test_in_a_silent_room_nobody_says_anything_and_all_play_on() -> None:
    room = TimedRoom(settings=msgspec.structs.replace(QUICK, chat_per_minute=0))
    ann, ben = Guest(room, "Ann"), Guest(room, "Ben")
    for message in (Say("good evening"), React("ouch")):
        ann.read()
        ann.say(message)
        told = [one for one in ann.read() if isinstance(one, Said | Error)]
        assert refusal(told) == ("muted", "Nobody chats in this room; you can still play.")
    ann.sit(0)
    ben.sit(1)
    play_on(room, ann, ben)
    assert not room.frozen


def test_who_is_muted_says_nothing_and_plays_on(talk: Talk) -> None:
    talk.muted.add(talk.ann.person.id)
    assert refusal(talk.says(talk.ann, Say("unfair"))) == (
        "muted",
        "The host has muted you; you can still play.",
    )
    assert refusal(talk.says(talk.ann, React("ouch")))[0] == "muted"
    play_on(talk.room, talk.ann, talk.ben)
    talk.muted.clear()
    assert isinstance(talk.says(talk.ann, Say("sorry"))[0], Said)


async def test_who_is_muted_is_so_at_every_table_of_the_room() -> None:
    """At those that are open, at new ones, and after a restart."""
    async with a_house() as house:
        tables = [await house.lobby.create(TableSpec())]
        await house.people.staff.mute(house.hal, house.ann.id, True)
        tables.append(await house.lobby.create(TableSpec()))
        for table in tables:
            ann, ben = Line(table, house.ann), Line(table, house.ben)
            assert [told.code for told in ann.say(table, Say("unfair"))[-1:]] == ["muted"]
            assert not any(isinstance(told, Said) for told in ben.read())
        await house.restart()
        again = house.lobby.tables[tables[0].id]
        assert Line(again, house.ann).say(again, React("ouch"))[-1].code == "muted"
        await house.people.staff.mute(house.hal, house.ann.id, False)
        assert isinstance(Line(again, house.ann).say(again, Say("sorry"))[-1], Said)


def test_who_has_no_account_says_nothing(talk: Talk) -> None:
    stranger = Guest(talk.room, watches=True)
    stranger.say(Say("hello"))
    assert refusal(stranger.read()) == (
        "not_allowed",
        "Say who you are first: a name is enough.",
    )


def test_the_dealer_explains_who_gets_what(talk: Talk) -> None:
    talk.room.wait()
    play_on(talk.room, talk.ann, talk.ben)
    talk.cat.read()
    lines = [m for m in talk.cat.told if isinstance(m, Said)]
    assert {(line.kind, line.person, line.name) for line in lines} == {("dealer", None, "Dealer")}
    assert lines[0].text.startswith("Hand 1: ")


def test_who_comes_is_told_the_last_lines(talk: Talk) -> None:
    for number in range(KEPT + 5):
        talk.room.clock.time += 60
        talk.says(talk.ann, Say(f"{number}"))
    newcomer = Guest(talk.room, "Dan")
    lines = [m.text for m in newcomer.told if isinstance(m, Said)]
    assert lines == [str(number) for number in range(5, KEPT + 5)]


def test_what_people_say_is_not_pushed_out_by_the_dealer(talk: Talk) -> None:
    talk.says(talk.ann, Say("good evening"))
    for number in range(KEPT + 5):
        talk.room.chat.dealer(f"Hand {number}: ...", number)
    newcomer = Guest(talk.room, "Dan")
    lines = [m.text for m in newcomer.told if isinstance(m, Said)]
    assert len(lines) == KEPT
    assert (lines[0], lines[-1]) == ("good evening", f"Hand {KEPT + 4}: ...")


def test_nothing_said_is_in_the_journal_or_gets_a_number(talk: Talk) -> None:
    before = talk.room.host.log.next
    talk.says(talk.ann, Say("psst"))
    assert talk.room.host.log.next == before
