"""RULES, buy-in, and sit out, leave: limits, top-ups, bringing back what one took."""

from __future__ import annotations

import pytest

from omaha8.cards import Card
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, RulesError, replace
from omaha8.table.commands import (
    AutoRebuy,
    Command,
    Deal,
    Leave,
    Sit,
    SitOut,
    TellMinute,
    TopUp,
)
from omaha8.table.events import Left, Rebought, Seated
from omaha8.table.machine import Table
from omaha8.table.mixed import mixed_games
from omaha8.table.refusal import Refusal, Refused
from tests.table.at_the_table import act, deal, fold_out, hand, kinds, limit, stacked, table_of

A, B, C, D = Seat(0), Seat(1), Seat(2), Seat(3)


def refusal(table: Table, command: Command) -> tuple[Refusal, str]:
    with pytest.raises(Refused) as refused:
        table.apply(command)
    return refused.value.code, str(refused.value)


def test_twenty_to_two_hundred_big_blinds() -> None:
    table = Table(ROBERT, limit())
    assert table.public.buy_in("A") == (40, 400)
    assert refusal(table, Sit("A", Chips(39))) == (
        Refusal.BUY_IN,
        "Bring 40 to 400 chips (you asked for 39).",
    )
    assert refusal(table, Sit("A", Chips(401)))[0] is Refusal.BUY_IN
    assert table.apply(Sit("A", Chips(400))) == [Seated(A, "A", Chips(400))]


def test_the_largest_big_blind_of_a_mix_counts() -> None:
    rules = replace(ROBERT, mixed_fl_stake_multiplier=2)
    assert Table(rules, mixed_games(rules, 1, 2)).public.buy_in("A") == (80, 800)


def test_a_table_must_let_somebody_buy_in() -> None:
    with pytest.raises(RulesError, match="^buy_in: from the big blind of 2 or more"):
        Table(ROBERT, limit(), min_buy_in=1)
    with pytest.raises(RulesError, match="^buy_in: "):
        Table(ROBERT, limit(), min_buy_in=100, max_buy_in=50)


# Ratholing.


def test_who_comes_back_within_the_hour_brings_what_he_took() -> None:
    table = table_of("ABC", buy_in=100)
    table.apply(TellMinute(10))
    table.apply(Leave(A))
    table.apply(TellMinute(69))
    assert table.public.buy_in("A") == (100, 400)
    assert refusal(table, Sit("A", Chips(99))) == (
        Refusal.BUY_IN,
        "Bring 100 to 400 chips (you asked for 99; A left with 100 within 60 minutes).",
    )
    # Somebody else may bring what he likes.
    assert table.public.buy_in("E") == (40, 400)
    table.apply(TellMinute(70))
    table.apply(Sit("A", Chips(40)))


def test_even_above_the_largest_buy_in() -> None:
    table = table_of("ABC", games=stakes("nl", 1, 2), buy_in=400)
    table.apply(Deal(stacked_first(table), A))
    act(table, "r400 c f")
    table.apply(Leave(A))
    assert table.public.buy_in("A") == (802, 802)
    assert "Bring 802 chips" in refusal(table, Sit("A", Chips(400)))[1]
    table.apply(Sit("A", Chips(802)))
    assert table.public.buy_in("A") == (40, 400)  # forgotten: he has brought it


def stacked_first(table: Table) -> tuple[Card, ...]:
    twin = table_of("ABC", games=table.public.games, buy_in=400)
    hand(twin, button=2)
    return stacked(twin, "KsKhKdTc3d", A="KcAcAdQh")


def test_nobody_remembers_where_the_house_does_not() -> None:
    table = table_of("ABC", replace(ROBERT, ratholing_minutes=0))
    table.apply(Leave(A))
    assert table.public.buy_in("A") == (40, 400)


def test_who_left_broke_or_short_buys_in_like_anybody() -> None:
    table = table_of("ABC", buy_in=40)
    hand(table)
    assert table.apply(Leave(B)) == [Left(B, Chips(39))]
    assert table.public.buy_in("B") == (40, 400)


# Top-ups.


def test_between_hands_at_once_up_to_the_largest_buy_in() -> None:
    table = table_of("AB", buy_in=100)
    assert table.apply(TopUp(A, Chips(300))) == [Rebought(A, Chips(300), Chips(400))]
    assert refusal(table, TopUp(A, Chips(1)))[1] == "A has 400: 400 is the most to buy up to."
    assert refusal(table, TopUp(B, Chips(301)))[1] == "Add 1 to 300 chips (you asked for 301)."
    assert refusal(table, TopUp(B, Chips(0)))[0] is Refusal.BUY_IN


def test_in_a_hand_it_waits_for_the_end() -> None:
    table = table_of("ABC", buy_in=100)
    deal(table)
    table.apply(TopUp(C, Chips(350)))
    assert table.public.stack(C) == 98
    events = fold_out(table)
    # C won the blinds: 399 more would be too many, 299 come.
    assert events[-1] == Rebought(C, Chips(299), Chips(400))


