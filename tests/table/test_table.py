"""RULES, blinds, button, entry: buy-in, sitting out, leaving; chips come and go between hands."""

from __future__ import annotations

from random import Random

import pytest

from omaha8.cards import deck_from_seed
from omaha8.hand.actions import CALL, CHECK, FOLD, BetTo
from omaha8.hand.events import Checked, Folded, HandEnded, HandStarted, HoleDealt, Shown
from omaha8.hand.legal import IllegalAction
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, RulesError, replace
from omaha8.rules.options import Rake
from omaha8.table import (
    AnyEvent,
    CameBack,
    Leaving,
    Left,
    PublicTable,
    Rebought,
    Refusal,
    Refused,
    Seated,
    Table,
    TableSetup,
    any_event_from_builtins,
    any_event_to_builtins,
    project_any,
)
from tests.random_hands import Policy
from tests.table.seating import fold_out, give, numbered_deck, open_table

DECK = deck_from_seed(bytes(32))


def test_the_usual_table_of_limit_2_4() -> None:
    setup = TableSetup.usual(ROBERT, stakes("fl", 2, 4), 6)
    assert (setup.min_buy_in, setup.buy_in, setup.max_buy_in) == (40, 200, 400)
    assert setup.title == "Limit Omaha Hi/Lo 2/4"


@pytest.mark.parametrize(
    ("structure", "stakes_text", "title"),
    [
        ("pl", "1/2", "Pot Limit Omaha Hi/Lo 1/2"),
        ("nl", "1/2", "No Limit Omaha Hi/Lo 1/2"),
        ("spread", "10/30", "Spread Limit Omaha Hi/Lo 10/30"),
    ],
)
def test_titles(structure: str, stakes_text: str, title: str) -> None:
    low, high = map(int, stakes_text.split("/"))
    setup = TableSetup.usual(ROBERT, stakes(structure, low, high), 6)
    assert (setup.stakes, setup.title) == (stakes_text, title)


@pytest.mark.parametrize(("seats", "buy_in"), [(1, None), (11, None), (6, 1)])
def test_an_impossible_table_is_refused_by_option(seats: int, buy_in: int | None) -> None:
    with pytest.raises(RulesError, match="^(seats|buy_in): "):
        TableSetup.usual(ROBERT, stakes("fl", 2, 4), seats, buy_in)


def test_who_sits_down_in_a_hand_is_dealt_in_at_the_next() -> None:
    table = open_table(0, 1)
    table.start_hand(DECK)
    assert table.sit("Cat", 100, 3) == [Seated(Seat(3), "Cat", Chips(100))]
    assert table.public.dealt == {0, 1}
    table.act(FOLD)
    table.start_hand(DECK)
    assert table.public.dealt == {0, 1, 3}


@pytest.mark.parametrize(
    ("seat", "chips", "code", "words"),
    [
        (0, 200, Refusal.SEAT_TAKEN, "free: 1, 2, 3, 4, 5"),
        (6, 200, Refusal.NO_SUCH_SEAT, "0 to 5"),
        (-1, 200, Refusal.NO_SUCH_SEAT, "0 to 5"),
        (1, 39, Refusal.BUY_IN, "40 to 400"),
        (1, 401, Refusal.BUY_IN, "40 to 400"),
    ],
)
def test_sitting_down_is_refused(seat: int, chips: int, code: Refusal, words: str) -> None:
    table = open_table(0)
    with pytest.raises(Refused, match=words) as refused:
        table.sit("Cat", chips, seat)
    assert refused.value.code is code
    assert table.public == open_table(0).public


def test_a_full_table() -> None:
    with pytest.raises(Refused, match="Every seat is taken") as refused:
        open_table(0, 1, seats=2).sit("Cat")
    assert refused.value.code is Refusal.TABLE_FULL


def test_a_hand_needs_two_with_chips() -> None:
    table = open_table(0, 1, 2)
    give(table, 1, 0)
    table.sit_out(2)
    with pytest.raises(Refused, match="two players") as refused:
        table.start_hand(DECK)
    assert refused.value.code is Refusal.TOO_FEW
    assert not table.ready


def test_who_gets_up_between_hands_takes_his_chips_at_once() -> None:
    table = open_table(0, 1)
    fold_out(table)
    stack = table.stack(Seat(1))
    assert table.leave(1) == [Left(Seat(1), stack)]
    with pytest.raises(Refused, match="Nobody sits in seat 1"):
        table.leave(1)


def test_who_gets_up_in_a_hand_checks_or_folds_in_turn_and_is_gone_after_it() -> None:
    table = open_table(0, 1, 2)
    table.start_hand(DECK)  # button 0, small blind 1, big blind 2
    assert table.leave(2) == [Leaving(Seat(2))]
    table.act(CALL, 0)
    flop = table.act(CALL, 1)
    assert Checked(Seat(2)) in flop  # the option is free
    bet = table.act(BetTo(Chips(2)), 1)
    assert bet[1:] == [Folded(Seat(2))]
    last = table.act(FOLD, 0)
    assert last[-1] == Left(Seat(2), Chips(198))
    assert table.public.seats[2] is None


def test_who_gets_up_when_it_is_his_turn_folds_at_once() -> None:
    table = open_table(0, 1, 2)
    table.start_hand(DECK)
    assert table.leave(0) == [Leaving(Seat(0)), Folded(Seat(0))]
    with pytest.raises(Refused, match="already"):
        table.leave(0)


