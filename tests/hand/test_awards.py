"""Every chip of every pot, and why (RULES, pots)."""

from __future__ import annotations

import pytest

from omaha8.hand.events import Awarded, Raked
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from tests.hand.reading import awards, payouts

HIGH_AND_LOW = "board:KsKd7h6c2d 0:KhKcQhQc 1:As3sQdJd 2:AhTsTc9c 3:Ac3cJhJc"
"""Seat 0 has the best high; 1 and 3 the same, only low; 3 beats 2, 2 beats 1 for high."""

TIED_HIGH = "board:KsJd9h5c4s 0:AsQh7h3h 1:AhQc7c3c 2:AdQs7s3s 3:AcQd7d3d"
"""Ace high for everybody, and no low."""

TIED_BOTH_WAYS = "board:KsJd8h5c4s 0:AhQc7c3c 1:AdQs7s3s 2:AcQd7d3d"
"""The same ace high and the same 8-5-4-3-A for everybody."""


def dealt(cards: str, players: int) -> str:
    """The board and the hole cards of the first so many seats."""
    return " ".join(w for w in cards.split() if w[0] == "b" or int(w[0]) < players)


def explained(hand: Hand) -> list[str]:
    return [f"{award.seat} {award.amount}: {award.why}" for award in awards(hand)]


# halves


def test_high_and_low_take_a_half_each() -> None:
    hand = play(f"nlo8 1/2 b0 100*2 {dealt(HIGH_AND_LOW, 2)} | c c / c c / c c / c c")
    assert explained(hand) == [
        "0 2: high of the main pot, 2: best high",
        "1 2: low of the main pot, 2: best low",
    ]


def test_without_a_low_the_high_takes_all() -> None:
    cards = "board:KsKdJh9c2d 0:KhKcQhQc 1:As3s4d5d"
    hand = play(f"nlo8 1/2 b0 100*2 {cards} | c c / c c / c c / c c")
    assert explained(hand) == ["0 4: all of the main pot, 4: best high, no low qualifies"]


def test_one_hand_may_take_both_halves() -> None:
    # RULES: a straight flush that is also the wheel.
    cards = "board:3s4s5sKhKc 0:As2sKdQd 1:KsQsJhTh"
    hand = play(f"nlo8 1/2 b0 100*2 {cards} | c c / c c / c c / c c")
    assert explained(hand) == ["0 4: all of the main pot, 4: best high and best low"]
    assert awards(hand)[0].hand == "straight flush, five high; Wheel"


def test_a_shared_low_is_quartered() -> None:
    hand = play(f"nlo8 1/2 b0 100*4 {HIGH_AND_LOW} | c c c c / c c c c / c c c c / c c c c")
    assert explained(hand) == [
        "0 4: high of the main pot, 4: best high",
        "1 2: low of the main pot, 4: quartered with seat 3",
        "3 2: low of the main pot, 4: quartered with seat 1",
    ]
    assert [award.hand for award in awards(hand)] == [
        "four of a kind, kings, seven kicker",
        "Seven-Six Low",
        "Seven-Six Low",
    ]


def test_the_pot_of_a_hand_that_is_over_is_what_was_in_it() -> None:
    rake = 'rake={"per_mille":100,"cap":50}'
    played = f"nlo8 1/2 b0 100*2 {dealt(HIGH_AND_LOW, 2)} {rake} | r20 c / c c / c c / c c"
    assert play(played).pot == 40
    assert sum(payouts(play(played)).values()) == 36
    assert sum(payouts(play(played.replace("| r", "rake=0 | r"))).values()) == 40


# odd chips

POT_OF_FIVE = "nlo8 1/2 b0 100*3 board:KsKd7h6c2d 0:KhKcQhQc 1:AhTsTc9c 2:As3sQdJd"


def test_the_odd_chip_between_the_halves_goes_to_high() -> None:
    hand = play(f"{POT_OF_FIVE} | c f c / c c / c c / c c")
    assert explained(hand) == [
        "0 3: high of the main pot, 3: best high; odd chip to high",
        "2 2: low of the main pot, 2: best low; odd chip to high",
    ]


def test_or_to_low_where_the_house_says_so() -> None:
    hand = play(f"{POT_OF_FIVE} odd_chip_hilo=low | c f c / c c / c c / c c")
    assert explained(hand) == [
        "0 2: high of the main pot, 2: best high; odd chip to low",
        "2 3: low of the main pot, 3: best low; odd chip to low",
    ]


