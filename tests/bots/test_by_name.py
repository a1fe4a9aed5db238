"""Bots by name."""

from __future__ import annotations

import pytest

from omaha8.bots import AnyLegal, HandStrength, caller
from omaha8.bots.by_name import BOT_NAMES, UnknownBot, find_bot


def test_names() -> None:
    assert find_bot("calling") is caller
    assert find_bot("random", "a") == AnyLegal("a")
    assert find_bot("strength", "b") == HandStrength(salt="b")
    assert len({find_bot(name) for name in BOT_NAMES}) == len(BOT_NAMES)


def test_an_unknown_name_is_answered_by_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="'shark': there are calling, random, tight, strength"):
        find_bot("shark")


def test_other_bots_have_names_of_their_own() -> None:
    assert find_bot("mine:bot", others={"mine:bot": AnyLegal("mine")}) == AnyLegal("mine")
    with pytest.raises(UnknownBot, match="no bot is called 'mine:bot'"):
        find_bot("mine:bot")