def test_when_everybody_gets_up_the_hand_ends_and_the_table_is_empty() -> None:
    table = open_table(0, 1, 2)
    table.start_hand(DECK)
    events = [event for seat in (0, 2, 1) for event in table.leave(seat)]
    assert [e for e in events if isinstance(e, HandEnded)]
    assert sum(e.stack for e in events if isinstance(e, Left)) == 600
    assert table.public.free == [0, 1, 2, 3, 4, 5]


def test_coming_back_takes_leaving_back() -> None:
    table = open_table(0, 1, 2)
    table.start_hand(DECK)
    table.leave(2)
    assert table.come_back(2) == [CameBack(Seat(2))]
    table.act(FOLD, 0)
    table.act(FOLD, 1)
    assert table.public.active == [0, 1, 2]
    with pytest.raises(Refused, match="not sitting out"):
        table.come_back(2)


def test_chips_come_between_hands_only_and_up_to_the_largest_buy_in() -> None:
    table = open_table(0, 1)
    table.start_hand(DECK)
    with pytest.raises(Refused, match="between hands") as refused:
        table.rebuy(0, 100)
    assert refused.value.code is Refusal.IN_HAND
    table.act(FOLD)
    stack = table.stack(Seat(0))
    assert table.rebuy(0, 400 - stack) == [Rebought(Seat(0), Chips(400 - stack), Chips(400))]
    for amount, words in ((1, "40 to 400"), (0, "1 chip or more"), (None, "up to 0")):
        with pytest.raises(Refused, match=words):
            table.rebuy(0, amount)


def test_a_broke_player_is_dealt_in_again_after_a_rebuy() -> None:
    table = open_table(0, 1, 2)
    give(table, 1, 0)
    assert table.public.active == [0, 2]
    table.start_hand(DECK)
    assert table.rebuy(1) == [Rebought(Seat(1), Chips(200), Chips(200))]
    table.act(FOLD)
    assert table.public.active == [0, 1, 2]


def test_an_illegal_action_changes_nothing() -> None:
    table = open_table(0, 1, 2)
    with pytest.raises(IllegalAction, match="nobody is to act"):
        table.act(CALL, 0)
    table.start_hand(DECK)
    assert table.hand is not None
    before = list(table.hand.events)
    with pytest.raises(IllegalAction, match="seat 0's turn"):
        table.act(CALL, 1)
    with pytest.raises(IllegalAction, match="call 2"):
        table.act(CHECK, 0)
    assert table.hand.events == before
    with pytest.raises(Refused, match="going on"):
        table.start_hand(DECK)


def test_an_uncalled_winner_may_show_and_who_took_his_chair_may_not() -> None:
    table = open_table(0, 1)
    fold_out(table)
    assert table.hand is not None
    winner = table.hand.public.awards[0].seat
    assert isinstance(table.show(winner)[0], Shown)
    fold_out(table)
    winner = table.hand.public.awards[0].seat
    table.leave(winner)
    table.sit("Newcomer", seat=winner)
    with pytest.raises(Refused, match="not dealt in"):
        table.show(winner)


def random_command(random: Random, table: Table, number: int) -> list[AnyEvent]:
    """Somebody comes, goes, sits out, comes back, buys chips, shows; or a hand is dealt."""
    seat = random.randrange(table.setup.seats)
    match random.randrange(8):
        case 0:
            return table.sit(f"P{number}", random.choice((None, 40, 400)), seat)
        case 1:
            return table.sit(f"P{number}")
        case 2:
            return table.leave(seat)
        case 3:
            return table.sit_out(seat)
        case 4:
            return table.come_back(seat)
        case 5:
            return table.rebuy(seat, random.choice((None, 50)))
        case 6:
            return table.show(seat)
        case _:
            return table.start_hand(numbered_deck(number))


def random_session(random: Random, hands: int, table: Table) -> list[AnyEvent]:
    """So many hands at random, and anything at any time."""
    events: list[AnyEvent] = []
    policy, number = Policy(random), 0
    while table.public.hands < hands:
        number += 1
        if not table.playing:
            policy = Policy(random)
        if table.legal is not None and random.random() < 0.7:
            events += table.act(policy(table.legal))
            continue
        try:
            events += random_command(random, table, number)
        except (Refused, IllegalAction):
            continue
    return events


@pytest.mark.parametrize("structure", ["fl", "pl", "nl"])
def test_sessions_conserve_chips_and_are_what_their_events_say(structure: str) -> None:
    rules = replace(ROBERT, rake=Rake(50, 3))
    table = open_table(structure=structure, rules=rules)
    # Chips are counted by `PublicTable` after every event.
    events = random_session(Random(structure), 150, table)
    assert PublicTable.fold(table.setup, events) == table.public
    assert table.public.raked > 0
    seated = [event for event in events if isinstance(event, Seated)]
    left = [event for event in events if isinstance(event, Left)]
    assert len(seated) - len(left) == sum(who is not None for who in table.public.seats)
    assert len(left) > 10
    for event in events:
        assert any_event_from_builtins(any_event_to_builtins(event)) == event


def test_only_hole_cards_are_hidden() -> None:
    table = open_table()
    for event in random_session(Random(1), 30, table):
        if isinstance(event, HoleDealt):
            assert project_any(event, None) == HoleDealt(event.seat, event.count, None)
            assert project_any(event, event.seat) == event
        else:
            assert project_any(event, None) == event


def test_a_hand_is_dealt_from_the_deck_that_is_given() -> None:
    table = open_table(0, 1)
    dealt = [e for e in table.start_hand(DECK) if isinstance(e, HandStarted | HoleDealt)]
    assert [type(e) for e in dealt] == [HandStarted, HoleDealt, HoleDealt]
    first = dealt[1]
    assert isinstance(first, HoleDealt)
    assert (first.seat, first.cards) == (1, DECK[0:8:2])