@pytest.mark.parametrize(
    ("button", "actions", "paid"),
    [
        (0, "r4 f c c", {1: 5, 2: 5, 3: 4}),
        (1, "r4 c c c", {2: 5, 3: 5, 0: 4, 1: 4}),
        (3, "r4 c c c", {0: 5, 1: 5, 2: 4, 3: 4}),
    ],
)
def test_odd_chips_among_tied_winners_go_one_each_from_the_left_of_the_button(
    button: int, actions: str, paid: dict[int, int]
) -> None:
    blinds = f"sb{(button + 1) % 4}=1 bb{(button + 2) % 4}=2 dead_sb{button}=0+2"
    streets = "/ c c c c / c c c c / c c c c"
    if "f" in actions:
        streets = "/ c c c / c c c / c c c"
    hand = play(f"nlo8 1/2 b{button} 100*4 {TIED_HIGH} {blinds} | {actions} {streets}")
    assert payouts(hand) == paid
    assert {award.seat for award in awards(hand) if award.odd_chip} == {
        seat for seat, amount in paid.items() if amount == 5
    }


def test_an_odd_chip_among_tied_winners_is_said_in_words() -> None:
    blinds = "sb1=1 bb2=2 dead_sb0=0+2"
    hand = play(f"nlo8 1/2 b0 100*4 {TIED_HIGH} {blinds} | r4 f c c / c c c / c c c / c c c")
    assert explained(hand)[0] == (
        "1 5: all of the main pot, 14: best high, no low qualifies; "
        "split three ways with seats 2 and 3, one odd chip more"
    )


def test_players_tied_both_ways_share_the_whole_pot_evenly() -> None:
    hand = play(f"nlo8 1/2 b0 100*2 {dealt(TIED_BOTH_WAYS, 2)} | r5 c / c c / c c / c c")
    assert payouts(hand) == {0: 5, 1: 5}
    assert explained(hand)[0] == (
        "1 5: all of the main pot, 10: best high and best low; split with seat 0"
    )


def test_or_each_half_on_its_own_with_an_odd_chip_each() -> None:
    each = "identical_both_ways=split_each_half"
    hand = play(f"nlo8 1/2 b0 100*2 {dealt(TIED_BOTH_WAYS, 2)} {each} | r5 c / c c / c c / c c")
    assert payouts(hand) == {0: 4, 1: 6}


# side pots


def test_side_pots_are_cut_last_formed_first() -> None:
    # Main pot 30, side pot 40; of the 60 half come back uncalled.
    hand = play(f"nlo8 1/2 b0 10,60,30 {TIED_BOTH_WAYS} | r10 r60 c")
    assert [(award.pot, award.pots) for award in awards(hand)] == [(1, 2)] * 2 + [(0, 2)] * 3
    assert hand.stacks == (10, 60, 30)


def test_each_side_pot_has_its_name() -> None:
    cards = "board:KsKdJh9c2d 0:AsAcTs8s 1:QsQc5h3c 2:7s7c6s6d 3:5s5c4s4d"
    hand = play(f"nlo8 1/2 b0 10,30,60,60 {cards} | r60 c c c")
    assert explained(hand) == [
        "2 60: all of the side pot 2, 60: best high, no low qualifies",
        "1 60: all of the side pot 1, 60: best high, no low qualifies",
        "0 40: all of the main pot, 40: best high, no low qualifies",
    ]


def test_who_qualifies_for_low_is_decided_among_the_players_of_the_pot() -> None:
    # Seat 1 has the only low and is all-in for the main pot; the side pot has none.
    cards = "board:KsQs7h6d2c 0:KhKdJcTc 1:As3c4c5d 2:QhQdJhTh"
    hand = play(f"nlo8 1/2 b0 50,10,50 {cards} | r50 c c")
    assert explained(hand) == [
        "0 80: all of the side pot, 80: best high, no low qualifies",
        "0 15: high of the main pot, 15: best high",
        "1 15: low of the main pot, 15: best low",
    ]


def test_the_money_of_a_player_who_folded_stays_in_its_pot() -> None:
    # Seat 0 is all-in for 10. Of the 20 that seat 3 folds, 10 are in the main pot, 10 in the side.
    cards = "board:KsKdJh9c2d 0:KhKcQhQc 1:AsAcTs8s 2:7s7c6s6d"
    hand = play(f"nlo8 1/2 b0 10,100,100,100 {cards} | r20 c c r60 f c / c c / c c / c c")
    assert [(a.seat, a.pot, a.amount) for a in awards(hand)] == [(1, 1, 110), (0, 0, 40)]


def test_an_uncalled_bet_is_no_pot() -> None:
    hand = play("nlo8 1/2 b0 100,30 board:KsKdJh9c2d 0:KhKcQhQc 1:AsAcTs8s | r100 c")
    assert [(a.seat, a.pot, a.pots, a.amount) for a in awards(hand)] == [(0, 0, 1, 60)]
    assert hand.stacks == (130, 0)


# dead money and antes

DEAD = "board:KsKdJh9c2d 0:KhKcQhQc 1:AsAcTs8s 2:7s7c6s6d"


