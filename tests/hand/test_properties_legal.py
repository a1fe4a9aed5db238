"""`Legal` is all that is legal and nothing else; what is refused leaves everything as it was."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings

from omaha8.cards import parse_cards
from omaha8.hand.actions import (
    CALL,
    CHECK,
    FOLD,
    MUCK,
    SHOW,
    Action,
    BetTo,
    Call,
    Fold,
    RaiseTo,
    describe,
)
from omaha8.hand.events import (
    Bet,
    Called,
    Checked,
    Event,
    Folded,
    Mucked,
    PostKind,
    Raised,
    Shown,
)
from omaha8.hand.hand import Hand, SetupError
from omaha8.hand.legal import IllegalAction, Legal
from omaha8.hand.notation import play
from omaha8.hand.posts import Post
from omaha8.rules.game import Chips, Seat
from tests.hand_state import hand_state
from tests.hand_strategies import Played, going_hands, shown_hands

EVENT_OF: dict[str, type] = {
    "fold": Folded,
    "check": Checked,
    "call": Called,
    "bet": Bet,
    "raise": Raised,
    "show": Shown,
    "muck": Mucked,
}


def grid(legal: Legal, stack: int, random: Random) -> list[Action]:
    """Actions of every kind, with amounts at, about and far from every bound."""
    about: set[int] = {legal.min_to, legal.max_to, legal.pot_to, legal.half_pot_to, legal.price}
    about |= {legal.all_in_to, legal.price + legal.to_call, stack, 0}
    amounts = {to + off for to in about for off in (-1, 0, 1)} | {-(10**9), 10**9}
    amounts |= {random.randint(0, legal.all_in_to + 5) for _ in range(5)}
    wagers = [kind(Chips(to)) for to in sorted(amounts) for kind in (BetTo, RaiseTo)]
    return [FOLD, CHECK, CALL, SHOW, MUCK, *wagers]


def first_seat(event: Event) -> object:
    return getattr(event, "seat", None)


@settings(max_examples=100, deadline=None)
@given(going_hands())
def test_an_action_is_accepted_if_and_only_if_it_is_among_the_legal_ones(played: Played) -> None:
    hand, legal = played.hand, played.hand.legal
    assert legal is not None
    before = hand_state(hand)
    stack = hand.public.stacks[legal.seat]
    for action in grid(legal, stack, played.random):
        if action in legal:
            other = hand.copy()
            events = other.apply(action, legal.seat)
            assert other.events == hand.events + events
            assert isinstance(events[0], EVENT_OF[describe(action).split()[0]])
            assert first_seat(events[0]) == legal.seat
        else:
            with pytest.raises(IllegalAction) as refused:
                hand.apply(action, legal.seat)
            assert names_what_is_legal(str(refused.value), legal)
            assert hand_state(hand) == before


def names_what_is_legal(text: str, legal: Legal) -> bool:
    bounds = (f"{legal.min_to} at least", f"{legal.max_to} at most", legal.explain())
    return any(bound in text for bound in (*bounds, f"to {legal.min_to}-{legal.max_to}"))


@settings(max_examples=150, deadline=None)
@given(going_hands())
def test_bounds_hold_together(played: Played) -> None:
    hand, legal = played.hand, played.hand.legal
    assert legal is not None
    public = hand.public
    assert public.in_hand[legal.seat]
    amounts = [legal.to_call, legal.price, legal.min_to, legal.max_to]
    amounts += [legal.pot_to, legal.half_pot_to, legal.all_in_to]
    assert all(type(amount) is int and amount >= 0 for amount in amounts)
    if legal.showdown:
        assert legal == Legal(seat=legal.seat, showdown=True)
        return
    bet, stack = public.bets[legal.seat], public.stacks[legal.seat]
    assert stack > 0
    assert legal.all_in_to == bet + stack
    assert legal.to_call == min(legal.price - bet, stack)
    assert (legal.max_to == 0) == (legal.no_raise is not None)
    assert legal.capped == (legal.no_raise == "capped")
    if legal.max_to:
        assert legal.price < legal.min_to <= legal.max_to <= bet + stack
        assert legal.min_to <= legal.half_pot_to <= legal.pot_to <= legal.max_to
        assert legal.wager(legal.min_to) in legal
        assert legal.wager(legal.max_to) in legal
        assert legal.wager(legal.min_to - 1) not in legal
        assert legal.wager(legal.max_to + 1) not in legal
    else:
        assert legal.min_to == legal.pot_to == legal.half_pot_to == 0
    assert legal.passive in legal
    assert FOLD in legal
    assert (CHECK in legal) != (CALL in legal)


@settings(max_examples=100, deadline=None)
@given(going_hands())
def test_another_seat_is_refused_whatever_it_wants(played: Played) -> None:
    hand, legal = played.hand, played.hand.legal
    assert legal is not None
    before = hand_state(hand)
    others = [s for s in range(-1, len(hand.public.in_hand) + 1) if s != legal.seat]
    for seat in others:
        for action in (FOLD, CHECK, CALL, legal.wager(legal.max_to), SHOW, MUCK):
            with pytest.raises(IllegalAction) as refused:
                hand.apply(action, Seat(seat))
            assert f"it is seat {legal.seat}'s turn" in str(refused.value)
        with pytest.raises(IllegalAction, match="the hand is not over"):
            hand.show(Seat(seat))
    assert hand_state(hand) == before


class Lookalike(NamedTuple):
    to: int


class AnyNumber:
    """Compares as if it lay within all bounds."""

    def __ge__(self, other: object) -> bool:
        return True

    def __le__(self, other: object) -> bool:
        return True


NO_CHIPS: list[Any] = [None, "4", 4.0, float("nan"), float("inf"), True, [4], AnyNumber()]
ODD_THINGS: list[Any] = [
    None,
    4,
    "fold",
    "call",
    b"f",
    [],
    {"type": "fold"},
    Fold,
    Call,
    Lookalike(4),
    object(),
    *(kind(to) for kind in (BetTo, RaiseTo) for to in NO_CHIPS),
]


@pytest.mark.parametrize(
    "line",
    [
        "nlo8 1/2 b0 99*3 |",
        "nlo8 1/2 b0 99*3 | c c c",
        "nlo8 1/2 b0 9*2 card-room | c c c c c c c c",
    ],
)
def test_what_is_no_action_is_not_legal_and_changes_nothing(line: str) -> None:
    hand = play(line)
    legal = hand.legal
    assert legal is not None
    before = hand_state(hand)
    for thing in ODD_THINGS:
        assert thing not in legal
        with pytest.raises(IllegalAction):
            hand.apply(thing)
        with pytest.raises(IllegalAction):
            hand.apply(thing, legal.seat)
    assert hand_state(hand) == before


@settings(max_examples=60, deadline=None)
@given(shown_hands())
def test_nothing_is_legal_when_the_hand_is_over(played: Played) -> None:
    hand = played.hand
    before = hand_state(hand)
    assert hand.legal is None
    assert hand.turn is None
    for action in (FOLD, CHECK, CALL, RaiseTo(Chips(4)), BetTo(Chips(4)), SHOW, MUCK):
        with pytest.raises(IllegalAction, match="nobody is to act"):
            hand.apply(action)
    for seat in (-1, *hand.public.shown, len(hand.public.in_hand)):
        with pytest.raises(IllegalAction, match="cannot show: seat"):
            hand.show(Seat(seat))
    assert hand_state(hand) == before


def test_a_winner_whom_nobody_called_stays_down_where_the_rules_say_so() -> None:
    hand = play("nlo8 1/2 b0 99*2 uncontested_show=never | f")
    with pytest.raises(IllegalAction, match="stays down here"):
        hand.show(Seat(1))


def test_who_folded_cannot_show() -> None:
    with pytest.raises(IllegalAction, match="seat 0 is not in the hand any more"):
        play("nlo8 1/2 b0 99*2 | f s0")


def test_a_choice_in_words() -> None:
    assert explain("plo8 1/2 b0 200*3 |") == "fold, call 2 or raise to 4-7"
    assert explain("flo8 1/2 b0 200*3 | c c") == "fold, check or raise to 4"
    assert explain("flo8 1/2 b0 200*3 | c c c") == "fold, check or bet 2"
    assert explain("flo8 1/2 b0 200*3 | r4 r6 r8") == "fold or call 4 (capped)"
    assert explain("nlo8 1/2 b0 200,9,200 | r20 f") == "fold, call 18 or raise to 38-200"
    assert explain("nlo8 1/2 b0 200*2 card-room | c c c c c c c c") == "show or muck"


def explain(line: str) -> str:
    legal = play(line).legal
    assert legal is not None
    return legal.explain()


def test_wrong_amounts_in_words() -> None:
    refused = {
        "plo8 1/2 b0 200*3 | r8": "Raise to 7 at most (you asked for 8).",
        "plo8 1/2 b0 200*3 | r3": "Raise to 4 at least (you asked for 3).",
        "plo8 1/2 b0 200*3 | c c c r1": "Bet 2 at least (you asked for 1).",
        "plo8 1/2 b0 200*3 | c c c r7": "Bet 6 at most (you asked for 7).",
    }
    for line, text in refused.items():
        with pytest.raises(IllegalAction) as error:
            play(line)
        assert str(error.value) == text
    hand = play("plo8 1/2 b0 200*3 |")
    with pytest.raises(
        IllegalAction, match="There is a bet of 2 this round: raise, not bet, to 4-7"
    ):
        hand.apply(BetTo(Chips(5)))
    hand = play("plo8 1/2 b0 200*3 | c c c")
    with pytest.raises(IllegalAction, match="There is no bet this round: bet, not raise, to 2-6"):
        hand.apply(RaiseTo(Chips(5)))


# setting a hand up


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"stacks": [99]}, "stacks: 2 to 11 players with chips for 4 hole cards, not 1"),
        ({"stacks": [99] * 12}, "stacks: 2 to 11 players with chips for 4 hole cards, not 12"),
        ({"stacks": [99, -1, 99]}, "stacks: 0 chips or more, not [99, -1, 99]"),
        ({"button": 3}, "button: a seat from 0 to 2, not 3"),
        ({"button": -1}, "button: a seat from 0 to 2, not -1"),
        ({"rake": -1}, "rake: 0 chips or more, not -1"),
        ({"posts": [("sb", 3, 1, 0)]}, "posts: sb from seat 3, where nobody has chips"),
        ({"posts": [("sb", 1, -1, 0)]}, "posts: sb of -1 live, 0 dead: below 0"),
        ({"posts": [("bb", 1, 2, 0), ("bb", 2, 2, 0)]}, "posts: bb from seats 1, 2"),
    ],
)
def test_a_hand_that_cannot_begin_says_why(change: dict[str, Any], says: str) -> None:
    base = play("nlo8 1/2 b0 99*3 |")
    start = base.public.start
    arguments: dict[str, Any] = {"stacks": start.stacks, "button": 0} | change
    if "posts" in change:
        arguments["posts"] = [
            Post(Seat(seat), PostKind(kind), Chips(live), Chips(dead))
            for kind, seat, live, dead in change["posts"]
        ]
    with pytest.raises(SetupError) as error:
        Hand(start.rules, start.game, deck=parse_cards(ALL), **arguments)
    assert says in str(error.value)


ALL = "".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")
