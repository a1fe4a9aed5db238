"""Records that contradict themselves or the rules: a clear reason each, in either mode."""

from __future__ import annotations

from typing import Any

import pytest

from tests.history.records import changed, replayed


@pytest.mark.parametrize(
    ("reason", "name", "changes"),
    [
        # money that does not add up
        ("nobody collects the pot of 43", "quartered", {"collected": []}),
        ("42 collected and 0 rake from a pot of 43", "quartered", {"collected__0__amount": 21}),
        ("pots of 43 and a total pot of 44", "quartered", {"total_pot": 44}),
        ("a rake of -1", "quartered", {"rake": -1}),
        ("somebody collects less than 0", "quartered", {"collected__0__amount": -22}),
        (
            "31 collected from a pot of 43: no room rakes 12",
            "quartered",
            {"rake": 12, "collected__0__amount": 10},
        ),
        (
            "a tournament has no rake",
            "limit-two-thirds-blind",
            {"tournament": True},
        ),
        (
            "a rake of 50 from a pot of 43",
            "quartered",
            {"rake": 50, "total_pot": None, "collected": None, "payout_rule": None},
        ),
        (
            "the total pot is 43, the record says 44",
            "quartered",
            {"total_pot": 44, "pots": None, "collected": None},
        ),
        (
            "300 for seats 3, 4; the record says 330 for seats 1, 3, 4 and 300 for seats 4",
            "side-pot",
            {"pots__1__eligible": [4]},
        ),
        ("uncalled: 15 to seat 1; the record says none", "dead-small-blind", {"uncalled": None}),
        (
            "uncalled: none; the record says 5 to seat 2",
            "quartered",
            {"uncalled": {"seat": 2, "amount": 5}},
        ),
        ("seat 5 collects 22, but is in no pot", "quartered", {"collected__0__seat": 5}),
        # seats, posts and stakes
        ("seat 2 stands twice in the record", "quartered", {"seats__1__seat": 2}),
        ("seat 5 has a stack of -1", "quartered", {"seats__1__stack": -1}),
        ("bb from seat 5, who is not dealt in", "quartered", {"seats__1__out": True}),
        ("post of unknown kind 'penalty'", "quartered", {"posts__0__kind": "penalty"}),
        ("two players post the bb", "quartered", {"posts__0__kind": "bb"}),
        ("sb of 2, of which 1 live and 0 dead", "quartered", {"posts__0__amount": 2}),
        ("sb of 1 live, -1 dead: below 0", "quartered", {"posts__0__dead": -1}),
        ("seat 5 posts 2 of a stack of 1", "quartered", {"seats__1__stack": 1}),
        ("small_blind: 3 is above the big blind of 2", "dead-small-blind", {"stakes__sb": 3}),
        ("structure 'XL': FL, PL or NL", "quartered", {"structure": "XL"}),
        (
            "stacks: 2 to 11 players",
            "no-big-blind",
            {"seats__1__out": True, "posts": [{"seat": 1, "kind": "bb", "live": 2}]},
        ),
        (
            "neither button nor blinds: who acts first is unknown",
            "quartered",
            {"button": None, "posts": []},
        ),
        # cards
        ("duplicate card Ks: each card exists once", "quartered", {"hole__2": "KsAhTcJc"}),
        ("duplicate card 4c: each card exists once", "quartered", {"board__1": "4c"}),
        ("unknown card '1x'", "quartered", {"board__1": "1x"}),
        ("hole cards of seat '3', where nobody sits", "quartered", {"hole__3": "QcQh3c3h"}),
        ("hole cards of seat 'two'", "quartered", {"hole__two": "QcQh3c3h"}),
        ("a payout rule, but not all hole cards of the showdown", "quartered", {"hole__8": None}),
        ("a hand run twice does not replay", "quartered", {"notes": ["run_it_twice"]}),
        (
            "a board of 10 cards: a hand run twice does not replay",
            "quartered",
            {"board": ["4c", "5d", "8h", "Ks", "Qd", "4d", "5h", "8s", "Kc", "Qh"]},
        ),
        (
            "a board of 5 cards, but the hand ends on the turn",
            "dead-small-blind",
            {"board": ["2c", "3d", "7h", "Js", "Jd"]},
        ),
        (
            "flop: seat 2 checks, but the board after the preflop is unknown",
            "quartered",
            {"board": None},
        ),
        # actions
        ("unknown street 'fifth'", "quartered", {"actions__fifth": []}),
        ("flop: seat 7 checks, but is not dealt in", "quartered", {"actions__flop__0__0": 7}),
        ("unknown action 'muck'", "quartered", {"actions__flop__0__1": "muck"}),
        (
            "river: seat 2 calls 0, with nothing to call",
            "quartered",
            {"actions__river__0__1": "call"},
        ),
        ("preflop: seat 2 checks, facing 6", "quartered", {"actions__preflop__1__1": "check"}),
        ("preflop: seat 2 calls 5, when a call is 6", "quartered", {"actions__preflop__1__2": 5}),
        (
            "flop: seat 8 bets 300, adding 300 with 193 behind",
            "quartered",
            {"actions__flop__2__2": 300},
        ),
        (
            "raises to 4, when the rules allow fold, call 2 or raise to 4: no more than a call",
            "limit-four-bets",
            {"actions__preflop__0__2": 1},
        ),
        ("adding 3 where the rules say 0", "quartered", {"actions__flop__0__2": 3}),
        (
            "the record ends on the river, where seat 8 is to act",
            "quartered",
            {"actions__river": [[2, "check", 0, 0, False]]},
        ),
        (
            "river: seat 2 checks, but on the turn seat 8 is to act",
            "quartered",
            {"actions__turn": [[2, "check", 0, 0, False]]},
        ),
        (
            "turn: seat 1 checks, but nobody is to act any more",
            "blinds-only",
            {"actions__turn": [[1, "check", 0, 0, False]]},
        ),
        (
            "turn: seat 5 checks, but has nothing left to decide",
            "quartered",
            {"actions__turn__0__0": 5},
        ),
    ],
)
@pytest.mark.parametrize("tolerant", [False, True], ids=["strict", "tolerant"])
def test_the_reason_is_named(
    reason: str, name: str, changes: dict[str, Any], tolerant: bool
) -> None:
    failure = replayed(name, tolerant=tolerant, **changes).failure
    assert failure is not None
    assert reason in failure


def test_where_no_blind_is_posted_or_stated_there_is_no_big_blind() -> None:
    done = replayed("no-big-blind", tolerant=True, stakes={})
    assert done.failure == "the big blind is neither posted nor among the stakes"


def test_a_payout_that_a_rule_was_named_for_counts_as_not_exact() -> None:
    parts = changed("quartered")["collected"]
    done = replayed("quartered", collected=[*parts[1:], {"seat": 2, "amount": 22}])
    assert done.payout_exact is False
    assert done.failure is not None
    assert done.failure.startswith("payouts: 33 by seat 2 and 10 by seat 8 collected")


def test_payouts_without_a_rule_that_are_out_by_more_than_odd_units_fail() -> None:
    parts = [{"seat": 2, "amount": 33}, {"seat": 8, "amount": 10}]
    done = replayed("quartered", tolerant=True, collected=parts, payout_rule=None)
    assert done.payout_exact is None
    assert done.failure is not None
    assert done.failure.startswith("payouts: ")