def test_dead_money_goes_to_the_main_pot() -> None:
    # Three stacks: seat 0 is all-in for 10; the dead 1 of seat 2 is not in the side pot.
    posts = "sb1=1 bb2=2 dead_sb0=0+1"
    hand = play(f"nlo8 1/2 b0 11,50,50 {DEAD} {posts} | r10 r50 c")
    assert [(a.pot, a.amount) for a in awards(hand)] == [(1, 80), (0, 31)]


def test_antes_are_dead_and_go_to_the_main_pot() -> None:
    hand = play(f"nlo8 1/2a2 b0 12,52,52 {DEAD} | r10 r50 c")
    assert [(a.pot, a.amount) for a in awards(hand)] == [(1, 80), (0, 36)]


def test_a_big_blind_ante_goes_to_the_main_pot() -> None:
    hand = play(f"nlo8 1/2a2 b0 10,50,52 tda {DEAD} | r10 r50 c")
    assert [(a.pot, a.amount) for a in awards(hand)] == [(1, 80), (0, 32)]


def test_who_has_only_part_of_an_ante_can_win_only_so_much_of_each() -> None:
    # An ante of 5, of which seat 0 has 3: three times 3 are what it plays for.
    hand = play(f"nlo8 1/2a5 b0 3,50,50 {DEAD} | c c / c c / c c / c c")
    assert [(a.seat, a.pot, a.amount) for a in awards(hand)] == [(1, 1, 8), (0, 0, 9)]


def test_who_has_the_ante_and_no_more_plays_for_the_antes() -> None:
    hand = play(f"nlo8 1/2a5 b0 5,50,50 {DEAD} | c c / c c / c c / c c")
    assert [(a.seat, a.pot, a.amount) for a in awards(hand)] == [(1, 1, 4), (0, 0, 15)]


def test_two_short_antes_make_two_side_pots() -> None:
    # 2 and 4 of 5. Main pot 2 * 3; first side pot 2 * 2; the rest is seat 2's alone.
    hand = play(f"nlo8 1/2a5 b0 2,4,50 {DEAD} |")
    assert payouts(hand) == {0: 6, 1: 4, 2: 1}
    assert hand.stacks == (6, 4, 46)


# rake


def rake_by_pot(hand: Hand) -> list[int]:
    """What was taken from each pot, main pot first."""
    return [part for event in hand.events if isinstance(event, Raked) for part in event.by_pot]


RAKED = 'nlo8 1/2 b0 10,50,50 {} rake={{"per_mille":{},"cap":{}}} {} | r10 r50 c'


@pytest.mark.parametrize(
    ("per_mille", "cap", "option", "taken"),
    [
        (100, 1000, "", [3, 8]),  # main pot 30, side pot 80: a tenth of each
        (50, 1000, "", [2, 3]),  # 5 of 110: 1 and 3, and the odd chip from the main pot
        (100, 4, "", [2, 2]),  # the cap is per hand: 4, not 3 and 4
        (100, 1000, "rake_from=main_pot_first", [11, 0]),
        (500, 1000, "rake_from=main_pot_first", [30, 25]),
        (9, 1000, "", []),  # 0.99 is no chip
    ],
)
def test_rake_is_a_rate_with_a_cap_per_hand_shared_over_the_pots(
    per_mille: int, cap: int, option: str, taken: list[int]
) -> None:
    hand = play(RAKED.format(DEAD, per_mille, cap, option))
    assert rake_by_pot(hand) == taken
    assert hand.public.raked == sum(taken)
    assert sum(payouts(hand).values()) == 110 - sum(taken)


def test_rake_is_taken_before_the_pots_are_cut() -> None:
    hand = play(RAKED.format(DEAD, 100, 1000, ""))
    assert [(a.pot, a.amount, a.of) for a in awards(hand)] == [(1, 72, 72), (0, 27, 27)]
    kinds = [type(event) for event in hand.events if isinstance(event, Raked | Awarded)]
    assert kinds[0] is Raked


def test_no_flop_no_drop() -> None:
    rake = 'rake={"per_mille":100,"cap":50}'
    assert rake_by_pot(play(f"nlo8 1/2 b0 100*3 {rake} | r20 c r100 f f")) == []
    assert rake_by_pot(play(f"nlo8 1/2 b0 100*3 {rake} | r20 c f / r50 f")) == [4]


def test_what_nobody_called_is_not_raked() -> None:
    # 20 of the 50 bet on the flop are called: 40 before it and 40 on it.
    rake = 'rake={"per_mille":100,"cap":50}'
    hand = play(f"nlo8 1/2 b0 40,100 {dealt(DEAD, 2)} {rake} | r20 c / r50 c")
    assert rake_by_pot(hand) == [8]
