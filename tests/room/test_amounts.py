"""RULES, buy-in: what the room says may be added can be added, and is never less than nothing."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from omaha8.room.messages import Kill, Rebuy, Sit, TopUp
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import ROBERT, replace
from omaha8.rules.presets import find_rules
from omaha8.store.records import BANK, Transfer, table_account
from tests.room.guests import Guest, TimedRoom, play_on

STACKS = (0, 1, 39, 40, 199, 200, 201, 399, 400, 401, 800, 100_000)
"""Around the least, the usual and the largest buy-in of the table: 40, 200, 400."""


def with_stack(stack: int, *, kill: str = "off") -> tuple[TimedRoom, Guest]:
    """A guest between two hands with so many chips."""
    room = TimedRoom(rules=replace(find_rules("card-room"), kill=kill), bots=2)
    ann = Guest(room)
    ann.sit(0)
    room.wait()
    play_on(room, ann, fold=True)
    public = room.table.public
    player = public.player(Seat(0))
    public.brought += stack - player.stack
    # What a table has appears in the ledger as well.
    here = table_account(room.id)
    if stack != player.stack:
        more = Transfer(BANK, here, Chips(stack - player.stack), "grant")
        room.bank.apply([more])
    player.stack = Chips(stack)
    room.table._known = False  # what follows depends on who has chips
    return room, ann


def is_sound(text: str) -> bool:
    """No amount below 0, and no range that ends before it begins."""
    ranges = [(int(a), int(b)) for a, b in re.findall(r"(-?\d+) to (-?\d+)", text)]
    return re.search(r"-\d|up to 0\b", text) is None and all(a <= b for a, b in ranges)


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("message", [Rebuy(), Rebuy(1), Rebuy(10**9), TopUp(0), TopUp(10**9)])
def test_chips_that_may_be_added(message: Rebuy | TopUp, stack: int) -> None:
    _, ann = with_stack(stack)
    ann.say(message)
    ann.read()
    if not ann.errors:
        assert ann.view is not None
        assert ann.view.stacks[0] in (200, stack + 1)
        return
    said = ann.errors[-1].message
    assert is_sound(said), said
    if stack >= 400:
        assert "400" in said
        assert "up to -" not in said
        return
    # The most that is offered is taken.
    (offered,) = re.findall(r"(?:up to|to|Add) (\d+)(?= chips|\.)", said)[-1:]
    ann.say(Rebuy(int(offered)))
    ann.read()
    assert len(ann.errors) == 1
    assert ann.view is not None
    assert ann.view.stacks[0] == 400


@pytest.mark.parametrize(("stack", "words"), [(400, "as much as"), (401, "more than")])
def test_who_has_the_most_adds_nothing(stack: int, words: str) -> None:
    _, ann = with_stack(stack)
    for message in (Rebuy(), Rebuy(5)):
        ann.say(message)
        ann.read()
        assert ann.errors[-1].message == (
            f"You have {stack}, {words} the largest buy-in of 400: you may add nothing."
        )


@pytest.mark.parametrize("stack", STACKS)
def test_overblinds_that_are_offered(stack: int) -> None:
    _, ann = with_stack(stack, kill="optional")
    ann.say(Kill(10**9))
    ann.read()
    assert is_sound(ann.errors[-1].message)
    assert all(is_sound(offer) for offer in ann.offers)


def test_chips_to_bring() -> None:
    room = TimedRoom(rules=ROBERT)
    ann = Guest(room)
    for buy_in in (0, 1, 39, 401, 2**53 - 1):
        ann.say(Sit(0, buy_in))
        ann.read()
        assert is_sound(ann.errors[-1].message)
    assert all(a.message != b.message for a, b in pairwise(ann.errors))
