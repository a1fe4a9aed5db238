"""RULES, fixed-limit blinds: the small blind by option, or an explicit amount."""

from __future__ import annotations

import pytest

from omaha8.rules.game import stakes
from omaha8.rules.house import ROBERT, RulesError


def test_an_explicit_small_blind_needs_no_rounding() -> None:
    assert stakes("fl", 15, 30, ROBERT, small_blind=10).small_blind == 10


def test_half_of_an_odd_small_bet_is_refused_with_the_ways_out() -> None:
    with pytest.raises(RulesError, match="^fl_small_blind: half of a small bet of 15 .*half_floor"):
        stakes("fl", 15, 30, ROBERT)
