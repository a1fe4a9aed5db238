"""Blocks: fair seats, decks from the seed, refilled stacks, and lines that play the same hands."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from omaha8.hand.notation import play
from omaha8.rules.options import Kill
from omaha8.simulation import BLOCK, hands_of, play_block
from tests.simulation.sessions import session_of

TABLES = (
    ("robert", "fl", 2, 4),
    ("tda", "nl", 1, 2),
    ("pokerstars", "pl", 1, 2),
    ("poker-room", "fl", 4, 8),
    ("community", "fl", 4, 8),
    ("card-room", "fl", 4, 8),
    ("card-room", "spread", 10, 30),
)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: "-".join(map(str, table[:2])))
def test_the_line_of_a_hand_plays_the_same_hand(table: tuple[str, str, int, int]) -> None:
    rules, structure, low, high = table
    session = session_of(
        "random,calling,tight", hands=40, rules=rules, structure=structure, low=low, high=high
    )
    for played in hands_of(session, 0):
        record = json.loads(played.json_line())
        again = play(record["line"])
        assert again.events == played.hand.events
        assert record["hand"] == played.number
        before = again.public.start.stacks
        after = again.stacks
        net = [(after[seat] or 0) - (before[seat] or 0) for seat in range(session.seats)]
        assert record["net"] == net == list(played.net)


def test_a_kill_is_in_the_line() -> None:
    session = session_of("calling,random", rules="card-room", low=4, high=8, kill=Kill.FULL)
    killed = [p for p in hands_of(session, 0) if p.hand.public.game != session.game]
    assert killed
    assert play(json.loads(killed[0].json_line())["line"]).public.game.small_bet == 8


def test_a_block_is_the_same_every_time_and_no_other() -> None:
    session = session_of("random,tight", hands=3 * BLOCK)
    first, again = (play_block(session, 1, lines=True) for _ in range(2))
    other = play_block(session, 2, lines=True)
    assert first == again
    assert first is not None
    assert other is not None
    assert first.lines != other.lines
    assert first.lines.count(b"\n") == BLOCK
    assert json.loads(first.lines.splitlines()[0])["hand"] == BLOCK + 1


def test_the_first_hands_of_a_longer_session_are_those_of_a_shorter_one() -> None:
    short, long = session_of("random,tight", hands=30), session_of("random,tight", hands=1000)
    numbers = [(p.number, p.net) for p in hands_of(short, 0)]
    assert numbers == [(p.number, p.net) for p in hands_of(long, 0)][:30]


def test_seats_are_drawn_by_lot_and_everybody_is_dealt_in() -> None:
    session = session_of("calling,tight,random", hands=60 * BLOCK, seats=3)
    seatings = Counter(next(hands_of(session, number)).bots for number in range(session.blocks))
    assert len(seatings) == 6
    assert max(seatings.values()) < 25
    buttons = Counter(p.hand.public.button for p in hands_of(session, 0))
    assert sorted(buttons.values()) == [33, 33, 34]


def test_stacks_are_filled_up_after_a_hand_that_left_less_than_half() -> None:
    session = session_of("random", hands=BLOCK, structure="nl", low=1, high=2)
    stacks: list[int] = []
    refilled = 0
    for played in hands_of(session, 0):
        start = played.hand.public.start.stacks
        for seat, stack in enumerate(stacks):
            if stack < session.buy_in // 2:
                assert start[seat] == session.buy_in
                refilled += 1
            else:
                assert start[seat] == stack
        stacks = list(played.hand.public.stacks)
    assert refilled > 10


def test_a_block_that_is_stopped_comes_to_nothing() -> None:
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 5

    assert play_block(session_of("calling"), 0, stopped=stopped) is None
    assert asked == 6
