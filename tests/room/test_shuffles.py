"""Everybody may take part in the shuffle, and sees that the deck is the one committed to."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from omaha8.cards import parse_card
from omaha8.fairness import first_button, hash_nonce
from omaha8.fairness.check import verify
from omaha8.fairness.events import Opening
from omaha8.fairness.merkle import card_hash, root_of
from omaha8.fairness.slots import slots_told
from omaha8.room.histories import Histories
from omaha8.room.messages import (
    Commit,
    Error,
    Events,
    Reveal,
    ServerMessage,
    ShowHand,
    SitOut,
    Snapshot,
)
from omaha8.rules.game import Seat
from omaha8.table import from_builtins
from tests.room.guests import QUICK, Guest, play_on
from tests.room.kept import TABLE, Kept

SETTINGS = msgspec.structs.replace(QUICK, reveal_time=1, pause=5, showdown_pause=5)


def nonce_of(guest: Guest) -> bytes:
    return sha256(guest.person.name.encode()).digest()


def commit(guest: Guest, hand: int, nonce: bytes | None = None) -> Error | None:
    """Give the hash of a nonce; what is answered, if it is refused."""
    errors = len(guest.errors)
    guest.say(Commit(hand, hash_nonce(nonce or nonce_of(guest)).hex()))
    guest.read()
    return guest.errors[-1] if len(guest.errors) > errors else None


def reveal(guest: Guest, hand: int, nonce: bytes | None = None) -> Error | None:
    """Reveal it; what is answered, if it is refused."""
    errors = len(guest.errors)
    guest.say(Reveal(hand, (nonce or nonce_of(guest)).hex()))
    guest.read()
    return guest.errors[-1] if len(guest.errors) > errors else None


def events(guest: Guest) -> list[dict[str, Any]]:
    """All that he was told."""
    guest.read()
    return [event for m in guest.told if isinstance(m, Events) for event in m.events]


def last(guest: Guest, kind: str) -> dict[str, Any]:
    return next(event for event in reversed(events(guest)) if event["type"] == kind)


def root_under(opening: Opening) -> str:
    """The root that an opening belongs to."""
    leaf = card_hash(opening.position, parse_card(opening.card), bytes.fromhex(opening.salt))
    return root_of(opening.position, leaf, [bytes.fromhex(h) for h in opening.path]).hex()


class Table:
    """Ann and Ben, who have sat through a hand; the second comes in 5 seconds."""

    kept: Kept
    ann: Guest
    ben: Guest
    rail: Guest

    async def begin(self, bots: int = 0) -> Table:
        self.kept = kept = Kept(settings=SETTINGS, bots=bots)
        await kept.begin()
        self.ann, self.ben = kept.guest("Ann"), kept.guest("Ben")
        self.rail = Guest(kept.room, "Rail", watches=True)
        self.ann.sit(0)
        self.ben.sit(3)
        self.play_on()
        return self

    def play_on(self) -> None:
        """Deal, and check or call until the hand is over."""
        room = self.kept.room
        while not room.is_playing():
            room.wait(1)
        while room.is_playing():
            for guest in (self.ann, self.ben):
                if guest.to_act:
                    guest.passes()
            room.wait()

    def when_committed(self) -> None:
        """The decks of the second hand are committed to, and it is not dealt."""
        self.kept.room.wait(5)
        assert last(self.ann, "decks_committed")["hand"] == 2
        assert self.kept.room.table.public.hands == 1

    async def history(self, hand: int, guest: Guest) -> dict[str, Any]:
        histories = Histories(self.kept.store.journal)
        now = round(self.kept.wall() * 1000)
        person = None if guest is self.rail else guest.person.id
        found = await histories.hand(TABLE, "Main", hand, person, now=now)
        read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
        return read


@pytest.fixture
async def table() -> Table:
    return await Table().begin()


async def test_who_gives_a_nonce_has_a_part_in_the_choice(table: Table) -> None:
    assert commit(table.ann, 2) is None
    assert commit(table.ben, 2) is None
    table.when_committed()
    committed = last(table.rail, "decks_committed")
    assert committed["hashes"] == [
        {"name": guest.person.name, "hash": hash_nonce(nonce_of(guest)).hex()}
        for guest in (table.ann, table.ben)
    ]
    assert len(set(committed["roots"])) == 2
    assert reveal(table.ann, 2) is None
    table.kept.room.wait()
    assert table.kept.room.table.public.hands == 1, "Ben is waited for"
    assert reveal(table.ben, 2) is None
    table.kept.room.wait()
    assert table.kept.room.table.public.hands == 2, "and nobody else"
    chosen = last(table.rail, "deck_chosen")
    assert chosen["nonces"] == [
        {"name": guest.person.name, "nonce": nonce_of(guest).hex()}
        for guest in (table.ann, table.ben)
    ]
    assert chosen["missing"] == []
    assert len(chosen["other"]) == 52


async def test_the_first_button_comes_out_of_the_seed() -> None:
    """RULES, the button: it is drawn; and not by whoever knows the deck."""
    for _ in range(6):
        table = await Table().begin(bots=1)
        (start,) = [event for event in events(table.rail) if event["type"] == "hand_started"]
        dealt = [Seat(i) for i, stack in enumerate(start["stacks"]) if stack]
        seed = bytes.fromhex(last(table.rail, "deck_chosen")["seed"])
        assert start["button"] == first_button(seed, dealt)
        checks = {check.name: check.ok for check in verify(await table.history(1, table.ann))}
        assert checks["button"]


async def test_who_sits_out_at_the_big_blind_does_so_before_the_deck_is_chosen() -> None:
    """RULES, sit out. Afterwards it would be a way to deal the others other cards."""
    kept = Kept(settings=SETTINGS)
    await kept.begin()
    guests = [kept.guest(name) for name in ("Ann", "Ben", "Cat")]
    for seat, guest in enumerate(guests):
        guest.sit(seat)
    kept.room.wait(6)
    play_on(kept.room, *guests)
    following = kept.room.table.following
    assert following is not None
    big_blind = following.positions.big_blind
    guests[big_blind].say(SitOut("next_big_blind"))
    kept.room.wait(6)
    assert kept.room.table.public.hands == 2
    told = [event["type"] for event in events(guests[0])]
    chosen = len(told) - told[::-1].index("deck_chosen")
    assert told[chosen : chosen + 2] == ["blinds_assigned", "hand_started"]
    assert told[chosen - 2] == "sat_out"
    assert last(guests[0], "hand_started")["stacks"][big_blind] is None


async def test_in_a_first_hand_nobody_knows_for_whom_the_big_blind_comes() -> None:
    kept = Kept(settings=SETTINGS)
    await kept.begin()
    guests = [kept.guest(name) for name in ("Ann", "Ben", "Cat")]
    rail = Guest(kept.room, "Rail", watches=True)
    for seat, guest in enumerate(guests):
        guest.sit(seat)
    guests[2].say(SitOut("next_big_blind"))
    kept.room.wait(6)
    start = last(rail, "hand_started")
    assert [stack is None for stack in start["stacks"][:3]] == [False, False, True]
    seed = bytes.fromhex(last(rail, "deck_chosen")["seed"])
    assert start["button"] == first_button(seed, [Seat(0), Seat(1)])


async def test_who_does_not_reveal_is_named_and_waited_for_only_so_long(table: Table) -> None:
    for guest in (table.ann, table.ben):
        commit(guest, 2)
    table.when_committed()
    reveal(table.ann, 2)
    table.kept.room.wait(0.9)
    assert table.kept.room.table.public.hands == 1
    table.kept.room.wait(0.2)
    assert table.kept.room.table.public.hands == 2
    chosen = last(table.rail, "deck_chosen")
    assert chosen["missing"] == ["Ben"]
    assert [each["name"] for each in chosen["nonces"]] == ["Ann"]
    # Too late: it has been chosen.
    late = reveal(table.ben, 2)
    assert late is not None
    assert (late.code, late.message) == ("stale", "No nonce is waited for in hand 2.")


async def test_where_nobody_gives_a_nonce_nobody_is_waited_for(table: Table) -> None:
    table.kept.room.wait(5.1)
    assert table.kept.room.table.public.hands == 2
    assert last(table.rail, "deck_chosen")["missing"] == []


async def test_bots_give_nonces_like_anybody() -> None:
    table = await Table().begin(bots=2)
    committed = last(table.rail, "decks_committed")
    assert [each["name"] for each in committed["hashes"]] == ["Bea", "Carl"]
    chosen = last(table.rail, "deck_chosen")
    assert [each["name"] for each in chosen["nonces"]] == ["Bea", "Carl"]


async def test_a_nonce_must_be_the_one_whose_hash_was_given(table: Table) -> None:
    commit(table.ann, 2)
    table.when_committed()
    wrong = reveal(table.ann, 2, b"\1" * 32)
    assert wrong is not None
    assert wrong.message == "This nonce does not fit the hash you gave."
    # Nor may one reveal without having given a hash.
    stranger = reveal(table.ben, 2)
    assert stranger is not None
    assert stranger.code == "not_allowed"
    assert reveal(table.ann, 2) is None


async def test_who_has_two_pages_open_gives_his_nonce_twice_and_hears_no_complaint(
    table: Table,
) -> None:
    commit(table.ann, 2)
    table.when_committed()
    assert reveal(table.ann, 2) is None
    # He was the only one: the deck is chosen.
    table.kept.room.wait()
    assert table.kept.room.is_playing()
    assert reveal(table.ann, 2) is None
    other = reveal(table.ann, 2, b"\1" * 32)
    assert other is not None
    assert other.code == "stale"


async def test_of_two_with_one_hash_the_second_has_copied_it(table: Table) -> None:
    nonce = nonce_of(table.ann)
    commit(table.ann, 2)
    commit(table.ben, 2, nonce)
    table.when_committed()
    committed = last(table.rail, "decks_committed")
    assert [each["name"] for each in committed["hashes"]] == ["Ann"]


async def test_a_hash_may_be_replaced_until_the_decks_are_committed_to(table: Table) -> None:
    commit(table.ann, 2, b"\1" * 32)
    assert commit(table.ann, 2) is None
    table.when_committed()
    assert commit(table.ann, 2) is not None
    assert reveal(table.ann, 2, b"\1" * 32) is not None
    assert reveal(table.ann, 2) is None


@pytest.mark.parametrize("hand", [0, 1, 3, 99])
async def test_nonces_are_for_the_coming_hand(table: Table, hand: int) -> None:
    refused = commit(table.ann, hand)
    assert refused is not None
    assert (refused.code, refused.hand) == ("stale", 1)
    assert refused.message == (f"Nonces are for hand 2, which is not shuffled yet; not {hand}.")


async def test_when_a_hand_is_shuffled_nonces_are_for_the_one_after(table: Table) -> None:
    commit(table.ann, 2)
    table.when_committed()
    refused = commit(table.ben, 2)
    assert refused is not None
    assert "Nonces are for hand 3" in refused.message


async def test_who_has_no_seat_has_no_part(table: Table) -> None:
    cat = table.kept.guest("Cat")
    refused = commit(cat, 2)
    assert refused is not None
    assert refused.code == "not_seated"


async def test_no_hash_is_shown_before_all_are(table: Table) -> None:
    commit(table.ann, 2)
    told: list[ServerMessage] = [*table.ben.read(), *table.rail.read()]
    assert hash_nonce(nonce_of(table.ann)).hex() not in str(told)


async def test_everybody_can_check_the_hand_from_its_history(table: Table) -> None:
    for guest in (table.ann, table.ben):
        commit(guest, 2)
    table.when_committed()
    reveal(table.ben, 2)
    table.play_on()
    for hand in (1, 2):
        for guest in (table.ann, table.ben, table.rail):
            checks = verify(await table.history(hand, guest))
            assert [check.text for check in checks if not check.ok] == []
            assert {"order", "seed", "openings"} & {check.name for check in checks}


async def test_cards_shown_while_the_next_decks_are_committed_to_are_those_of_their_hand(
    table: Table,
) -> None:
    room = table.kept.room
    while not room.is_playing():
        room.wait(1)
    (folds,) = [guest for guest in (table.ann, table.ben) if guest.to_act]
    folds.passes(fold=True)
    winner = table.ben if folds is table.ann else table.ann
    commit(table.ann, 3)
    room.wait(5)
    assert last(table.rail, "decks_committed")["hand"] == 3
    winner.say(ShowHand())
    assert last(table.rail, "shown")["seat"] == winner.viewer
    table.play_on()
    for hand, shown in ((2, 1), (3, 0)):
        history = await table.history(hand, table.rail)
        assert [check.text for check in verify(history) if not check.ok] == []
        before = [event["type"] for event in history["events"]]
        assert before[: before.index("hand_started")].count("shown") == 0
        assert (before.count("shown") == 1) == bool(shown)


async def test_openings_come_with_the_cards_that_one_sees_and_with_no_others(
    table: Table,
) -> None:
    commit(table.ann, 2)
    table.when_committed()
    reveal(table.ann, 2)
    everybody = (table.ann, table.ben, table.rail)
    before = {guest: len(events(guest)) and len(guest.told) for guest in everybody}
    table.play_on()
    root = last(table.rail, "decks_committed")["roots"][last(table.rail, "deck_chosen")["dealt"]]
    for guest, since in before.items():
        guest.read()
        own = [m for m in guest.told[since:] if isinstance(m, Events)]
        opened = [opening for message in own for opening in message.openings]
        forms = [event for message in own for event in message.events]
        dealt = [from_builtins(f) for f in forms[_start(forms) :] if f["type"] in _DEAL]
        assert {opening.slot for opening in opened} == set(slots_told(dealt))
        assert {root_under(opening) for opening in opened} == {root}
        # The cards themselves, in the order in which they were told.
        assert {opening.card for opening in opened} == {
            cards[i : i + 2]
            for form in forms
            if form["type"] in ("hole_dealt", "shown", "board_dealt")
            for cards in [form["cards"] or ""]
            for i in range(0, len(cards), 2)
        }


async def test_who_comes_in_the_middle_gets_all_openings_he_may_have(table: Table) -> None:
    room = table.kept.room
    while not room.is_playing():
        room.wait(1)
    hand = room.table.hand
    assert hand is not None
    while not hand.public.board:
        for guest in (table.ann, table.ben):
            if guest.to_act:
                guest.passes()
    for guest, count in ((table.ann, 4 + 3), (table.rail, 3)):
        again = Guest(room, person=guest.person, watches=guest is table.rail)
        (snapshot,) = [m for m in again.told if isinstance(m, Snapshot)]
        assert len(snapshot.openings) == count


_DEAL = ("hand_started", "hole_dealt", "board_dealt", "shown")


def _start(forms: list[dict[str, Any]]) -> int:
    return next(i for i, form in enumerate(forms) if form["type"] == "hand_started")
