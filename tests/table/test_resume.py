"""A table that goes on in the middle of a hand: same cards, same bets, same turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from omaha8.cards import CARD_TEXT, Card, deck_from_seed
from omaha8.hand.actions import FOLD
from omaha8.hand.events import BoardDealt, Folded, HandStarted, HoleDealt, Posted, PostKind, Shown
from omaha8.hand.legal import IllegalAction
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.presets import PRESET_NAMES
from omaha8.table import commands as c
from omaha8.table.between_hands import (
    AnyEvent,
    BlindsAssigned,
    ChopAnswered,
    ConnectionLost,
    GameChanged,
    HandVoided,
    KillLapsed,
    RulesChanged,
    TopUpAsked,
)
from omaha8.table.checkpoint import checkpoint_of, public_from
from omaha8.table.event_codec import from_json, to_json
from omaha8.table.events import Leaving, Left, Seated
from omaha8.table.machine import Table
from omaha8.table.refusal import Refused
from omaha8.table.resume import BrokenRecord, CannotResume
from tests.hand_state import hand_state
from tests.random_tables import Session, random_table
from tests.table.at_the_table import DECK, fold_out, limit
from tests.table.state_of import state_of

A, B, C, D = (Seat(i) for i in range(4))
OTHER_DECK = deck_from_seed(bytes(31) + b"1")


class Recorded:
    """A table whose events are kept, as a room does."""

    def __init__(self, players: str = "ABCD", rules: object = ROBERT, seats: int = 6) -> None:
        house = rules if isinstance(rules, type(ROBERT)) else ROBERT
        self.table = Table(house, limit(rules=house), seats)
        self.events: list[AnyEvent] = [self.table.opening]
        self.do(*(c.Sit(name, Chips(100)) for name in players))

    def do(self, *commands: c.Command) -> list[AnyEvent]:
        events = [event for command in commands for event in self.table.apply(command)]
        self.events += events
        return events


def check_same(resumed: Table, table: Table) -> None:
    assert state_of(resumed.public) == state_of(table.public)
    assert (resumed.legal, resumed.turn) == (table.legal, table.turn)
    assert resumed.waiting_for == table.waiting_for
    assert resumed.offers == table.offers
    assert resumed.hand is not None
    assert table.hand is not None
    assert hand_state(resumed.hand) == hand_state(table.hand)


@pytest.mark.parametrize("number", range(2 * len(PRESET_NAMES)))
def test_after_any_command_a_table_goes_on_as_it_was(number: int) -> None:
    """Random tables of every preset; the record has been JSON, from a checkpoint on."""
    random = Random(f"resume {number}")
    session = Session(random, random_table(random, PRESET_NAMES[number % len(PRESET_NAMES)]))
    table, state = session.table, session.table.public.copy()
    first, deck, resumed = 1, tuple[Card, ...](), 0
    while table.public.hands < 20 or table.public.playing:
        if not table.public.playing and random.random() < 0.3:
            state, first = public_from(checkpoint_of(table.public)), len(session.events)
        done = len(session.commands)
        session.step()
        for command in session.commands[done:]:
            if isinstance(command, c.Deal):
                deck = command.deck
        if len(session.commands) > done and table.hand is not None and random.random() < 0.6:
            record = [from_json(to_json(event)) for event in session.events[first:]]
            if any(isinstance(event, HandStarted) for event in record):
                twin = Table.resumed(record, state=state, deck=deck)
                check_same(twin, table)
                resumed += table.public.playing
                session.table = table = twin  # and goes on from there
    assert resumed > 5


def test_hands_are_resumed_with_all_that_happens_meanwhile() -> None:
    kinds: Counter[object] = Counter()
    for number in range(72):
        random = Random(f"meanwhile {number}")
        session = Session(random, random_table(random, PRESET_NAMES[number % len(PRESET_NAMES)]))
        table, deck, start = session.table, tuple[Card, ...](), 0
        while table.public.hands < 10 or table.public.playing:
            done, told = len(session.commands), len(session.events)
            session.step()
            for command in session.commands[done:]:
                if isinstance(command, c.Deal):
                    deck, start = command.deck, told
            if table.public.playing and random.random() < 0.2:
                check_same(Table.resumed(session.events, deck=deck), table)
                kinds.update(type(event) for event in session.events[start:])
                kinds.update(e.kind for e in session.events[start:] if isinstance(e, Posted))
                kinds["show or muck"] += table.legal is not None and table.legal.showdown
    assert {ChopAnswered, Leaving, TopUpAsked, Seated, Folded, BoardDealt, Shown} <= set(kinds)
    assert {GameChanged, RulesChanged, KillLapsed, ConnectionLost} <= set(kinds)
    assert set(PostKind) <= set(kinds)
    assert kinds["show or muck"] > 0


# What cannot go on.


def dealt(record: Recorded) -> Recorded:
    record.do(c.Deal(DECK, A), c.Act(D, FOLD))
    return record


def lost(events: Sequence[AnyEvent], deck: Sequence[Card] | None, why: str) -> Table:
    with pytest.raises(CannotResume) as refused:
        Table.resumed(events, deck=deck)
    assert str(refused.value) == f"a hand is going on: {refused.value.why}"
    assert refused.match(why)
    assert not any(card in str(refused.value) for card in CARD_TEXT)
    return refused.value.table


def test_without_its_deck_a_hand_is_voided() -> None:
    record = dealt(Recorded())
    table = lost(record.events, None, "its deck is not known")
    assert state_of(table.public) == state_of(record.table.public)
    assert (table.hand_lost, table.legal, table.offers) == (True, None, [])
    assert table.waiting_for.text == "the hand to be voided: its deck is lost"
    assert table.apply(c.VoidHand("the deck was damaged")) == [
        HandVoided("the deck was damaged", (*[Chips(100)] * 4, None, None))
    ]
    assert not table.hand_lost
    assert table.public.chips == 400
    events = table.apply(c.Deal(OTHER_DECK))
    assert isinstance(events[0], BlindsAssigned)
    assert (events[0].number, events[0].positions.button) == (2, B)
    fold_out(table)
    assert table.public.chips == 400


def test_from_a_state_in_the_middle_of_a_hand_there_is_only_voiding() -> None:
    record = dealt(Recorded())
    for deck, why in ((None, "its deck is not known"), (DECK, "its beginning is not known")):
        with pytest.raises(CannotResume, match=why) as refused:
            Table.resumed([], state=record.table.public, deck=deck)
        table = refused.value.table
        assert table.chips == 400
        table.apply(c.VoidHand("its deck was lost"))
        assert table.waiting_for.what == "deck"
    assert record.table.turn == A  # the state was copied


def test_a_lost_hand_takes_no_action() -> None:
    table = lost(dealt(Recorded()).events, None, "its deck is not known")
    with pytest.raises(IllegalAction, match="cannot fold: its deck is lost"):
        table.apply(c.Act(A, FOLD))
    refusals: list[tuple[c.Command, str]] = [
        (c.TimeOut(A), "the table waits for the hand to be voided"),
        (c.Deal(OTHER_DECK), "A hand is going on: the hand to be voided"),
        (c.AgreeChop(B), "Nothing is chopped: its deck is lost"),
        (c.ShowHand(A), "no hand to show"),
    ]
    for command, message in refusals:
        with pytest.raises(Refused, match=message):
            table.apply(command)
    # The table itself goes on: who leaves has left when the hand is voided.
    assert table.apply(c.Leave(A)) == [Leaving(A)]
    assert table.apply(c.VoidHand("lost"))[1:] == [Left(A, Chips(100))]


def test_another_deck_is_found_out() -> None:
    events = dealt(Recorded()).events
    lost(events, OTHER_DECK, "is recorded as hole_dealt and comes out as another one")
    lost(events, DECK[:20], "no such hand can be dealt from its deck")
    lost(events, [*DECK[:-1], DECK[0]], "no such hand can be dealt from its deck")


def test_a_record_that_was_changed_is_found_out() -> None:
    record = dealt(Recorded())
    record.do(c.Act(A, FOLD))
    events = record.events

    def with_(changed: AnyEvent, at: int) -> list[AnyEvent]:
        return [*events[:at], changed, *events[at + 1 :]]

    at = next(i for i, event in enumerate(events) if isinstance(event, HoleDealt))
    hole = events[at]
    assert isinstance(hole, HoleDealt)
    other = msgspec.structs.replace(hole, cards=tuple(OTHER_DECK[:4]))
    lost(with_(other, at), DECK, "hole_dealt and comes out as another one")
    lost([*events, Shown(B, tuple(DECK[:4]))], DECK, "shown is recorded where it is not legal")
    lost([*events, BoardDealt(tuple(DECK[:3]), 1)], DECK, "recorded where somebody is to act")


@pytest.mark.parametrize("missing", [1, 2, 5])
def test_a_record_cut_in_the_middle_of_a_deal_is_found_out(missing: int) -> None:
    record = Recorded()
    record.do(c.Deal(DECK, A))
    table = lost(record.events[:-missing], DECK, "the record ends, or goes on at the table, where")
    table.apply(c.VoidHand("the record was cut"))
    assert table.public.chips == 400


def test_a_record_cut_before_who_leaves_is_folded_is_found_out() -> None:
    record = Recorded()
    record.do(c.Deal(DECK, A))
    assert record.do(c.Leave(D)) == [Leaving(D), Folded(D)]
    lost(record.events[:-1], DECK, "where somebody who left is to be folded")


def test_other_stacks_than_lie_on_the_table_are_found_out() -> None:
    record = Recorded()
    state = public_from(checkpoint_of(record.table.public))
    first = len(record.events)
    dealt(record)
    other = Recorded()
    other.do(c.TopUp(B, Chips(7)))
    richer = public_from(checkpoint_of(other.table.public))
    assert Table.resumed(record.events[first:], state=state, deck=DECK).turn == A
    with pytest.raises(CannotResume, match="hand_started and comes out as another one"):
        Table.resumed(record.events[first:], state=richer, deck=DECK)


def test_of_no_hand_can_an_event_be_left_out() -> None:
    """Blinds, posts, cards, actions: without any one of them the hand is not the same."""
    record = Recorded("ABCDE")
    first = len(record.events)
    record.do(c.Deal(DECK, A))
    for _ in range(9):
        legal = record.table.legal
        assert legal is not None
        record.do(c.Act(legal.seat, legal.passive))
    # The last event alone can be left out: then it has not happened.
    assert not Table.resumed(record.events, deck=DECK).hand_lost
    voided = 0
    for at in range(first, len(record.events) - 1):
        # The beginning of the hand gone, there is nothing to void: that record is broken.
        with pytest.raises((CannotResume, BrokenRecord)) as refused:
            Table.resumed([*record.events[:at], *record.events[at + 1 :]], deck=DECK)
        if isinstance(refused.value, CannotResume):
            refused.value.table.apply(c.VoidHand("the record was damaged"))
            assert refused.value.table.chips == 500
            voided += 1
    assert voided > 9


def test_events_that_cannot_be_those_of_a_table_are_refused() -> None:
    record = dealt(Recorded())
    gone = Left(Seat(5), Chips(3))
    with pytest.raises(BrokenRecord, match="event 4 of the record, left, cannot follow"):
        Table.resumed([*record.events[:4], gone])
    with pytest.raises(ValueError, match="begin with table_opened"):
        Table.resumed(record.events[1:])


# Hands that are over.


def test_who_mucked_may_still_show_when_the_deck_is_given() -> None:
    record = dealt(Recorded())
    record.do(c.Act(A, FOLD), c.Act(B, FOLD))
    assert not record.table.public.playing
    resumed = Table.resumed(record.events, deck=DECK)
    check_same(resumed, record.table)
    assert resumed.apply(c.ShowHand(C)) == record.do(c.ShowHand(C))
    check_same(Table.resumed(record.events, deck=DECK), record.table)
    # Without it the table goes on all the same.
    for deck in (None, OTHER_DECK):
        table = Table.resumed(record.events, deck=deck)
        assert state_of(table.public) == state_of(record.table.public)
        with pytest.raises(Refused, match="no hand to show"):
            table.apply(c.ShowHand(C))
        assert table.apply(c.Deal(DECK)) == Table.resumed(record.events).apply(c.Deal(DECK))


def test_a_hand_shown_after_a_checkpoint_is_of_a_hand_that_is_not_in_it() -> None:
    record = dealt(Recorded())
    record.do(c.Act(A, FOLD), c.Act(B, FOLD))
    state, first = public_from(checkpoint_of(record.table.public)), len(record.events)
    record.do(c.ShowHand(C), c.Deal(OTHER_DECK))
    check_same(Table.resumed(record.events[first:], state=state, deck=OTHER_DECK), record.table)


def test_blinds_that_were_being_chopped_are_asked_again() -> None:
    record = Recorded(rules=replace(ROBERT, chop_blinds="both_agree"))
    record.do(c.Deal(DECK, A), c.Act(D, FOLD), c.Act(A, FOLD), c.AgreeChop(B))
    resumed = Table.resumed(record.events, deck=DECK)
    assert resumed.waiting_for.text == "seat 3 to chop or not"
    assert resumed.apply(c.AgreeChop(C)) == record.do(c.AgreeChop(C))
    assert state_of(Table.resumed(record.events).public) == state_of(resumed.public)


def test_a_voided_hand_is_no_hand_to_resume() -> None:
    record = dealt(Recorded())
    record.do(c.VoidHand("a card was exposed"))
    for deck in (None, DECK):
        assert Table.resumed(record.events, deck=deck).waiting_for.what == "deck"
