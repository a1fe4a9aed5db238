"""House rules and stakes are fixed while a hand is going on; a change comes with the next one."""

from __future__ import annotations

from typing import Any

import pytest

from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.presets import find_rules
from omaha8.table.between_hands import GameChanged, RulesChangeAsked, RulesChanged
from omaha8.table.commands import (
    AutoRebuy,
    ChangeRules,
    ChoosePost,
    ComeBack,
    Leave,
    Sit,
    SitOut,
    TopUp,
)
from omaha8.table.mixed import mixed_games
from omaha8.table.refusal import Refused
from tests.table.at_the_table import deal, fold_out, hand, kinds, limit, table_of

POT_LIMIT = stakes("pl", 1, 2)
NO_SMALL = replace(ROBERT, button="dead")


def test_a_change_in_mid_hand_waits_and_is_an_event_twice() -> None:
    table = table_of("ABCDE")
    hand(table)
    deal(table)
    (asked,) = table.apply(ChangeRules(rules=NO_SMALL))
    assert isinstance(asked, RulesChangeAsked)
    assert asked.rules == NO_SMALL
    assert (table.public.rules, table.public.coming_rules) == (ROBERT, NO_SMALL)
    assert table.hand is not None
    assert table.hand.public.rules == ROBERT
    fold_out(table)
    table.apply(SitOut(Seat(3)))
    dealt = deal(table)
    # The button is dead now, where the shift would have been.
    assert kinds(dealt.events)[:2] == ["RulesChanged", "BlindsAssigned"]
    assert dealt.places == "2 - 4"
    assert table.public.rules == NO_SMALL


def test_between_hands_too_it_comes_with_the_next_one() -> None:
    table = table_of("ABC")
    hand(table)
    table.apply(ChangeRules(games=(limit(5, replace(ROBERT, fl_small_blind="half_floor")),)))
    assert table.public.game.small_bet == 2
    dealt = hand(table)
    assert RulesChanged() in dealt.events
    assert (dealt.game.small_bet, dealt.posts) == (5, "2 sb 2, 0 bb 5")
    assert "RulesChanged" not in kinds(hand(table).events)


def test_new_stakes_bring_their_usual_buy_in_unless_told() -> None:
    table = table_of("ABC")
    table.apply(ChangeRules(games=(limit(10),)))
    table.apply(ChangeRules(max_buy_in=Chips(1000)))
    hand(table)
    assert (table.public.min_buy_in, table.public.max_buy_in) == (200, 1000)


def test_chips_that_come_now_are_for_the_stakes_of_the_next_hand() -> None:
    """RULES, buy-in: nobody sits down, or adds chips, by limits under which he plays no hand."""
    table = table_of("ABC", seats=6)
    table.apply(ChangeRules(games=(limit(10),)))
    assert table.public.buy_in("D") == table.public.buy_ins == (200, 2000)
    with pytest.raises(Refused, match="Bring 200 to 2000 chips"):
        table.apply(Sit("D", Chips(100)))
    table.apply(Sit("D", Chips(2000)))
    had = table.public.player(Seat(0)).stack
    with pytest.raises(Refused, match=f"Add 1 to {2000 - had} chips"):
        table.apply(TopUp(Seat(0), Chips(2001 - had)))
    table.apply(TopUp(Seat(0), Chips(2000 - had)))
    with pytest.raises(Refused, match="Fill up to 200 to 2000"):
        table.apply(AutoRebuy(Seat(0), Chips(1), Chips(100)))
    hand(table)
    assert table.public.player(Seat(0)).stack > 1000


def test_a_change_that_is_taken_back_spares_nobody_what_he_took() -> None:
    """RULES, sit out, leave: who returns within the time brings what he left with."""
    table = table_of("ABC")
    table.apply(Leave(Seat(0)))
    assert table.public.buy_in("A") == (100, 400)
    rules = replace(ROBERT, ratholing_minutes=0)
    table.apply(ChangeRules(rules=rules, min_buy_in=Chips(20), max_buy_in=Chips(2000)))
    assert table.public.buy_in("A") == (100, 2000)
    assert table.public.buy_in("D") == (20, 2000)


def test_lower_stakes_let_nobody_fill_up_by_the_old_ones() -> None:
    table = table_of("ABC")
    deal(table)
    table.apply(TopUp(Seat(0), Chips(100)))
    table.apply(ChangeRules(min_buy_in=Chips(20), max_buy_in=Chips(100)))
    before = table.public.player(Seat(0)).stack
    fold_out(table)
    assert before >= 100
    assert table.public.player(Seat(0)).stack <= before


def test_who_fills_up_by_himself_does_not_bring_more_than_he_said() -> None:
    """RULES, buy-in: an auto-rebuy below the least buy-in of the new stakes ends."""
    table = table_of("ABC")
    table.apply(AutoRebuy(Seat(0), Chips(300), Chips(300)))
    deal(table)
    table.apply(ChangeRules(games=(limit(20),)))
    before = table.public.player(Seat(0)).stack
    fold_out(table)
    player = table.public.player(Seat(0))
    assert player.stack <= before
    assert (player.rebuy_below, player.rebuy_to) == (0, 0)


def test_a_second_change_is_added_to_the_first() -> None:
    table = table_of("ABC")
    table.apply(ChangeRules(rules=NO_SMALL))
    table.apply(ChangeRules(games=(limit(4),)))
    hand(table)
    assert (table.public.rules, table.public.game) == (NO_SMALL, limit(4))


def test_a_new_mix_begins_with_its_first_game() -> None:
    rules = replace(ROBERT, mixed_switch="hands:2")
    table = table_of("ABC", rules, mixed_games(rules, 1, 2))
    for _ in range(2):
        hand(table)
    order = replace(rules, mixed_order=("nl", "pl"))
    table.apply(ChangeRules(rules=order, games=mixed_games(order, 1, 2)))
    dealt = [hand(table) for _ in range(3)]
    assert [d.game.structure for d in dealt] == ["nl", "nl", "pl"]
    changes = (RulesChanged, GameChanged)
    assert [type(e) for d in dealt for e in d.events if isinstance(e, changes)] == [*changes]


def test_what_is_offered_follows_the_rules_to_come() -> None:
    table = table_of("ABCDEF")
    hand(table)
    hand(table, SitOut(Seat(3)))
    hand(table, ComeBack(Seat(3)))
    assert len(table.offers) == 1
    table.apply(ChangeRules(rules=replace(ROBERT, missed_bb="wait")))
    assert table.offers == []
    with pytest.raises(Refused, match="missed_bb: wait"):
        table.apply(ChoosePost(Seat(3)))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"rules": find_rules("poker-room"), "games": (POT_LIMIT,)},
            "^allowed_structures",
        ),
        ({"games": ()}, "^games: at least one"),
        (
            {"games": (limit(2), POT_LIMIT), "rules": find_rules("community")},
            "do not rotate",
        ),
        ({"min_buy_in": 1}, "^buy_in"),
        ({"max_buy_in": 30}, "^buy_in"),
        ({"games": (stakes("pl", 1, 2, hole_cards=6),)}, "^seats: 2 to 7 with 6 hole cards, not 9"),
    ],
)
def test_an_impossible_change_is_refused_by_option(change: dict[str, Any], why: str) -> None:
    table = table_of("ABC......")
    with pytest.raises(Refused, match=why):
        table.apply(ChangeRules(**change))
    assert table.public.next_rules is None
