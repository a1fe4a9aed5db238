"""A table is round and suits never rank: turned or with suits exchanged, a hand is the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.cards import Card, format_cards, parse_cards
from omaha8.hand.codec import event_to_builtins
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from omaha8.hand.posts import Post
from omaha8.rules.game import Chips, Seat
from tests.hand_strategies import Played, hands
from tests.random_hands import Setup
from tests.strategies import suit_permutations

Form = dict[str, Any]
SEATS_IN_WORDS = re.compile(r"\bseats? \d+(?:(?:, | and )\d+)*")


def forms(hand: Hand) -> list[Form]:
    return [event_to_builtins(event) for event in hand.events]


def played_again(setup: Setup, played: Played) -> Hand:
    hand = setup.deal()
    for action in played.actions:
        hand.apply(action)
    return hand


def turned(setup: Setup, by: int) -> Setup:
    """The same hand with everybody ``by`` chairs further on."""
    seats = len(setup.stacks)
    posts = setup.posts
    if posts is not None:
        posts = tuple(
            msgspec.structs.replace(post, seat=Seat((post.seat + by) % seats)) for post in posts
        )
    return msgspec.structs.replace(
        setup,
        stacks=tuple(setup.stacks[(seat - by) % seats] for seat in range(seats)),
        button=(setup.button + by) % seats,
        posts=posts,
    )


def turned_form(form: Form, by: int, seats: int) -> Form:
    def moved(seat: int) -> int:
        return (seat + by) % seats

    def words(found: re.Match[str]) -> str:
        return re.sub(r"\d+", lambda number: str(moved(int(number[0]))), found[0])

    changed = dict(form)
    for name in ("seat", "button"):
        if name in form:
            changed[name] = moved(form[name])
    if "winners" in form:
        changed["winners"] = type(form["winners"])(map(moved, form["winners"]))
    if "stacks" in form:
        stacks = form["stacks"]
        changed["stacks"] = type(stacks)(stacks[(seat - by) % seats] for seat in range(seats))
    if "why" in form:
        changed["why"] = SEATS_IN_WORDS.sub(words, form["why"])
    return changed


@settings(max_examples=150, deadline=None)
@given(hands(), st.integers(1, 9))
def test_turning_the_table_turns_the_events(played: Played, by: int) -> None:
    seats = len(played.setup.stacks)
    again = played_again(turned(played.setup, by), played)
    assert forms(again) == [turned_form(form, by, seats) for form in forms(played.hand)]


@settings(max_examples=150, deadline=None)
@given(hands(), suit_permutations())
def test_exchanging_suits_exchanges_them_in_the_events(
    played: Played, other: Sequence[Card]
) -> None:
    def exchanged(form: Form) -> Form:
        if "cards" not in form:
            return form
        return form | {"cards": format_cards(other[card] for card in parse_cards(form["cards"]))}

    deck = tuple(other[card] for card in played.setup.deck)
    again = played_again(msgspec.structs.replace(played.setup, deck=deck), played)
    assert forms(again) == [exchanged(form) for form in forms(played.hand)]


def scaled(setup: Setup, unit: int) -> Setup:
    """The same hand counted in a smaller unit."""
    game, posts = setup.game, setup.posts
    amounts = ("small_blind", "big_blind", "small_bet", "big_bet", "ante", "spread_max")
    if posts is not None:
        posts = tuple(
            Post(post.seat, post.kind, Chips(post.live * unit), Chips(post.dead * unit))
            for post in posts
        )
    return msgspec.structs.replace(
        setup,
        game=msgspec.structs.replace(game, **{n: getattr(game, n) * unit for n in amounts}),
        stacks=tuple(None if stack is None else stack * unit for stack in setup.stacks),
        posts=posts,
    )


@settings(max_examples=150, deadline=None)
@given(hands(), st.integers(2, 1000))
def test_counting_in_a_smaller_unit_changes_nothing_until_odd_chips_are_split(
    played: Played, unit: int
) -> None:
    def counted(form: Form) -> Form:
        money = {
            n: form[n] * unit
            for n in ("live", "dead", "price", "added", "to", "amount")
            if n in form
        }
        return form | money

    hand = scaled(played.setup, unit).deal()
    for action in played.actions:
        to = getattr(action, "to", None)
        hand.apply(action if to is None else type(action)(to * unit))
    before = [form for form in forms(played.hand)[1:] if form["type"] not in SPLIT]
    after = [form for form in forms(hand)[1:] if form["type"] not in SPLIT]
    assert after == [counted(form) for form in before]


SPLIT = ("raked", "awarded", "hand_ended")


def test_the_words_of_an_award_turn_with_the_table() -> None:
    # Three share the low; trips of jacks have the high.
    cards = ("As2sQhTd", "Ah2hQdTc", "JsJd9cTh", "Ac2cQs9d")
    words = []
    for by in (0, 1):
        holes = " ".join(f"{(seat + by) % 4}:{hole}" for seat, hole in enumerate(cards))
        street = "c c c c"
        line = f"plo8 1/2 b{by} 99*4 {holes} board:3s4d8cKcJh | " + " / ".join([street] * 4)
        words.append([award.why for award in play(line).public.awards])
    assert words[0] == [
        "high of the main pot, 4: best high",
        "low of the main pot, 4: split three ways with seats 3 and 0, one odd chip more",
        "low of the main pot, 4: split three ways with seats 1 and 0",
        "low of the main pot, 4: split three ways with seats 1 and 3",
    ]
    assert [turned_form({"why": why}, 1, 4)["why"] for why in words[0]] == words[1]
