"""What the next card does to a low: it makes or betters it, counterfeits it, or kills the draw."""

from __future__ import annotations

from fractions import Fraction

import pytest

from omaha8.cards import parse_card, parse_cards
from omaha8.equity import EquityError, equity, next_cards
from omaha8.equity.next_card import low_change


@pytest.mark.parametrize(
    ("hole", "board", "card", "change"),
    [
        ("As2sKhQd", "3h4dKs", "8c", "improves"),  # a low is made
        ("As2sKhQd", "3h8dKs", "7c", "improves"),
        ("As2s3dKh", "4h7d8s", "5c", "improves"),  # the nut low becomes a better one
        ("As2s3dKh", "4h7d8s", "Tc", None),
        ("As2sKhQd", "3h4d8s", "2c", "counterfeits"),  # the deuce plays no longer
        ("As2s3dKh", "4h7d8s", "2c", "improves"),  # but with the trey behind it it is better
        ("As2sKhQd", "3hJdKs", "4c", "improves"),  # two cards to go become one
        ("As2sKhQd", "3hJdKs", "9c", "kills"),
        ("As2sKhQd", "3hJdKs", "3c", "kills"),  # a pair on board is no card nearer
        ("As2sKhQd", "3h4dKsQc", "9c", "kills"),
        ("As2sKhQd", "3h4dKsQc", "4c", "kills"),
        ("As2sKhQd", "3h4dKsQc", "2c", "counterfeits"),
        ("KcQcJsTh", "3h4d8s", "2c", None),  # no low to lose
        ("As2sKhQd", "ThJdKs", "3c", None),
    ],
)
def test_the_low(hole: str, board: str, card: str, change: str | None) -> None:
    assert low_change(parse_cards(hole), parse_cards(board), parse_card(card)) == change


def test_equities_with_each_card_make_up_the_equity_now() -> None:
    hands, flop = ["AhKd2h3d", "KsKcQsJc", "9h9d8h8d"], "4s5s9c"
    coming = next_cards(hands, flop)
    assert len(coming) == 52 - 12 - 3
    for place, player in enumerate(equity(hands, flop).players):
        mean = sum(Fraction(card.equity_fractions[place]) for card in coming) / len(coming)
        assert mean == Fraction(player.equity_fraction)
    one = next(card for card in coming if card.card == "6h")
    after = equity(hands, f"{flop}6h")
    assert one.equities == tuple(player.equity for player in after.players)
    assert one.lows[:2] == ("improves", None)


def test_the_river_card_decides() -> None:
    coming = next_cards(["As2sKhQd", "Ah2h9c9d"], "3h8cQsKc", dead="7h7d")
    assert "7h" not in [card.card for card in coming]
    assert {equity for card in coming for equity in card.equities} <= {0, 0.25, 0.5, 0.75, 1}


def test_only_known_hands_on_a_flop_or_turn_have_a_next_card() -> None:
    with pytest.raises(EquityError, match="of known hands, not of ranges"):
        next_cards(["As2sKhQd", "*"], "3h8cQs")
    for board in ("", "3h8cQsKc7d"):
        with pytest.raises(EquityError, match="the next card comes on a flop or a turn, not on"):
            next_cards(["As2sKhQd", "Ah2h9c9d"], board)
