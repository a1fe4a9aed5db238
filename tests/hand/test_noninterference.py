"""Nobody learns a card that he may not see: not from events, choices, errors or the public state.

Non-interference: a hand is dealt again with the cards that a viewer cannot see permuted among
themselves, the same actions are taken, and every byte sent to him is the same. What he cannot see
at a point are all cards but his own, the board so far and the hands shown so far: the other hole
cards, burns, the board to come and the stub.

One thing is let out on purpose, and only at the showdown. Under ``auto_reveal_unless_beaten`` the
dealer mucks a hand if, and only if, it can win no share of any pot it is in: so `Mucked` tells
that one bit, and there the permutations are those that leave it as it is. Awards let out nothing
more: they follow from the hands shown. Under every other rule to muck, no bit is let out: the
player decides, and the permutations are all there are.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Sequence
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given, settings

from omaha8.cards import DECK, Card, format_cards
from omaha8.hand.actions import CHECK, FOLD, SHOW, Action, BetTo, RaiseTo
from omaha8.hand.codec import event_to_json
from omaha8.hand.dealer import Dealer
from omaha8.hand.events import BoardDealt, Event, Mucked, Shown
from omaha8.hand.hand import Hand
from omaha8.hand.legal import IllegalAction
from omaha8.hand.notation import parse_action, play, write
from omaha8.hand.project import history, view
from omaha8.hand.view import SeatView
from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import HistoryShowsMucked, Muck
from tests.hand_state import public_state
from tests.hand_strategies import Played, hands, shown_hands
from tests.random_hands import Setup


def sent(events: Sequence[Event], viewer: Seat | None) -> list[bytes]:
    return [event_to_json(event) for event in view(events, viewer)]


def unseen(hand: Hand, events: Sequence[Event], viewer: Seat | None) -> set[Card]:
    """The cards that ``viewer`` cannot see after ``events`` of ``hand``."""
    seen: set[Card] = set()
    if viewer is not None:
        seen |= set(hand.dealer.holes[viewer] or ())
    for event in events:
        if isinstance(event, BoardDealt | Shown):
            seen |= set(event.cards)
    return set(DECK) - seen


def permuted(deck: Sequence[Card], among: set[Card], random: Random) -> tuple[Card, ...]:
    """The deck with the cards of ``among`` in another order, the others in their places."""
    others = sorted(among)
    random.shuffle(others)
    order = iter(others)
    return tuple(next(order) if card in among else card for card in deck)


def moments(setup: Setup, actions: Sequence[Action]) -> Iterator[tuple[int, int]]:
    """How many events there were after how many actions, at the start and after each."""
    hand = setup.deal()
    yield len(hand.events), 0
    for count, action in enumerate(actions, 1):
        hand.apply(action)
        yield len(hand.events), count


def dealt_again(setup: Setup, deck: Sequence[Card], actions: Sequence[Action]) -> Hand:
    hand = setup.deal(deck)
    for action in actions:
        hand.apply(action)
    return hand


def viewers(played: Played) -> list[Seat | None]:
    return [None, played.random.choice(played.hand.public.deal_order)]


@settings(max_examples=150, deadline=None)
@given(hands(players=6))
def test_while_the_betting_goes_on_the_bytes_do_not_depend_on_unseen_cards(
    played: Played,
) -> None:
    setup, actions = played.setup, played.actions
    for viewer in viewers(played):
        for count, taken in moments(setup, actions):
            events = played.hand.events[:count]
            if any(isinstance(event, Mucked) for event in events):
                break
            hidden = unseen(played.hand, events, viewer)
            # Of events that follow one action only the first ones may be what was seen: board
            # cards and shown hands stay where they are, so the actions are all legal again.
            again = dealt_again(setup, permuted(setup.deck, hidden, played.random), actions[:taken])
            assert sent(again.events, viewer)[:count] == sent(events, viewer)


@settings(max_examples=150, deadline=None)
@given(hands(players=6))
def test_after_every_single_event_the_bytes_do_not_depend_on_unseen_cards(played: Played) -> None:
    setup, actions = played.setup, played.actions
    steps = list(moments(setup, actions))
    for viewer in viewers(played):
        for _ in range(4):
            count = played.random.randint(1, len(played.hand.events))
            events = played.hand.events[:count]
            if any(isinstance(event, Mucked) for event in events):
                continue
            taken = next(taken for upto, taken in steps if upto >= count)
            hidden = unseen(played.hand, events, viewer)
            again = dealt_again(setup, permuted(setup.deck, hidden, played.random), actions[:taken])
            assert sent(again.events, viewer)[:count] == sent(events, viewer)


@settings(max_examples=150, deadline=None)
@given(hands(players=6))
def test_choices_and_refusals_do_not_depend_on_unseen_cards(played: Played) -> None:
    setup, actions = played.setup, played.actions
    taken = played.random.randint(0, max(0, len(actions) - 1))
    hand = dealt_again(setup, setup.deck, actions[:taken])
    for viewer in viewers(played):
        hidden = unseen(hand, hand.events, viewer)
        if any(isinstance(event, Mucked) for event in hand.events):
            continue
        again = dealt_again(setup, permuted(setup.deck, hidden, played.random), actions[:taken])
        if viewer is not None:
            view_then, view_now = SeatView.of(hand, viewer), SeatView.of(again, viewer)
            assert view_then.legal == view_now.legal
            assert view_then.hole == view_now.hole
        assert public_state(hand.public) == public_state(again.public)
        assert list(map(str, refusals(hand))) == list(map(str, refusals(again)))


def refusals(hand: Hand) -> list[IllegalAction]:
    """What is said to illegal actions of all kinds, by every seat and when it is too early."""
    found: list[IllegalAction] = []
    bad: list[Action] = [CHECK, FOLD, SHOW, RaiseTo(Chips(0)), BetTo(Chips(10**6))]
    for seat in hand.public.deal_order:
        for action in bad:
            try:
                hand.copy().apply(action, seat)
            except IllegalAction as refused:
                found.append(refused)
        try:
            hand.copy().show(seat)
        except IllegalAction as refused:
            found.append(refused)
    return found


# at the showdown


def same_bits_mucked(setup: Setup, played: Played, deck: Sequence[Card]) -> Hand | None:
    """The hand from ``deck``, if the same seats are beaten there: the bit that is let out."""
    again = dealt_again(setup, deck, played.actions)
    return again if again.public.mucked == played.hand.public.mucked else None


@settings(max_examples=100, deadline=None)
@given(hands(muck=Muck.AUTO_REVEAL, players=6))
def test_a_mucked_hand_tells_that_it_was_beaten_and_nothing_else(played: Played) -> None:
    for viewer in viewers(played):
        hidden = unseen(played.hand, played.hand.events, viewer)
        for _ in range(5):
            deck = permuted(played.setup.deck, hidden, played.random)
            again = same_bits_mucked(played.setup, played, deck)
            if again is not None:
                assert sent(again.events, viewer) == sent(played.hand.events, viewer)


@settings(max_examples=80, deadline=None)
@given(hands(muck=Muck.OPTIONAL, players=6))
def test_a_hand_mucked_by_choice_tells_nothing(played: Played) -> None:
    for viewer in viewers(played):
        hidden = unseen(played.hand, played.hand.events, viewer)
        for _ in range(3):
            deck = permuted(played.setup.deck, hidden, played.random)
            again = dealt_again(played.setup, deck, played.actions)
            assert sent(again.events, viewer) == sent(played.hand.events, viewer)


@pytest.mark.parametrize("rule", [Muck.OPTIONAL_NON_AGGRESSOR, Muck.SHOW_ALL])
def test_other_ways_to_muck_tell_nothing_either(rule: Muck) -> None:
    @settings(max_examples=20, deadline=None)
    @given(hands(muck=rule, players=6))
    def nothing(played: Played) -> None:
        hidden = unseen(played.hand, played.hand.events, None)
        deck = permuted(played.setup.deck, hidden, played.random)
        again = dealt_again(played.setup, deck, played.actions)
        assert sent(again.events, None) == sent(played.hand.events, None)

    nothing()


@settings(max_examples=150, deadline=None)
@given(hands(players=6))
def test_a_finished_hand_keeps_what_was_folded_to_itself(played: Played) -> None:
    """Folded cards change nothing for anybody, whatever was shown: not even who was beaten."""
    hand = played.hand
    folded = [seat for seat in hand.public.deal_order if not hand.public.in_hand[seat]]
    stub = set(DECK) - set(hand.dealer.board)
    for seat, hole in hand.dealer.holes.items():
        if seat not in folded:
            stub -= set(hole or ())
    again = dealt_again(
        played.setup, permuted(played.setup.deck, stub, played.random), played.actions
    )
    for viewer in (None, *hand.public.deal_order):
        if viewer not in folded:
            assert sent(again.events, viewer) == sent(hand.events, viewer)


@settings(max_examples=150, deadline=None)
@given(shown_hands())
def test_the_history_shows_mucked_hands_by_the_rule_and_folded_ones_never(played: Played) -> None:
    hand = played.hand
    rule = hand.public.rules.history_shows_mucked
    for viewer in viewers(played):
        told = history(hand.events, viewer, hand.public.rules)
        changed = [
            seen for seen, now in zip(told, view(hand.events, viewer), strict=True) if seen != now
        ]
        seats = {getattr(event, "seat", None) for event in changed}
        assert seats <= hand.public.mucked
        if rule is HistoryShowsMucked.NO:
            assert not changed


def test_the_line_of_what_a_seat_saw_names_no_card_that_it_did_not_see() -> None:
    hand = play("plo8 1/2 b0 99*3 | c c c / c c c / r6 f")
    for viewer in (None, Seat(0), Seat(1), Seat(2)):
        line = write(view(hand.events, viewer))
        for card in unseen(hand, hand.events, viewer):
            assert format_cards([card]) not in line.partition(" b0 ")[2]


# by identity: marked cards are followed through every object


class Marked(int):
    """A card that can be told from all others of its number, wherever it goes."""


def marked_hand(line: str) -> tuple[Hand, dict[Seat, set[int]]]:
    """The hand of ``line``, its dealer's cards marked, and by seat the marks of its hole cards."""
    plain = play(line)
    holes: dict[Seat, tuple[Card, ...] | None] = {
        seat: tuple(Card(Marked(card)) for card in hole or ())
        for seat, hole in plain.dealer.holes.items()
    }
    board = [Card(Marked(card)) for card in plain.dealer.board]
    start = plain.public.start
    hand = Hand(start.rules, start.game, start.stacks, start.button, Dealer(holes, board))
    return hand, {seat: {id(card) for card in hole or ()} for seat, hole in holes.items()}