def test_a_top_up_asked_for_may_be_taken_back() -> None:
    table = table_of("ABC", buy_in=100)
    deal(table)
    table.apply(TopUp(C, Chips(50)))
    table.apply(TopUp(C, Chips(0)))
    fold_out(table)
    assert table.public.stack(C) == 101
    deal(table)
    assert "1 to 400 chips may be added" in refusal(table, TopUp(C, Chips(401)))[1]


def test_who_is_not_in_the_hand_need_not_wait() -> None:
    table = table_of("ABCD", buy_in=100)
    table.apply(SitOut(D))
    deal(table)
    assert table.apply(TopUp(D, Chips(50))) == [Rebought(D, Chips(50), Chips(150))]


def broke(rebuy: Command | None = None) -> tuple[Table, list[object]]:
    """B, who had 40, goes broke against A; with a command of his in the middle of the hand."""
    table = table_of("A.C", games=stakes("nl", 1, 2), buy_in=100)
    table.apply(Sit("B", Chips(40), B))
    hand(table, button=1)
    table.apply(Deal(stacked(table, "KsKhKdTc3d", A="KcAcAdQh")))
    assert table.turn == 2
    act(table, "f")
    if rebuy is not None:
        table.apply(rebuy)
    stack = table.public.stack(B)
    assert table.hand is not None
    to = table.hand.public.bets[1] + stack
    events: list[object] = [*act(table, f"r{to} c" if table.turn == 1 else f"r{to + 2} c")]
    return table, events


def test_who_is_broke_buys_in_anew() -> None:
    table, _ = broke()
    assert table.public.stack(B) == 0
    assert refusal(table, TopUp(B, Chips(39)))[1] == "Add 40 to 400 chips (you asked for 39)."
    assert table.following is not None
    assert B not in table.following.positions.dealt
    table.apply(TopUp(B, Chips(40)))
    assert table.following is not None
    assert B in table.following.positions.dealt


def test_who_is_broke_need_not_wait_until_the_others_have_played() -> None:
    table, _ = broke()
    deal(table)
    assert table.hand is not None
    assert not table.hand.over
    assert table.apply(TopUp(B, Chips(40))) == [Rebought(B, Chips(40), Chips(40))]


def test_a_top_up_too_small_for_a_new_buy_in_is_dropped() -> None:
    table, _ = broke(TopUp(B, Chips(10)))
    assert table.public.stack(B) == 0
    assert table.public.player(B).top_up == 0


def test_a_rebuy_asked_for_in_the_hand_comes_after_it() -> None:
    table, events = broke(TopUp(B, Chips(80)))
    assert Rebought(B, Chips(80), Chips(80)) in events
    assert table.public.brought == 100 + 100 + 40 + 80


def test_auto_rebuy_fills_up_after_every_hand() -> None:
    table, events = broke(AutoRebuy(B, Chips(50), Chips(100)))
    assert Rebought(B, Chips(100), Chips(100)) in events
    table = table_of("ABC", buy_in=40)
    table.apply(AutoRebuy(B, Chips(40), Chips(60)))
    # B folds the small blind, C takes it.
    assert hand(table).events[-1] == Rebought(B, Chips(21), Chips(60))
    table.apply(AutoRebuy(C, Chips(41), Chips(41)))
    # Now C folds it, and one chip is missing.
    assert hand(table).events[-1] == Rebought(C, Chips(1), Chips(41))
    table.apply(AutoRebuy(B, Chips(0), Chips(0)))
    for _ in range(3):
        assert "Rebought" not in kinds(hand(table).events)


def test_auto_rebuy_fills_nobody_up_who_sits_out_or_has_enough() -> None:
    table = table_of("ABCD", buy_in=50)
    table.apply(AutoRebuy(D, Chips(60), Chips(60)))
    table.apply(SitOut(D))
    table.apply(AutoRebuy(A, Chips(40), Chips(60)))
    assert "Rebought" not in kinds(hand(table).events)
    assert [table.public.stack(seat) for seat in (A, D)] == [50, 50]


@pytest.mark.parametrize(("below", "to"), [(0, 100), (101, 100), (10, 39), (10, 401), (-1, 0)])
def test_an_auto_rebuy_outside_the_limits_is_refused(below: int, to: int) -> None:
    table = table_of("AB")
    code, message = refusal(table, AutoRebuy(A, Chips(below), Chips(to)))
    assert code is Refusal.BUY_IN
    assert message.startswith("Fill up to 40 to 400 chips")


def test_what_the_end_of_the_hand_may_bring_is_known_before() -> None:
    table = table_of("ABC")
    table.apply(AutoRebuy(A, Chips(60), Chips(80)))
    assert [table.public.promised(seat) for seat in (A, B)] == [80, 0]
    deal(table)
    table.apply(TopUp(B, Chips(30)))
    table.apply(TopUp(A, Chips(90)))
    assert [table.public.promised(seat) for seat in (A, B)] == [90, 30]
    table.apply(TopUp(B, Chips(0)))
    fold_out(table)
    assert [table.public.promised(seat) for seat in (A, B)] == [80, 0]


def test_what_is_taken_and_brought_is_counted() -> None:
    table = table_of("ABC", buy_in=100)
    hand(table)
    events = table.apply(Leave(B))
    assert events == [Left(B, Chips(99))]
    assert (table.public.brought, table.public.taken) == (300, 99)
