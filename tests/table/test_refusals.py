"""Every refusal says why and what is possible, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from omaha8.hand.codec import CodecError
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import ROBERT, replace
from omaha8.table import commands as c
from omaha8.table.event_codec import command_from_json, command_to_json
from omaha8.table.machine import Table
from omaha8.table.refusal import Refusal, Refused
from tests.table.at_the_table import DECK, deal, hand, table_of
from tests.table.state_of import state_of

A, B, C, D = (Seat(i) for i in range(4))


def two() -> Table:
    return table_of("AB..")


def began() -> Table:
    table = table_of("ABC.")
    hand(table)
    return table


def playing() -> Table:
    table = table_of("ABC.")
    deal(table)
    return table


def newcomer(**options: Any) -> Table:
    table = table_of("ABCD..", replace(ROBERT, **options))
    hand(table)
    table.apply(c.Sit("X", Chips(100), Seat(5)))
    return table


def missed(**options: Any) -> Table:
    """D has missed the big blind and is back."""
    table = table_of("ABCDEF", replace(ROBERT, **options))
    hand(table)
    hand(table, c.SitOut(D))
    table.apply(c.ComeBack(D))
    return table


@pytest.mark.parametrize(
    ("make", "command", "message"),
    [
        (two, c.Deal(DECK), "The first hand must say which seat has the button."),
        (two, c.Deal(DECK, Seat(9)), "There is no seat 10: seats are 1 to 4."),
        (began, c.Deal(DECK, A), "The button moves by the rules after the first hand."),
        (playing, c.Deal(DECK), "A hand is going on: an action of seat 1."),
        (
            began,
            c.Deal(DECK[:10]),
            "No hand can be dealt: the deck has 10 cards; 3 players with 4 cards",
        ),
        (
            began,
            c.Deal((DECK[0],) * 52),
            "No hand can be dealt: duplicate card",
        ),
        (
            lambda: table_of("A..."),
            c.Deal(DECK, A),
            "The table waits for two players for a hand: somebody to sit down.",
        ),
        (began, c.ChoosePost(A), "A owes nothing and is dealt in."),
        (began, c.ChooseWait(D), "Nobody sits in seat 4."),
        (
            lambda: newcomer(new_player="wait"),
            c.ChoosePost(Seat(5)),
            "New players wait for the big blind here (new_player: wait).",
        ),
        (
            lambda: newcomer(new_player="free"),
            c.ChoosePost(Seat(5)),
            "New players are dealt in for free here (new_player: free).",
        ),
        (
            lambda: newcomer(new_player="free"),
            c.ChooseWait(Seat(5)),
            "New players are dealt in for free here (new_player: free).",
        ),
        (
            lambda: missed(missed_bb="wait"),
            c.ChoosePost(D),
            "Missed blinds are not posted here: wait (missed_bb: wait).",
        ),
        (
            lambda: missed(missed_bb="post_all"),
            c.ChooseWait(D),
            "Waiting makes up for no missed blind here: post or sit out (missed_bb: post_all).",
        ),
        (
            lambda: after(missed(), c.SitOut(D)),
            c.ChoosePost(D),
            "D is sitting out: come back first.",
        ),
        (
            lambda: after(missed(), c.ChoosePost(D)),
            c.ChoosePost(D),
            "D posts already, as soon as the seat allows.",
        ),
        (
            lambda: after(missed(), c.ChooseWait(D)),
            c.ChooseWait(D),
            "D waits for the big blind already.",
        ),
        (
            lambda: after(began(), c.TellMinute(5)),
            c.TellMinute(4),
            "It was minute 5 already (you said 4).",
        ),
        (began, c.Straddle(A, on=False), "There are no straddles here (straddle: off)."),
        (began, c.KillPot(A, Chips(0)), "Nobody kills a pot by choice here (kill: off)."),
        (began, c.AgreeChop(A), "Blinds are not chopped here (chop_blinds: off)."),
        (began, c.Leave(Seat(-1)), "There is no seat 0: seats are 1 to 4."),
    ],
)
def test_the_words(make: Callable[[], Table], command: c.Command, message: str) -> None:
    table = make()
    before = state_of(table.public)
    with pytest.raises(Refused) as refused:
        table.apply(command)
    assert str(refused.value).startswith(message)
    assert state_of(table.public) == before


def after(table: Table, command: c.Command) -> Table:
    table.apply(command)
    return table


def test_programs_get_a_code() -> None:
    table = table_of("A.")
    with pytest.raises(Refused) as refused:
        table.apply(c.Deal(DECK, A))
    assert refused.value.code is Refusal.TOO_FEW


def test_minutes_that_stand_still_are_no_event() -> None:
    assert table_of("AB").apply(c.TellMinute(0)) == []


@pytest.mark.parametrize(
    "command",
    [
        c.TellMinute(3),
        c.Sit("Ann", Chips(100), A),
        c.SitOut(A, "next_big_blind"),
        c.ChangeRules(rules=replace(ROBERT, fl_small_blind_overrides={15: 10})),
        c.Deal(DECK, A),
        c.KillPot(A, Chips(4)),
    ],
)
def test_commands_travel_as_json(command: c.Command) -> None:
    assert command_from_json(command_to_json(command)) == command


def test_a_command_that_is_none_is_named() -> None:
    for text in ('{"type":"fly"}', "nonsense", '{"type":"sit","name":3}'):
        with pytest.raises(CodecError, match="^command: "):
            command_from_json(text)
