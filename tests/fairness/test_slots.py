"""Who gets the openings of which cards: of those he is told, and of no other."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given, settings

from omaha8.cards import Card
from omaha8.fairness import DealSlots, slots_seen, slots_told
from omaha8.hand.dealer import Dealer
from omaha8.hand.events import BoardDealt, Event, HandStarted, HoleDealt, Mucked, Shown
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from omaha8.hand.project import history, view
from omaha8.rules.game import Seat
from omaha8.rules.house import replace
from omaha8.rules.options import Burn, HistoryShowsMucked
from tests.fairness.histories import FOLDED, SHOWDOWN, shuffled
from tests.hand_strategies import Played, setups, shown_hands
from tests.random_hands import Setup


def cards_in(events: Iterable[Event]) -> set[Card]:
    """Every card that stands in these events."""
    return {
        card
        for event in events
        if isinstance(event, HoleDealt | BoardDealt | Shown)
        for card in event.cards or ()
    }


@settings(max_examples=60, deadline=None)
@given(shown_hands())
def test_the_cards_opened_are_those_in_the_events_that_a_viewer_gets(played: Played) -> None:
    deck, hand = played.setup.deck, played.hand
    for viewer in (None, *hand.public.deal_order[:2]):
        projected = view(hand.events, viewer)
        opened = [deck[slot] for slot in slots_seen(hand.events, viewer)]
        assert len(set(opened)) == len(opened)
        assert set(opened) == cards_in(projected)
        assert slots_told(projected) == slots_seen(hand.events, viewer)


@settings(max_examples=30, deadline=None)
@given(shown_hands())
def test_each_card_is_opened_with_the_event_that_shows_it(played: Played) -> None:
    events = played.hand.events
    viewer = played.random.choice(played.hand.public.deal_order)
    step_by_step: list[int] = []
    for count in range(1, len(events) + 1):
        step_by_step += slots_seen(events[:count], viewer, since=count - 1)
    assert tuple(step_by_step) == slots_seen(events, viewer)


@settings(max_examples=60, deadline=None)
@given(setups())
def test_the_slots_are_where_the_dealer_deals(setup: Setup) -> None:
    hand = setup.deal()
    assert isinstance(hand.dealer, Dealer)
    start = hand.events[0]
    assert isinstance(start, HandStarted)
    slots = DealSlots.of(start)
    assert tuple(setup.deck[slot] for slot in slots.board) == hand.dealer.board
    assert {seat: tuple(setup.deck[slot] for slot in slots.hole(seat)) for seat in slots.seats} == (
        hand.dealer.holes
    )


def test_a_seat_that_was_not_dealt_in_has_no_cards() -> None:
    start = play("plo8 1/2 b0 200,0,200 | f").events[0]
    assert isinstance(start, HandStarted)
    assert DealSlots.of(start).hole(Seat(1)) == ()


def test_burns_are_never_among_them() -> None:
    hand = play(SHOWDOWN, shuffled().deck)
    holes = 3 * 4
    burns = {holes, holes + 4, holes + 6}
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        assert burns.isdisjoint(slots_seen(hand.events, viewer))


def test_without_burns_the_board_comes_right_after_the_hands() -> None:
    start = play(FOLDED).events[0]
    assert isinstance(start, HandStarted)
    bare = HandStarted(
        rules=replace(start.rules, burn=Burn.NONE),
        game=start.game,
        button=start.button,
        stacks=start.stacks,
    )
    assert DealSlots.of(bare).board == (12, 13, 14, 15, 16)
    assert DealSlots.of(start).board == (13, 14, 15, 17, 19)


def test_what_a_history_shows_of_a_mucked_hand_is_opened_and_else_nothing_is() -> None:
    """RULES, showdown: a mucked hand stays secret, unless the house shows it in the history."""
    line = "plo8 1/2 b0 200*2 muck=optional | c c c c c c c c s m"
    hand = play(line, shuffled().deck)
    mucked = next(event.seat for event in hand.events if isinstance(event, Mucked))
    own = set(DealSlots.of(_start(hand)).hole(mucked))
    usual = slots_told(history(hand.events, None, hand.public.rules))
    assert own.isdisjoint(usual)
    shows = replace(hand.public.rules, history_shows_mucked=HistoryShowsMucked.SHOWDOWN_PLAYERS)
    assert own <= set(slots_told(history(hand.events, None, shows)))


def _start(hand: Hand) -> HandStarted:
    start = hand.events[0]
    assert isinstance(start, HandStarted)
    return start
