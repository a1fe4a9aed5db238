"""Forced posts: who pays what, and how much of it is a bet (RULES, blinds, button, entry)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from omaha8.cards import deck_from_seed
from omaha8.hand.events import HoleDealt, Posted, PostKind
from omaha8.hand.hand import Hand, SetupError
from omaha8.hand.notation import play
from omaha8.hand.posts import Post, post, standard_posts
from omaha8.rules.game import Chips, Game, Seat, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.options import Kill
from omaha8.rules.presets import find_rules

ONE_TWO = stakes("pl", 1, 2)
TWO_FOUR = stakes("fl", 2, 4)
KILLED = TWO_FOUR.killed(Kill.FULL)
TDA = find_rules("tda")
DECK = deck_from_seed(bytes(32))


def posted(line: str) -> list[str]:
    """The posts as paid: ``sb1 1``, with dead money ``+1``, with ``!`` who is all-in."""
    return [_posted(event) for event in play(line).events if isinstance(event, Posted)]


def _posted(event: Posted) -> str:
    dead = f"+{event.dead}" if event.dead else ""
    return f"{event.kind}{event.seat} {event.live}{dead}{'!' if event.all_in else ''}"


def seats(stacks: Sequence[int | None], button: int) -> list[str]:
    """Who posts what by the ordinary rule."""
    owed = standard_posts(ROBERT, ONE_TWO, stacks, Seat(button))
    return [f"{owing.kind}{owing.seat}" for owing in owed]


# the ordinary posts


@pytest.mark.parametrize(
    ("stacks", "button", "owed"),
    [
        ([100] * 6, 0, ["sb1", "bb2"]),
        ([100] * 6, 5, ["sb0", "bb1"]),
        ([100] * 6, 4, ["sb5", "bb0"]),
        ([100, None, 100, 0, 100], 0, ["sb2", "bb4"]),  # empty seats are passed over
        ([100, 100], 0, ["sb0", "bb1"]),  # heads-up the button is the small blind
        ([100, 100], 1, ["sb1", "bb0"]),
        ([None, 100, 100], 0, ["sb1", "bb2"]),  # a dead button
        ([100, 100, None, 100], 2, ["sb3", "bb0"]),
    ],
)
def test_small_blind_left_of_the_button_big_blind_next(
    stacks: list[int | None], button: int, owed: list[str]
) -> None:
    assert seats(stacks, button) == owed


def test_a_house_where_the_button_posts_the_big_blind_heads_up() -> None:
    rules = replace(ROBERT, heads_up_button_posts_sb=False)
    owed = standard_posts(rules, ONE_TWO, [100, 100], Seat(0))
    assert [(owing.kind, owing.seat) for owing in owed] == [("sb", 1), ("bb", 0)]


def test_antes_come_before_the_blinds_from_everybody() -> None:
    assert posted("nlo8 5/10a1 b0 100*3 |") == [
        "ante1 0+1",
        "ante2 0+1",
        "ante0 0+1",
        "sb1 5",
        "bb2 10",
    ]


def test_one_big_blind_ante_comes_after_the_blind() -> None:
    assert posted("nlo8 5/10a10 b0 100*3 tda |") == ["sb1 5", "bb2 10", "bb_ante2 0+10"]


def test_a_short_big_blind_pays_the_blind_before_the_ante() -> None:
    assert posted("nlo8 5/10a10 b0 100,100,14 tda |")[1:] == ["bb2 10", "bb_ante2 0+4!"]
    assert posted("nlo8 5/10a10 b0 100,100,8 tda |")[1:] == ["bb2 8!", "bb_ante2 0!"]


# what a post is


@pytest.mark.parametrize(
    ("kind", "game", "live", "dead"),
    [
        (PostKind.SMALL_BLIND, ONE_TWO, 1, 0),
        (PostKind.BIG_BLIND, ONE_TWO, 2, 0),
        (PostKind.DEAD_SMALL_BLIND, ONE_TWO, 0, 1),  # a missed small blind is dead
        (PostKind.MISSED_BIG_BLIND, ONE_TWO, 2, 0),  # a missed big blind is live
        (PostKind.BOTH, ONE_TWO, 2, 1),
        (PostKind.STRADDLE, stakes("pl", 5, 10), 20, 0),  # twice the big blind
        (PostKind.KILL, KILLED, 4, 0),  # the new small bet
    ],
)
def test_what_is_live_and_what_is_dead(kind: PostKind, game: Game, live: int, dead: int) -> None:
    assert post(kind, Seat(3), game, ROBERT) == Post(Seat(3), kind, Chips(live), Chips(dead))


def test_an_ante_is_dead_unless_the_house_has_it_live() -> None:
    game = stakes("pl", 50, 100, TDA)
    assert post(PostKind.ANTE, Seat(3), game, ROBERT).dead == 100
    live = replace(ROBERT, ante_live=True)
    assert post(PostKind.ANTE, Seat(3), game, live) == Post(Seat(3), PostKind.ANTE, Chips(100))
    assert post(PostKind.BIG_BLIND_ANTE, Seat(3), game, TDA).dead == 100


def test_a_missed_big_blind_is_a_bet_and_a_dead_small_blind_is_none() -> None:
    line = "plo8 1/2 b0 100*5 sb1=1 bb2=2 dead_sb3=0+1 missed_bb4=2 both0=2+1 |"
    hand = play(line)
    assert posted(line) == ["sb1 1", "bb2 2", "dead_sb3 0+1", "missed_bb4 2", "both0 2+1"]
    assert hand.public.bets == [2, 1, 2, 0, 2]
    assert hand.stacks == (97, 99, 98, 99, 98)
    assert hand.pot == 9


def test_dead_money_is_in_the_pot_before_cards_are_dealt() -> None:
    hand = play("plo8 1/2 b0 100*5 sb1=1 bb2=2 dead_sb3=0+1 |")
    kinds = [type(event).__name__ for event in hand.events]
    assert kinds == ["HandStarted"] + 3 * ["Posted"] + 5 * ["HoleDealt"]


def test_cards_are_dealt_from_the_left_of_the_button_one_at_a_time() -> None:
    hand = play("plo8 1/2 b1 100,-,100,100 |")
    assert [event.seat for event in hand.events if isinstance(event, HoleDealt)] == [2, 3, 0]
    assert hand.dealer.holes[Seat(2)] == DECK[0:12:3]
    assert hand.dealer.holes[Seat(0)] == DECK[2:12:3]


def test_a_card_is_burned_before_flop_turn_and_river() -> None:
    hand = play("plo8 1/2 b0 100*2 | c c / c c / c c / c c")
    assert hand.board == (*DECK[9:12], DECK[13], DECK[15])
    unburned = play("plo8 1/2 b0 100*2 burn=none | c c / c c / c c / c c")
    assert unburned.board == DECK[8:13]


# short posts


def test_a_short_stack_posts_what_it_has() -> None:
    assert posted("plo8 5/10 b0 100,3,7,100 |") == ["sb1 3!", "bb2 7!"]
    assert posted("plo8 5/10 b0 100,5,10,100 |") == ["sb1 5!", "bb2 10!"]
    assert posted("plo8 5/10a5 b0 3,5,100 |") == [
        "ante1 0+5!",
        "ante2 0+5",
        "ante0 0+3!",
        "sb1 0!",
        "bb2 10",
    ]


def test_of_a_live_and_a_dead_blind_the_live_one_is_paid_first() -> None:
    line = "plo8 5/10 b0 12,100,100,100 sb1=5 bb2=10 both0=10+5 |"
    assert posted(line)[2] == "both0 10+2!"


def test_a_short_post_asks_the_whole_of_others() -> None:
    events = play("plo8 5/10 b0 100,3,7,100 |").events
    assert [event.price for event in events if isinstance(event, Posted)] == [5, 10]


def test_a_live_ante_is_part_of_the_price_however_short_the_big_blind_is() -> None:
    line = "nlo8 5/10a1 b0 100,100,6,100 ante_live=true |"
    assert posted(line)[-1] == "bb2 5!"
    hand = play(line)
    assert hand.legal is not None
    assert (hand.legal.to_call, hand.legal.min_to) == (10, 21)


def test_an_empty_seat_has_no_chips() -> None:
    hand = play("plo8 1/2 b1 100,-,100,100 |")
    assert hand.public.stacks == [100, 0, 99, 98]


# setups that cannot be


@pytest.mark.parametrize(
    ("stacks", "button", "refusal"),
    [
        ([100], 0, "stacks: 2 to 11 players with chips for 4 hole cards, not 1"),
        ([100, None, 0], 0, "stacks: 2 to 11 players with chips for 4 hole cards, not 1"),
        ([100] * 12, 0, "stacks: 2 to 11 players with chips for 4 hole cards, not 12"),
        ([100, -1], 0, "stacks: 0 chips or more, not [100, -1]"),
        ([100, 100], 2, "button: a seat from 0 to 1, not 2"),
        ([100, 100], -1, "button: a seat from 0 to 1, not -1"),
    ],
)
def test_a_hand_that_cannot_begin_says_why(
    stacks: list[int | None], button: int, refusal: str
) -> None:
    with pytest.raises(SetupError) as refused:
        Hand(ROBERT, ONE_TWO, stacks, button, DECK)
    assert str(refused.value) == refusal


def test_eleven_players_are_the_most() -> None:
    hand = Hand(ROBERT, ONE_TWO, [100] * 11, 0, DECK)
    assert len(hand.dealer.holes) == 11
    assert not hand.public.start.final_two


@pytest.mark.parametrize(
    ("owed", "refusal"),
    [
        (
            [Post(Seat(2), PostKind.BIG_BLIND, Chips(2))],
            "posts: bb from seat 2, where nobody has chips",
        ),
        (
            [Post(Seat(3), PostKind.BIG_BLIND, Chips(2))],
            "posts: bb from seat 3, where nobody has chips",
        ),
        ([Post(Seat(1), PostKind.BIG_BLIND, Chips(-2))], "posts: bb of -2 live, 0 dead: below 0"),
        (
            [
                Post(Seat(0), PostKind.BIG_BLIND, Chips(2)),
                Post(Seat(1), PostKind.BIG_BLIND, Chips(2)),
            ],
            "posts: bb from seats 0, 1; one posts it",
        ),
    ],
)
def test_posts_that_cannot_be_say_why(owed: list[Post], refusal: str) -> None:
    with pytest.raises(SetupError) as refused:
        Hand(ROBERT, ONE_TWO, [100, 100, None], 0, DECK, posts=owed)
    assert str(refused.value) == refusal
