"""Recorded hands on the engine: what replays, and what rooms do their own way."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from omaha8.cards import deck_from_seed
from omaha8.hand.actions import CALL, FOLD, RaiseTo
from omaha8.hand.public import PublicHand
from omaha8.history.corpus import Record, read_line
from omaha8.history.deviations import DEVIATIONS
from omaha8.history.forced import ReplayedHand
from omaha8.history.replay import replay
from omaha8.history.setting import replay_rules
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.options import IdenticalBothWays, RakeFrom
from tests.history.records import changed, kinds, own_records, record_of, replayed


@pytest.mark.parametrize("name", own_records("hands"))
def test_a_hand_by_the_rules_replays_strictly_and_pays_to_the_unit(name: str) -> None:
    done = replayed(name)
    assert done.failure is None
    assert done.deviations == ()
    assert done.payout_exact is (True if changed(name)["payout_rule"] else None)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("raise-cut", "bet_cut_to_opponent_stack"),
        ("raise-cut-to-a-call", "bet_cut_to_opponent_stack"),
        ("call-cut", "call_cut_to_opponent_stack"),
        ("out-of-turn", "out_of_turn"),
        ("equal-blinds-shifted", "post_mislabelled"),
        ("equal-blinds-dead-twice", "post_mislabelled"),
        ("no-big-blind", "big_blind_missing"),
        ("above-the-pot", "raise_above_maximum"),
        ("below-the-minimum", "raise_below_minimum"),
        ("five-bets", "raise_not_allowed"),
    ],
)
def test_what_a_room_does_its_own_way_is_named_and_the_hand_goes_on(name: str, kind: str) -> None:
    done = replayed(name, tolerant=True)
    assert done.failure is None
    assert kinds(done) == [kind]
    assert done.payout_exact is (True if changed(name)["payout_rule"] else None)


@pytest.mark.parametrize("name", own_records("odd"))
def test_a_strict_replay_ends_at_the_first_deviation(name: str) -> None:
    done = replayed(name)
    [deviation] = done.deviations
    assert done.failure == f"{deviation.kind}: {deviation.detail}"
    assert done.payout_exact is None


@pytest.mark.parametrize(
    ("kind", "name", "changes"),
    [
        ("wager_misnamed", "button-not-printed", {"actions__flop__2__1": "raise"}),
        ("round_total", "quartered", {"actions__flop__3__3": 12}),
        ("all_in_flag", "quartered", {"actions__flop__2__4": True}),
        ("all_in_flag", "side-pot", {"actions__preflop__3__4": False}),
        ("all_in_flag", "short-big-blind", {"posts__1__all_in": False}),
        ("stakes_differ", "quartered", {"stakes__sb": 2}),
        ("payout_rule_unknown", "quartered", {"payout_rule__rake": "as the dealer likes"}),
        ("record_fault", "quartered", {"fail": ["a card fell off the table"]}),
        (
            "rake_without_flop",
            "blinds-only",
            {"rake": 1, "collected__0__amount": 1},
        ),
        (
            "odd_unit",
            "quartered",
            {"payout_rule": None, "collected__0__amount": 21, "collected__1__amount": 12},
        ),
        (
            "rake_rounding",
            "side-pot-rake-no-rule",
            {"collected__1__amount": 144, "collected__2__amount": 161},
        ),
    ],
)
def test_a_changed_record_deviates(kind: str, name: str, changes: dict[str, Any]) -> None:
    done = replayed(name, tolerant=True, **changes)
    assert done.failure is None
    assert kinds(done) == [kind]
    assert kind in DEVIATIONS
    strict = replayed(name, **changes)
    assert strict.failure is not None
    assert strict.failure.startswith(f"{kind}: ")


def test_a_pot_split_in_units_of_five() -> None:
    """43 fives quarter into 110 and 55 + 50; to the chip 215 would make 108 and 54 + 53."""
    record = _scaled(changed("quartered", payout_rule=None), 5)
    done = replay(record, tolerant=True)
    assert kinds(done) == ["coarse_unit"]
    assert "units of 5" in done.deviations[0].detail


def _scaled(record: dict[str, Any], times: int) -> Record:
    for seat in record["seats"]:
        seat["stack"] *= times
    for key in record["stakes"]:
        record["stakes"][key] *= times
    for post in record["posts"]:
        for key in ("amount", "live", "dead"):
            post[key] *= times
    for actions in record["actions"].values():
        for action in actions:
            action[2:4] = [amount * times for amount in action[2:4]]
    for part in record["collected"] + record["pots"]:
        part["amount"] *= times
    record["total_pot"] *= times
    line = read_line(msgspec.json.encode(record), "scaled")
    assert isinstance(line, Record)
    return line


def test_all_that_an_opponent_can_call_may_be_marked_as_all_in() -> None:
    """Rooms that cut a bet to the opponent's stack mark the bettor as all-in."""
    marked = [*changed("raise-cut")["actions"]["preflop"]]
    marked[2] = [1, "raise", 22, 28, True]
    done = replayed("raise-cut", tolerant=True, actions__preflop=marked)
    assert kinds(done) == ["bet_cut_to_opponent_stack"]


