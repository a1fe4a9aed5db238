"""RULES, pots: main pot, side pots, dead money, odd chips, rake."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import Rake, RakeFrom
from omaha8.rules.pots import (
    Pot,
    best,
    build_pots,
    in_order_from,
    rake_of,
    share_rake,
    split_chips,
)

NOBODY_ANTED = [0] * 4


def pots(
    live: list[int], in_hand: list[int], dead: int = 0, antes: list[int] | None = None
) -> list[tuple[int, tuple[int, ...]]]:
    seats = [Seat(seat) for seat in in_hand]
    cut = build_pots(live, dead, antes or [0] * len(live), seats)
    return [(pot.amount, pot.eligible) for pot in cut]


def test_equal_bets_make_one_pot() -> None:
    assert pots([20, 20, 20, 20], [0, 1, 2, 3]) == [(80, (0, 1, 2, 3))]


def test_who_folded_leaves_his_money_in_the_pot_it_was_put_into() -> None:
    assert pots([20, 20, 8, 3], [0, 1]) == [(51, (0, 1))]


def test_unequal_all_ins_make_a_main_pot_and_side_pots() -> None:
    # RULES, side pots: stacks of 100, 200, 300 and 300 all-in.
    cut = pots([100, 200, 300, 300], [0, 1, 2, 3])
    assert cut == [(400, (0, 1, 2, 3)), (300, (1, 2, 3)), (200, (2, 3))]


def test_folded_money_lies_in_the_layers_it_reached() -> None:
    assert pots([100, 60, 300, 300], [0, 2, 3]) == [(360, (0, 2, 3)), (400, (2, 3))]
    assert pots([100, 160, 300, 300], [0, 2, 3]) == [(400, (0, 2, 3)), (460, (2, 3))]


def test_money_above_all_who_are_still_in_stays_on_top() -> None:
    assert pots([100, 250, 200, 0], [0, 2]) == [(300, (0, 2)), (250, (2,))]


def test_dead_money_is_everybodys() -> None:
    assert pots([100, 200, 200, 0], [0, 1, 2], dead=7) == [(307, (0, 1, 2)), (200, (1, 2))]


def test_antes_lie_in_the_main_pot() -> None:
    assert pots([20, 20, 20, 0], [0, 1, 2], antes=[1, 1, 1, 1]) == [(64, (0, 1, 2))]


def test_who_is_all_in_for_part_of_the_ante_plays_for_as_much_of_the_others() -> None:
    # TDA, antes: an ante that falls short can win what it matches, one from each.
    cut = pots([0, 20, 20, 0], [0, 1, 2], antes=[1, 5, 5, 5])
    assert cut == [(4, (0, 1, 2)), (52, (1, 2))]


def test_odd_chips_go_one_each_to_the_first() -> None:
    seats = [Seat(4), Seat(0), Seat(2)]
    assert split_chips(11, seats) == [4, 4, 3]
    assert split_chips(2, seats) == [1, 1, 0]
    assert split_chips(30300, seats) == [10100, 10100, 10100]


def test_the_order_of_odd_chips_is_from_the_left_of_the_button() -> None:
    assert in_order_from(2, 4) == [3, 0, 1, 2]
    assert in_order_from(3, 4) == [0, 1, 2, 3]


def test_the_best_of_those_who_can_win() -> None:
    ranks = {Seat(0): 50, Seat(1): 7, Seat(2): 7, Seat(3): 1}
    assert best(ranks, [Seat(2), Seat(0), Seat(1)]) == [2, 1]
    assert best(ranks, [Seat(4), Seat(0)]) == [0]
    assert best(ranks, [Seat(4)]) == []


# rake

MAIN, SIDE = Pot(Chips(100), (Seat(0), Seat(1))), Pot(Chips(50), (Seat(1), Seat(0)))


def test_a_rate_of_all_the_pots_rounded_down_and_capped() -> None:
    assert rake_of(Rake(per_mille=50, cap=100), [MAIN, SIDE]) == 7
    assert rake_of(Rake(per_mille=50, cap=3), [MAIN, SIDE]) == 3
    assert rake_of(Rake(per_mille=1, cap=3), [MAIN, SIDE]) == 0


def test_rake_is_shared_over_the_pots() -> None:
    assert share_rake(6, [MAIN, SIDE], RakeFrom.PROPORTIONAL) == [4, 2]
    assert share_rake(7, [MAIN, SIDE], RakeFrom.PROPORTIONAL) == [5, 2]
    assert share_rake(7, [MAIN, SIDE], RakeFrom.MAIN_POT_FIRST) == [7, 0]
    assert share_rake(107, [MAIN, SIDE], RakeFrom.MAIN_POT_FIRST) == [100, 7]


def test_rake_is_never_more_than_the_pots() -> None:
    with pytest.raises(ValueError, match="rake of 151 from pots of 150"):
        share_rake(151, [MAIN, SIDE], RakeFrom.PROPORTIONAL)


amounts = st.lists(st.integers(1, 1000), min_size=1, max_size=6)


@settings(max_examples=200, deadline=None)
@given(amounts, st.data(), st.sampled_from(RakeFrom))
def test_every_share_of_the_rake_is_in_its_pot(
    chips: list[int], data: st.DataObject, how: RakeFrom
) -> None:
    cut = [Pot(Chips(amount), (Seat(0),)) for amount in chips]
    taken = data.draw(st.integers(0, sum(chips)))
    shares = share_rake(taken, cut, how)
    assert sum(shares) == taken
    assert all(0 <= share <= pot.amount for share, pot in zip(shares, cut, strict=True))
    if how is RakeFrom.PROPORTIONAL:
        for share, pot in zip(shares, cut, strict=True):
            assert abs(share * sum(chips) - taken * pot.amount) <= sum(chips)
    else:
        emptied = [share == pot.amount for share, pot in zip(shares, cut, strict=True)]
        reached = [share > 0 for share in shares]
        assert all(emptied[i] for i in range(len(shares) - 1) if reached[i + 1])
