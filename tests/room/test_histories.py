"""Finished hands as somebody may see them afterwards, out of the journal of restless tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest

from omaha8.cards import CARD_TEXT, parse_cards
from omaha8.fairness.check import verify
from omaha8.fairness.choice import hash_nonce
from omaha8.hand import events as e
from omaha8.hand.notation import play
from omaha8.room.histories import (
    HandHistory,
    HandInProgress,
    Histories,
    NoSuchHand,
    seat_of,
)
from omaha8.room.messages import Commit
from omaha8.rules.game import Seat
from omaha8.rules.house import replace
from omaha8.rules.options import HistoryShowsMucked, Muck
from omaha8.rules.presets import find_rules
from omaha8.store.records import PersonId
from omaha8.table import TableSetup
from omaha8.table import commands as c
from omaha8.table.game_choice import choose_games
from tests.random_tables import play as play_hands
from tests.room.guests import play_on
from tests.room.kept import TABLE as KEPT
from tests.room.kept import Kept
from tests.room.recorded import TABLE, Recorded
from tests.room.sessions import PATIENT

LATER: Final = 10**13
HANDS: Final = 60


async def restless(preset: str, structure: str, hands: int, **options: Any) -> Recorded:
    rules = replace(find_rules(preset), **options)
    setup = TableSetup.usual(rules, choose_games(rules, structure, None), 6)
    played = Recorded(Random(f"{preset} {structure}"), setup.open())
    await played.open()
    for _ in play_hands(played, hands):
        pass
    return played


@pytest.fixture(scope="module")
def recorded() -> Iterator[Recorded]:
    played = asyncio.run(restless("card-room", "pl", HANDS))
    yield played
    played.store.close()


async def told(played: Recorded, number: int, person: PersonId | None) -> HandHistory:
    histories = Histories(played.store.journal)
    return await histories.hand(TABLE, "High", number, person, now=LATER)


async def people_in(played: Recorded, number: int) -> list[PersonId]:
    record = await played.store.journal.hand(TABLE, number)
    assert record is not None
    return [person for _, person, _ in record.seats if person is not None]


def hidden(played: Recorded, number: int, viewer: int | None) -> set[int]:
    """The cards of that hand which somebody has never been shown."""
    events = played.hands[number]
    own = [x for x in events if isinstance(x, e.HoleDealt) and x.seat == viewer]
    seen = [x for x in events if isinstance(x, e.Shown | e.BoardDealt)] + own
    return set(range(52)) - {card for event in seen for card in event.cards or ()}


def cards_in(form: dict[str, Any]) -> set[int]:
    """All cards that an event of a history names, but those of the deck that was not dealt."""
    return set(parse_cards(form["cards"])) if form.get("cards") else set()


async def test_nobody_is_told_a_card_that_he_has_not_seen(recorded: Recorded) -> None:
    looked = 0
    for number in range(1, HANDS):
        for person in [None, *await people_in(recorded, number)]:
            history = await told(recorded, number, person)
            unseen = hidden(recorded, number, history.viewer)
            assert not unseen & {card for form in history.events for card in cards_in(form)}
            opened = {card for x in history.openings for card in parse_cards(x.card)}
            assert not unseen & opened
            looked += history.viewer is not None
    assert looked > HANDS


async def test_who_was_dealt_in_finds_his_own_cards(recorded: Recorded) -> None:
    for number in range(1, HANDS):
        for person in await people_in(recorded, number):
            history = await told(recorded, number, person)
            dealt = [x for x in recorded.hands[number] if isinstance(x, e.HoleDealt)]
            own = next(x.cards for x in dealt if x.seat == history.viewer)
            assert [
                parse_cards(form["cards"])
                for form in history.events
                if form["type"] == "hole_dealt" and form["cards"] is not None
            ] == [own]


async def test_the_shuffle_can_be_checked_from_the_file(recorded: Recorded) -> None:
    for number in range(1, HANDS, 7):
        for person in [None, *await people_in(recorded, number)]:
            history = await told(recorded, number, person)
            checks = verify(msgspec.json.decode(msgspec.json.encode(history)))
            assert [check for check in checks if not check.ok] == []
            assert len(history.openings) >= (4 if person is not None else 0)


async def test_the_text_plays_to_the_same_end(recorded: Recorded) -> None:
    histories = Histories(recorded.store.journal)
    for number in range(1, HANDS):
        events = recorded.hands[number]
        text = await histories.text(TABLE, "High", number, None, now=LATER)
        comments = [line for line in text.splitlines() if line.startswith("#")]
        (line,) = [line for line in text.splitlines() if not line.startswith("#")]
        assert comments[0].startswith(f"# High, hand {number}, 1970-01-01 01:")
        ends = [x for x in events if isinstance(x, e.HandEnded)]
        mucked = any(isinstance(x, e.Mucked) for x in events)
        if ends and not mucked:
            assert play(line).public.stacks == [stack or 0 for stack in ends[0].stacks]
        elif not ends:
            assert comments[-1].startswith(("# chopped", "# voided"))


async def test_a_list_says_what_one_won(recorded: Recorded) -> None:
    journal = recorded.store.journal
    histories = Histories(journal)
    sums: dict[int, int] = {}
    for name in range(2, 40, 2):
        person = PersonId(name)
        for line in await histories.hands(TABLE, person, now=LATER, limit=100):
            if line.seat is None:
                assert line.result is None
                continue
            assert line.result is not None
            events = recorded.hands[line.hand]
            ends = [x for x in events if isinstance(x, e.HandEnded)]
            start = next(x for x in events if isinstance(x, e.HandStarted))
            if ends:
                before, after = start.stacks[line.seat], ends[0].stacks[line.seat]
                assert before is not None
                assert after is not None
                assert line.result == after - before
            else:
                assert line.result == 0
            sums[line.hand] = sums.get(line.hand, 0) + line.result
    assert any(total > 0 for total in sums.values())
    assert any(total < 0 for total in sums.values())


async def test_a_list_goes_backwards_in_pages(recorded: Recorded) -> None:
    histories = Histories(recorded.store.journal)
    first = await histories.hands(TABLE, None, now=LATER, limit=10)
    second = await histories.hands(TABLE, None, now=LATER, before=first[-1].hand, limit=10)
    newest = recorded.table.public.hands
    assert [line.hand for line in first + second] == list(range(newest, newest - 20, -1))


async def test_a_hand_that_is_going_on_has_no_history() -> None:
    played = await restless("robert", "fl", 3)
    while not played.table.public.playing:
        played.step()
    number = played.table.public.hands
    histories = Histories(played.store.journal)
    for person in [None, *await people_in(played, number)]:
        with pytest.raises(HandInProgress, match=f"Hand {number} is not over yet"):
            await histories.hand(TABLE, "High", number, person, now=LATER)
        lines = await histories.hands(TABLE, person, now=LATER)
        assert [line.hand for line in lines] == list(range(number - 1, 0, -1))
    with pytest.raises(NoSuchHand, match=f"has not played a hand {number + 1}"):
        await told(played, number + 1, None)
    played.store.close()


async def test_who_looks_on_with_a_delay_has_the_same_delay_here(recorded: Recorded) -> None:
    histories = Histories(recorded.store.journal)
    number = next(n for n in range(5, HANDS) if dealt_in(recorded, n) > 2)
    record = await recorded.store.journal.hand(TABLE, number)
    assert record is not None
    assert record.ended is not None
    soon = record.ended + 59_999
    with pytest.raises(NoSuchHand):
        await histories.hand(TABLE, "High", number, None, now=soon, delay=60_000)
    lines = await histories.hands(TABLE, None, now=soon, delay=60_000, before=number + 1)
    assert number not in [line.hand for line in lines]
    player = (await people_in(recorded, number))[0]
    own = await histories.hand(TABLE, "High", number, player, now=soon, delay=60_000)
    rail = await histories.hand(TABLE, "High", number, None, now=soon + 1, delay=60_000)
    assert own.viewer == seat_of(record, player)
    assert rail.viewer is None


async def test_who_is_behind_cannot_tell_a_hand_that_goes_on_from_one_that_never_was() -> None:
    """However he asks: a hand that he will see in a minute is no hand yet, for him."""
    played = await restless("robert", "fl", 6)
    histories, delay, asked = Histories(played.store.journal), 60_000, 0
    last = played.table.public.hands + 3
    for _ in range(40):
        played.step()
        records = await played.store.journal.hands(TABLE, None, 3)
        live = records[0]
        for now in (live.started, live.started + 1, (live.ended or live.started) + delay - 1):
            seen = {hand.hand for hand in await histories.hands(TABLE, None, now=now, delay=delay)}
            for number in {*range(1, last)} - seen:
                for stranger in (None, PersonId(999)):
                    for tell in (histories.hand, histories.text):
                        with pytest.raises(NoSuchHand) as said:
                            await tell(TABLE, "High", number, stranger, now=now, delay=delay)
                        assert str(said.value) == f"This table has not played a hand {number}."
                        asked += 1
        for person in await people_in(played, live.hand) if live.ended is None else ():
            with pytest.raises(HandInProgress):
                await histories.hand(TABLE, "High", live.hand, person, now=now, delay=delay)
    assert asked
    played.store.close()


@pytest.mark.parametrize("limit", [1, 2, 100])
async def test_hands_that_one_may_not_know_of_yet_take_no_places(
    recorded: Recorded, limit: int
) -> None:
    """Who looks on is told the newest that are over for him, however few he asks for."""
    record = await recorded.store.journal.hand(TABLE, HANDS // 2)
    assert record is not None
    assert record.ended is not None
    delay = 60_000
    lines = await Histories(recorded.store.journal).hands(
        TABLE, None, now=record.ended + delay, delay=delay, limit=limit
    )
    newest = [HANDS // 2 - n for n in range(limit)]
    assert [line.hand for line in lines] == [number for number in newest if number > 0]


def dealt_in(played: Recorded, number: int) -> int:
    start = next(x for x in played.hands[number] if isinstance(x, e.HandStarted))
    return sum(stack is not None for stack in start.stacks)


@pytest.mark.parametrize("shows", HistoryShowsMucked)
async def test_hands_mucked_at_the_showdown_are_there_by_option(shows: HistoryShowsMucked) -> None:
    played = await restless(
        "robert", "pl", 25, history_shows_mucked=shows, muck=Muck.OPTIONAL_NON_AGGRESSOR
    )
    found = 0
    for number in range(1, 25):
        events = played.hands[number]
        if not any(isinstance(x, e.HandEnded) for x in events):
            continue
        shown = {x.seat for x in events if isinstance(x, e.Shown)}
        mucked = {x.seat for x in events if isinstance(x, e.Mucked)} - shown
        history = await told(played, number, None)
        visible = {
            form["seat"]
            for form in history.events
            if form["type"] == "hole_dealt" and form["cards"] is not None
        }
        opened = {x.card for x in history.openings}
        cards = {x.seat: x.cards for x in events if isinstance(x, e.HoleDealt)}
        for seat in mucked:
            assert (seat in visible) == (shows is HistoryShowsMucked.SHOWDOWN_PLAYERS)
            some = cards[seat]
            assert some is not None
            assert (CARD_TEXT[some[0]] in opened) == (seat in visible)
        found += bool(mucked)
    assert found
    played.store.close()


async def test_a_voided_hand_says_so() -> None:
    played = await restless("robert", "pl", 3)
    while not played.table.public.playing:
        played.step()
    number = played.table.public.hands
    played.do(c.VoidHand("a card was exposed"))
    for person in [None, *await people_in(played, number)]:
        history = await told(played, number, person)
        assert history.note == "a card was exposed"
        assert history.events[-1]["type"] == "hand_voided"
        lines = await Histories(played.store.journal).hands(TABLE, person, now=LATER)
        assert (lines[0].hand, lines[0].note) == (number, history.note)
        assert lines[0].result == (None if person is None else 0)
        text = await Histories(played.store.journal).text(TABLE, "High", number, person, now=LATER)
        assert text.endswith("# voided: a card was exposed\n")
    played.store.close()


async def test_a_hand_whose_first_deal_was_lost_is_checked_by_its_own_decks() -> None:
    """The journal's end was damaged, from the choice of the deck on; the hand is dealt anew."""
    kept = Kept(settings=msgspec.structs.replace(PATIENT, checkpoint_every=0))
    await kept.begin()
    guests = [kept.guest("Ann"), kept.guest("Ben")]

    def play(hand: int) -> None:
        for guest in guests:
            guest.say(Commit(hand, hash_nonce(bytes(32)).hex()))
        while kept.room.table.public.hands < hand:
            kept.room.wait(0.2)
        play_on(kept.room, *guests)

    for seat, guest in enumerate(guests):
        guest.sit(seat, 100)
    play(1)
    play(2)
    damage = (
        "UPDATE events SET at = at + 1 WHERE seq = (SELECT max(seq) FROM events "
        "WHERE instr(CAST(body AS TEXT), 'deck_chosen'))"
    )
    await kept.again(lambda: kept.store.database.reader.execute(damage))
    assert kept.room.table.public.hands == 1
    guests = [kept.back(guest) for guest in guests]
    play(2)
    found = await Histories(kept.store.journal).hand(KEPT, "Table", 2, None, now=LATER)
    commits = [event for event in found.events if event["type"] == "decks_committed"]
    assert len(commits) == 1
    assert found.note is not None
    assert found.note.startswith("The hand is dealt a second time")
    assert [check.text for check in verify(msgspec.to_builtins(found)) if not check.ok] == []
    first = await Histories(kept.store.journal).hand(KEPT, "Table", 1, None, now=LATER)
    assert first.note is None


async def test_what_is_shown_after_the_hand_belongs_to_it() -> None:
    played = await restless("robert", "pl", 3)
    while not (hidden_hands := unseen(played)):
        for _ in play_hands(played, played.table.public.hands + 1):
            pass
    number, seat = played.table.public.hands, hidden_hands[0]
    before = await told(played, number, None)
    played.do(c.ShowHand(seat))
    after = await told(played, number, None)
    assert after.events[:-1] == before.events
    assert (after.events[-1]["type"], after.events[-1]["seat"]) == ("shown", seat)
    assert len(after.openings) == len(before.openings) + 4
    # In the next hand it is the next hand's.
    for _ in play_hands(played, number + 2):
        pass
    assert (await told(played, number, None)).events == after.events
    played.store.close()


def unseen(played: Recorded) -> list[Seat]:
    """Who was dealt into the last hand and has not shown."""
    events = played.hands[played.table.public.hands]
    shown = {x.seat for x in events if isinstance(x, e.Shown)}
    return [x.seat for x in events if isinstance(x, e.HoleDealt) and x.seat not in shown]
