"""RULES, button ``moving``: to the next active player; TDA, heads-up play."""

from __future__ import annotations

from itertools import combinations

import pytest

from omaha8.rules.game import Seat
from omaha8.rules.house import ROBERT, replace
from omaha8.table.button import big_blind_seat, next_button
from tests.table.seating import button_and_blinds, open_table


def test_the_button_goes_round_and_passes_empty_seats() -> None:
    table = open_table(0, 2, 5)
    hands = [button_and_blinds(table) for _ in range(4)]
    assert hands == [(0, 2, 5), (2, 5, 0), (5, 0, 2), (0, 2, 5)]


def test_heads_up_the_button_is_the_small_blind() -> None:
    table = open_table(1, 4)
    assert [button_and_blinds(table) for _ in range(3)] == [(1, 1, 4), (4, 4, 1), (1, 1, 4)]


@pytest.mark.parametrize(
    ("gone", "next_hand"),
    [
        # The big blind was seat 2: whoever goes, it is not the big blind again.
        (0, (2, 2, 1)),
        (1, (2, 2, 0)),
        (2, (1, 1, 0)),
    ],
)
def test_three_become_two(gone: int, next_hand: tuple[int, int, int]) -> None:
    table = open_table(0, 1, 2)
    assert button_and_blinds(table) == (0, 1, 2)
    table.leave(gone)
    assert button_and_blinds(table) == next_hand


@pytest.mark.parametrize("newcomer", range(1, 6))
def test_two_become_three(newcomer: int) -> None:
    table = open_table(0, 3)
    assert button_and_blinds(table) == (0, 0, 3)
    if newcomer != 3:
        table.sit("Newcomer", seat=newcomer)
    _, small, big = button_and_blinds(table)
    assert big != 3
    assert small != big


def test_who_sits_out_is_passed_and_keeps_his_chair() -> None:
    table = open_table(0, 1, 2, 3)
    table.sit_out(1)
    assert button_and_blinds(table) == (0, 2, 3)
    table.come_back(1)
    assert button_and_blinds(table) == (2, 3, 0)


def test_who_takes_the_chair_of_the_last_big_blind_owes_his_own() -> None:
    table = open_table(0, 1, 2)
    assert button_and_blinds(table)[2] == 2
    table.leave(2)
    table.sit("Newcomer", seat=2)
    assert button_and_blinds(table) == (1, 2, 0)


def test_nobody_is_the_big_blind_twice_in_a_row_whoever_comes_and_goes() -> None:
    chairs = [Seat(seat) for seat in range(5)]
    groups = [list(group) for size in (2, 3, 4) for group in combinations(chairs, size)]
    for before in groups:
        for button in before:
            last = big_blind_seat(before, button, ROBERT)
            for after in groups:
                place = next_button(after, button, last, ROBERT)
                assert place in after
                assert big_blind_seat(after, place, ROBERT) != last


def test_where_the_button_is_no_small_blind_heads_up_it_is_the_big_one() -> None:
    rules = replace(ROBERT, heads_up_button_posts_sb=False)
    table = open_table(0, 1, rules=rules)
    assert [button_and_blinds(table) for _ in range(2)] == [(0, 1, 0), (1, 0, 1)]
