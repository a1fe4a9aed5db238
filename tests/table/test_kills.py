"""RULES, required kill and optional kill: who kills, for how much, and what the hand becomes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from omaha8.hand.events import Posted, PostKind
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, HouseRules, replace
from omaha8.rules.options import Kill
from omaha8.table.between_hands import BlindsAssigned, KillLapsed, KillOwed
from omaha8.table.commands import (
    ChangeRules,
    ChoosePost,
    ComeBack,
    Deal,
    KillPot,
    Leave,
    Sit,
    SitOut,
)
from omaha8.table.machine import Table
from omaha8.table.mixed import mixed_games
from omaha8.table.refusal import Refused
from tests.table.at_the_table import act, call_down, deal, fold_out, hand, stacked, table_of

DATA: Final = Path(__file__).parents[1] / "data"
WORKED: Final = json.loads((DATA / "vectors.json").read_text("utf-8"))["kill"]
FULL = replace(ROBERT, kill="full", kill_min_pot_big_bets=2)
HALF = replace(ROBERT, kill="half", kill_min_pot_big_bets=2)
OPTIONAL = replace(ROBERT, kill="optional")


def scooped_by(table: Table, name: str, line: str | None = None) -> list[Any]:
    """A hand that ``name`` wins alone at a showdown, all others calling."""
    deck = stacked(table, "KsKhKdTc3d", **{name: "KcAcAdQh"})
    events = table.apply(Deal(deck, None))
    return events + (act(table, line) if line else call_down(table))


def calls(table: Table) -> list[tuple[int, int, int]]:
    """Everybody calls before the flop: seat, what it cost him, the least raise."""
    found: list[tuple[int, int, int]] = []
    while (legal := table.legal) is not None and table.hand is not None and not table.hand.board:
        found.append((legal.seat, legal.to_call, legal.min_to))
        act(table, "c")
    return found


@pytest.mark.parametrize("worked", WORKED, ids=str)
def test_worked_numbers(worked: dict[str, Any]) -> None:
    unit = 100 if worked.get("unit") == "cents" else 1
    small, big = (amount * unit for amount in worked["stakes"])
    rules = replace(ROBERT, kill=worked["kill"], kill_min_pot_big_bets=0)
    table = table_of("ABCD", rules, stakes("fl", small, big, rules), buy_in=40 * small)
    hand(table)
    scooped_by(table, "A")
    killed = deal(table)
    new_small, new_big = (int(amount * unit) for amount in worked["next_hand_stakes"])
    assert (killed.game.small_bet, killed.game.big_bet) == (new_small, new_big)
    # The blinds stay as they were; A, on the button's right, posts the new small bet on top.
    assert (killed.game.small_blind, killed.game.big_blind) == (small // 2, small)
    kills = [e for e in killed.events if isinstance(e, Posted) and e.kind is PostKind.KILL]
    assert [(kill.seat, kill.live) for kill in kills] == [
        (0, worked.get("killer_posts", new_small))
    ]


def test_the_killer_posts_on_top_of_the_blinds() -> None:
    table = table_of("ABCDE", FULL)
    hand(table)
    events = scooped_by(table, "A")
    assert KillOwed(Seat(0), Kill.FULL, Chips(10)) in events
    killed = deal(table)
    assert (killed.places, killed.posts) == ("2 3 4", "3 sb 1, 4 bb 2, 0 kill 4")
    assert (killed.assigned.killer, killed.assigned.kill) == (0, Kill.FULL)
    # Each call is of the killed bet, each raise too; the killer has it in already.
    assert [(seat, price, to) for seat, price, to in calls(table)] == [
        (0, 0, 8),
        (1, 4, 8),
        (2, 4, 8),
        (3, 3, 8),
        (4, 2, 8),
    ]
    fold_out(table)
    assert deal(table).game.small_bet == 2


@pytest.mark.parametrize(
    ("killer", "replaces", "posts"),
    [
        ("D", True, "4 bb 2, 3 kill 4"),
        ("E", True, "3 sb 1, 4 kill 4"),
        ("D", False, "3 sb 1, 4 bb 2, 3 kill 4"),
        ("E", False, "3 sb 1, 4 bb 2, 4 kill 4"),
    ],
)
def test_a_killer_in_the_blinds_posts_in_place_of_his_own(
    killer: str, replaces: bool, posts: str
) -> None:
    """RULES: in place of his own blind if he is in one (``kill_replaces_blind``)."""
    table = table_of("ABCDE", replace(FULL, kill_replaces_blind=replaces))
    hand(table)
    scooped_by(table, killer)
    assert deal(table).posts == posts


@pytest.mark.parametrize(
    ("acts", "order"),
    [
        # A killed, D is small blind, E big blind: first left of the big blind
        ("in_turn", "01234"),
        ("last_first_round", "12340"),
        ("last_after_blinds", "12340"),
    ],
)
def test_when_the_killer_acts_in_the_first_round(acts: str, order: str) -> None:
    table = table_of("ABCDE", replace(FULL, kill_acts=acts))
    hand(table)
    scooped_by(table, "A")
    deal(table)
    assert "".join(str(seat) for seat, _, _ in calls(table)) == order
    # From the flop on from the left of the button, as ever.
    assert table.turn == 3


def test_a_killer_in_the_big_blind_keeps_the_seat_after_which_the_round_begins() -> None:
    table = table_of("ABCDE", FULL)
    hand(table)
    scooped_by(table, "E")
    deal(table)
    assert table.turn == 0


@pytest.mark.parametrize(("least", "owed"), [(0, True), (2, True), (3, False), (5, False)], ids=str)
def test_the_pot_must_be_large_enough(least: int, owed: bool) -> None:
    """Five calls of 2 make a pot of 10: two big bets of 4 and a half."""
    table = table_of("ABCDE", replace(FULL, kill_min_pot_big_bets=least))
    hand(table)
    scooped_by(table, "A")
    assert (table.public.kill_owed is not None) == owed


def test_a_killed_pot_is_measured_by_its_own_big_bets() -> None:
    table = table_of("ABCDE", FULL)
    hand(table)
    scooped_by(table, "A")
    # B scoops 12 in the killed hand: less than two of its big bets of 8.
    deck = stacked(table, "KsKhKdTc3d", B="KcAcAdQh")
    table.apply(Deal(deck))
    act(table, "f c f f c")
    call_down(table)
    assert table.public.kill_owed is None
    assert table.public.player(1).stack > 100


def test_a_pot_that_is_split_or_won_without_a_showdown_kills_nothing() -> None:
    table = table_of("ABCDE", FULL)
    hand(table)
    # A has the high, B the low.
    table.apply(Deal(stacked(table, "KsKh8d7c3d", A="KcQcQdJh", B="As2s4h5h")))
    call_down(table)
    assert table.public.kill_owed is None
    scooped_by(table, "A", "r4 c c c c r2 f f f f")
    assert table.public.kill_owed is None


def test_the_trigger_win_needs_no_showdown() -> None:
    table = table_of("ABCDE", replace(FULL, kill_trigger="win"))
    hand(table)
    deal(table)
    act(table, "c c c c c r2 f f f f")
    owed = table.public.kill_owed
    assert owed is not None
    assert (owed.seat, owed.pot) == (2, 10)


def test_a_kill_waits_while_the_killer_sits_out_and_is_gone_when_he_leaves() -> None:
    for leaves in (False, True):
        table = table_of("ABCDE", FULL)
        hand(table)
        scooped_by(table, "A")
        dealt = hand(table, Leave(Seat(0)) if leaves else SitOut(Seat(0)))
        assert dealt.game.small_bet == 2
        if leaves:
            assert table.public.kill_owed is None
        else:
            # Back before a blind passed him, he kills the pot now.
            assert hand(table, ComeBack(Seat(0))).posts == "4 sb 1, 0 kill 4"


def test_a_killer_who_missed_blinds_meanwhile_posts_the_dead_one_and_the_kill() -> None:
    table = table_of("ABCDE", FULL)
    hand(table)
    scooped_by(table, "A")
    hand(table, SitOut(Seat(0)))
    hand(table)  # the big blind passes A
    hand(table, ComeBack(Seat(0)), ChoosePost(Seat(0)))
    posts = [deal(table).posts]
    while "0 kill" not in posts[-1]:
        fold_out(table)
        posts.append(deal(table).posts)
    assert posts[-1].endswith("0 dead_sb 0+1, 0 kill 4")


def test_the_half_kill_of_a_stake_that_does_not_divide_is_refused_before_it_is_played() -> None:
    table = table_of("ABC", HALF)
    with pytest.raises(Refused, match="half kill of 5/10 is no whole number"):
        table.apply(ChangeRules(games=(stakes("fl", 5, 10, small_blind=2),)))


def test_a_kill_lapses_when_the_next_game_cannot_be_killed() -> None:
    rules = replace(FULL, kill_min_pot_big_bets=0, mixed_order=("fl", "pl"), mixed_switch="hands:1")
    table = table_of("ABCD", rules, mixed_games(rules, 1, 2))
    deck = stacked_first(table)
    table.apply(Deal(deck, Seat(0)))
    call_down(table)
    assert table.public.kill_owed is not None
    dealt = hand(table)
    assert KillLapsed(Seat(0)) in dealt.events
    assert (dealt.game.structure, "kill" in dealt.posts) == ("pl", False)
    assert table.public.kill_owed is None


def stacked_first(table: Table) -> tuple[Any, ...]:
    """As `stacked`, for the first hand with its button on 0: A wins all."""
    twin = table_of("ABCD", table.public.rules, table.public.games[0])
    hand(twin, button=3)
    return stacked(twin, "KsKhKdTc3d", A="KcAcAdQh")


# The optional kill.


def test_a_player_kills_the_next_pot_with_an_overblind() -> None:
    """card-room: an overblind of twice the big blind, and the limits double."""
    table = table_of("ABCDE", replace(OPTIONAL, kill_acts="last_first_round"))
    hand(table)
    assert [o.text for o in table.offers] == ["kill the next pot with 4"] * 5
    killed = deal(table, KillPot(Seat(0), Chips(4)))
    assert (killed.game.small_bet, killed.game.big_bet) == (4, 8)
    assert killed.posts == "2 sb 1, 3 bb 2, 0 kill 4"
    # He acts last in the first round only.
    assert table.turn == 4
    act(table, "c c c c c")
    assert table.turn == 2
    fold_out(table)
    assert deal(table).game.small_bet == 2


def test_half_the_stack_where_the_house_allows_it() -> None:
    table = table_of("ABCDE", replace(OPTIONAL, optional_kill_max="half_stack"))
    hand(table)
    assert "kill the next pot with 4 to 50" in [o.text for o in table.offers]
    with pytest.raises(Refused, match=r"4 to 50 chips \(you asked for 51\)"):
        table.apply(KillPot(Seat(0), Chips(51)))
    killed = deal(table, KillPot(Seat(0), Chips(20)))
    assert killed.posts.endswith("0 kill 20")
    legal = table.legal
    assert legal is not None
    assert (legal.to_call, legal.min_to) == (20, 24)


def test_one_player_kills_and_may_take_it_back_before_the_cards() -> None:
    table = table_of("ABCDE", OPTIONAL)
    with pytest.raises(Refused, match="no pot to kill"):
        table.apply(KillPot(Seat(0), Chips(4)))
    hand(table)
    table.apply(KillPot(Seat(0), Chips(4)))
    with pytest.raises(Refused, match="Seat 1 kills the next pot already"):
        table.apply(KillPot(Seat(1), Chips(4)))
    table.apply(KillPot(Seat(0), Chips(0)))
    assert hand(table, KillPot(Seat(1), Chips(4))).assigned.killer == 1


def test_the_next_pot_is_killed_from_this_hand_on() -> None:
    """Before the cards of the hand that is killed; those of this one are another matter."""
    table = table_of("ABCDE", OPTIONAL)
    dealt = deal(table)
    assert table.offers == []
    table.apply(KillPot(Seat(0), Chips(4)))
    with pytest.raises(Refused, match="Seat 1 kills the next pot already"):
        table.apply(KillPot(Seat(1), Chips(4)))
    assert (dealt.game.small_bet, table.public.game.small_bet) == (2, 2)
    fold_out(table)
    killed = hand(table)
    assert (killed.game.small_bet, killed.assigned.killer) == (4, 0)
    assert hand(table).game.small_bet == 2


def test_who_has_lost_the_chips_for_it_meanwhile_kills_nothing() -> None:
    table = Table(OPTIONAL, stakes("fl", 2, 4, OPTIONAL), 3, min_buy_in=3)
    for name, buy_in in (("A", 100), ("B", 100), ("C", 5)):
        table.apply(Sit(name, Chips(buy_in)))
    assert deal(table).posts == "1 sb 1, 2 bb 2"
    table.apply(KillPot(Seat(2), Chips(4)))
    act(table, "r4 f f")
    assert table.public.stack(Seat(2)) == 3
    assert hand(table).assigned.killer is None


@pytest.mark.parametrize(("stack", "offered"), [(4, True), (3, False)])
def test_it_takes_the_chips_for_it(stack: int, offered: bool) -> None:
    table = Table(OPTIONAL, stakes("fl", 2, 4, OPTIONAL), 3, min_buy_in=3)
    for name, buy_in in (("A", stack), ("B", 100), ("C", 100)):
        table.apply(Sit(name, Chips(buy_in)))
    hand(table)
    assert (0 in [offer.seat for offer in table.offers]) == offered
    if not offered:
        with pytest.raises(Refused, match="he dealt in, and have 4 chips"):
            table.apply(KillPot(Seat(0), Chips(4)))


def test_an_overblind_of_other_stakes_is_none() -> None:
    table = table_of("ABCDE", OPTIONAL)
    hand(table)
    table.apply(KillPot(Seat(0), Chips(4)))
    dealt = hand(table, ChangeRules(games=(stakes("fl", 4, 8, OPTIONAL),)))
    assert (dealt.game.small_bet, dealt.posts) == (4, "2 sb 2, 3 bb 4")


def test_an_optional_killer_who_is_not_dealt_in_kills_nothing() -> None:
    table = table_of("ABCDE", OPTIONAL)
    hand(table)
    table.apply(KillPot(Seat(0), Chips(4)))
    dealt = hand(table, SitOut(Seat(0)))
    assert (dealt.game.small_bet, dealt.assigned.killer) == (2, None)
    assert hand(table, ComeBack(Seat(0))).game.small_bet == 2


@pytest.mark.parametrize(
    ("rules", "why"),
    [(ROBERT, "kill: off"), (FULL, "kill: full")],
)
def test_no_kill_by_choice_where_the_house_has_none(rules: HouseRules, why: str) -> None:
    table = table_of("ABC", rules)
    with pytest.raises(Refused, match=why):
        table.apply(KillPot(Seat(0), Chips(4)))


def test_assigned_blinds_say_whether_it_is_a_kill_pot() -> None:
    table = table_of("ABC", FULL)
    assigned = deal(table).assigned
    assert isinstance(assigned, BlindsAssigned)
    assert (assigned.killer, assigned.kill) == (None, Kill.OFF)