def test_a_forced_raise_reopens_nothing_and_the_events_fold_to_the_state() -> None:
    """Only events change a hand, forced ones too; below a full raise nobody may raise again."""
    rules = replay_rules()
    game = stakes("nl", 5, 10, rules)
    hand = ReplayedHand(rules, game, [500, 500, 500], 0, deck_from_seed(bytes(32)))
    hand.apply(RaiseTo(Chips(30)))
    hand.force(RaiseTo(Chips(35)), Seat(1))
    assert hand.public.bets == [30, 35, 10]
    hand.force(FOLD, Seat(2))
    legal = hand.legal
    assert legal is not None
    assert (legal.seat, legal.to_call, legal.max_to) == (0, 5, 0)
    hand.apply(CALL)
    assert hand.public.street == "flop"
    again = PublicHand.fold(hand.events)
    assert (again.stacks, again.pots, again.legal) == (
        hand.public.stacks,
        hand.public.pots,
        hand.legal,
    )


def test_players_tied_both_ways_share_the_whole_pot_or_half_by_half() -> None:
    """RULES, pots: of 42 the halves are 21, so by halves the first tied player gets 11 twice."""
    evenly = replay_rules()
    by_half = replay_rules(RakeFrom.MAIN_POT_FIRST, IdenticalBothWays.SPLIT_EACH_HALF)
    record = record_of("tied-both-ways")
    assert replay(record, rules=evenly).payout_exact is True
    assert replay(record, rules=by_half).payout_exact is False
    halves = record_of(
        "tied-both-ways", collected=[{"seat": 1, "amount": 20}, {"seat": 3, "amount": 22}]
    )
    assert replay(halves, rules=by_half).payout_exact is True


def test_a_winner_the_record_names_wrongly_fails_in_tolerant_replay_too() -> None:
    parts = [{"seat": 2, "amount": 28}, {"seat": 1, "amount": 0}]
    done = replayed("limit-heads-up", tolerant=True, collected=parts)
    assert done.payout_exact is False
    assert done.failure == (
        "payouts: 28 by seat 2 collected, 14 by seat 1 and 14 by seat 2 by the rules, from 28"
    )


def test_the_rake_is_shared_as_the_rule_says() -> None:
    """Main pot first: 309 and 300 are left; by pot size: 319 and 291, or 320 and 290."""
    for name in ("side-pot-rake-main-first", "side-pot-rake-by-size"):
        rule = changed(name)["payout_rule"]
        other = {"main pot first": "by pot size", "by pot size": "main pot first"}[rule["rake"]]
        assert replayed(name).payout_exact is True
        assert replayed(name, payout_rule__rake=other).payout_exact is False


@pytest.mark.parametrize("seed", range(4))
def test_no_damage_to_a_record_raises(seed: int) -> None:
    """Whatever a line holds, it is a record, another game's or broken, and replays or fails.

    Tolerant replay takes whatever strict replay does, and then has nothing to name.
    """
    rng = random.Random(seed)
    records = [*own_records("hands").values(), *own_records("odd").values()]
    read = 0
    for _ in range(600):
        record = msgspec.json.decode(msgspec.json.encode(rng.choice(records)))
        for _ in range(rng.choice((1, 1, 2, 4))):
            _damage(record, rng)
        line = read_line(msgspec.json.encode(record), "damaged")
        if isinstance(line, Record):
            read += 1
            strict, tolerant = replay(line), replay(line, tolerant=True)
            assert all(deviation.kind in DEVIATIONS for deviation in tolerant.deviations)
            if strict.failure is None:
                assert strict == tolerant
                assert tolerant.deviations == ()
    assert read > 100


def _damage(record: dict[str, Any], rng: random.Random) -> None:
    """Replace, drop, double, shift or move one value somewhere in ``record``."""
    places = list(_places(record))
    if not places:
        return
    inside, key = rng.choice(places)
    value = inside[key]
    match rng.randrange(5):
        case 0:
            del inside[key]
        case 1:
            inside[key] = rng.choice((None, 0, -1, 1, 7, 2.5, 10**20, "", "As", "bb", [], {}, True))
        case 2 if isinstance(value, int):
            inside[key] = value + rng.choice((-1, 1, 5, -value, value, 10**6))
        case 3 if isinstance(inside, list):
            inside.insert(rng.randrange(len(inside) + 1), value)
        case _ if isinstance(inside, list):
            rng.shuffle(inside)


def _places(inside: Any) -> Any:
    keys = inside if isinstance(inside, dict) else range(len(inside))
    for key in keys:
        yield inside, key
        if isinstance(inside[key], dict | list):
            yield from _places(inside[key])
