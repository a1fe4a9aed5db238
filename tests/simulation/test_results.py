"""Results add up to nothing, in any order, and say how sure they are."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest

from omaha8.simulation import Results, play_block
from tests.simulation.sessions import session_of


def test_winnings_sum_to_zero_and_blocks_add_up_in_any_order() -> None:
    session = session_of("calling,tight,random", hands=250, structure="pl", low=1, high=2)
    blocks = [play_block(session, number) for number in range(session.blocks)]
    sums = []
    for order in permutations(blocks):
        added = Results.none(session)
        for block in order:
            assert block is not None
            added.add(block.results)
        sums.append(added)
    assert len({msgspec.json.encode(results) for results in sums}) == 1
    results = sums[0]
    assert results.hands == 250
    assert results.raked == 0
    assert sum(result.won for result in results.bots.values()) == 0
    assert any(result.won for result in results.bots.values())
    assert [result.hands_dealt for result in results.bots.values()] == [500, 500, 500]


def test_big_blinds_in_100_hands_and_how_sure_that_is() -> None:
    # Heads-up at 2/4: the big blind is 2 chips. Ten times: won 6, lost 2, won 2, lost 2.
    results = Results.none(session_of("calling,tight", seats=2))
    for won in (6, -2, 2, -2) * 10:
        results.add_hand(("tight", "calling"), (won, -won), 0)
    tight, calling = results.bots["tight"], results.bots["calling"]
    assert (tight.won, calling.won) == (40, -40)
    assert tight.per_100 == 50  # 20 big blinds in 40 hands
    # Of 3, -1, 1, -1 big blinds: mean 0.5, squares of what they differ from it 11 in four hands.
    variance = 10 * 11 / 39
    margin = 1.96 * (variance / 40) ** 0.5 * 100
    assert tight.interval == pytest.approx((50 - margin, 50 + margin))
    assert calling.interval == pytest.approx((-50 - margin, -50 + margin))


def test_two_seats_of_a_bot_are_one_result() -> None:
    # What one of them wins of the other is nobody's winnings, and no doubt either.
    results = Results.none(session_of("calling,tight", seats=4))
    for _ in range(30):
        results.add_hand(("tight", "calling", "tight", "calling"), (50, -1, -48, -1), 0)
    tight = results.bots["tight"]
    assert tight.hands_dealt == 60
    assert tight.per_100 == 50
    assert tight.interval == (50, 50)


def test_a_few_hands_do_not_say_how_much_hands_differ() -> None:
    results = Results.none(session_of("calling,tight", seats=2))
    assert results.bots["tight"].per_100 == 0
    for _ in range(29):
        results.add_hand(("tight", "calling"), (6, -6), 0)
    assert results.bots["tight"].per_100 == 300
    assert results.bots["tight"].interval is None