def marks_in(*roots: Any) -> set[int]:
    """The marked cards that can be reached from objects, through all their fields."""
    todo: list[Any] = list(roots)
    found: set[int] = set()
    reached: set[int] = set()
    while todo:
        thing = todo.pop()
        if id(thing) in reached or isinstance(thing, type | ModuleType | FunctionType):
            continue
        reached.add(id(thing))
        if isinstance(thing, Marked):
            found.add(id(thing))
        todo += gc.get_referents(thing)
    return found


CARDS_IN_TEXT = re.compile(r"\b([2-9TJQKA][cdhs])+\b|[♣♦♥♠]")

LINES = [
    "plo8 1/2 b0 99*4 |",
    "plo8 1/2 b0 99*4 | r7 c f f / r10 c / c c / c r20 f",
    "nlo8 1/2 b0 20,99*3 | r20 c c c / c c c / c c c / r30 c f",
    "flo8 1/2 b0 99*4 | c c c c / c c c c / c c c c / c c c c",
    "flo8 1/2 b0 99*4 muck=optional | c c c c / c c c c / c c c c / c c c c m s m s",
]


@pytest.mark.parametrize("line", LINES)
def test_no_object_that_leaves_the_hand_holds_a_hidden_card(line: str) -> None:
    words = line.partition("|")[2].replace("/", " ").split()
    hand, marks = marked_hand(line.partition("|")[0] + "|")
    for word in [*words, None]:
        face_up = {seat for seat in marks if seat in hand.public.shown}
        hidden = set[int]().union(*(marks[seat] for seat in marks if seat not in face_up))
        come = {id(card) for card in hand.dealer.board[len(hand.public.board) :]}
        assert not marks_in(hand.public, hand.legal) & (hidden | come)
        assert hidden | come <= marks_in(hand.dealer), "the walk finds what is there"
        for viewer in (None, *marks):
            own = marks[viewer] if viewer is not None else set()
            told = marks_in(view(hand.events, viewer))
            assert not told & ((hidden - own) | come)
            assert own <= told
            if viewer is not None:
                assert not marks_in(SeatView.of(hand, viewer)) & ((hidden - own) | come)
        for refused in refusals(hand):
            assert not marks_in(refused.args, vars(refused)) & (hidden | come)
            assert not CARDS_IN_TEXT.search(str(refused))
        if word is not None:
            hand.apply(parse_action(word, hand.legal))
