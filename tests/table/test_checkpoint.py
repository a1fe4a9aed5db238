"""A table between two hands as bytes, and back: it goes on as if nothing had been."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from omaha8.rules.game import Chips, Seat
from omaha8.rules.presets import PRESET_NAMES
from omaha8.table import commands as c
from omaha8.table.checkpoint import checkpoint_of, public_from
from omaha8.table.machine import Table
from omaha8.table.state import PublicTable
from tests.random_tables import Session, random_table
from tests.table.at_the_table import deal, fold_out, hand, table_of
from tests.table.state_of import state_of

OF_THE_LAST_HAND = ("hand", "dealt", "chop")


def again(public: PublicTable) -> PublicTable:
    return public_from(checkpoint_of(public))


def without_the_last_hand(public: PublicTable) -> dict[str, Any]:
    state = state_of(public)
    return {name: state[name] for name in state if name not in OF_THE_LAST_HAND}


@pytest.mark.parametrize("number", range(3 * len(PRESET_NAMES)))
def test_between_any_two_hands_a_table_goes_on_from_its_checkpoint(number: int) -> None:
    """At every moment: the same state and following hand; and from then on the same events."""
    random = Random(f"checkpoint {number}")
    session = Session(random, random_table(random, PRESET_NAMES[number % len(PRESET_NAMES)]))
    twins: list[Table] = []
    table, moments = session.table, 0
    while table.public.hands < 12 or table.public.playing:
        if not table.public.playing:
            public = again(table.public)
            assert without_the_last_hand(public) == without_the_last_hand(table.public)
            resumed = Table.resumed([], state=public)
            assert resumed.following == table.following
            assert resumed.waiting_for == table.waiting_for
            if moments % 9 == 0:
                twins.append(resumed)
            moments += 1
        done, told = len(session.commands), len(session.events)
        session.step()
        for command in session.commands[done:]:
            for twin in twins:
                if isinstance(command, c.ShowHand) and twin.hand is None:
                    continue  # the last hand is not in a checkpoint
                assert twin.apply(command) == session.events[told:]
    assert len(twins) > 1
    for twin in twins:
        assert without_the_last_hand(twin.public) == without_the_last_hand(table.public)


def test_an_established_player_is_still_established() -> None:
    """Who owes nothing owes nothing after it, and the same seat is due the big blind."""
    table = table_of("ABCD")
    hand(table)
    public = again(table.public)
    assert [player.debt for player in public.seats if player] == [
        player.debt for player in table.public.seats if player
    ]
    twin = Table.resumed([], state=public)
    assert deal(twin).places == deal(table).places == "1 2 3"


def test_the_state_that_a_table_goes_on_from_is_left_alone() -> None:
    table = table_of("ABC")
    hand(table)
    public = again(table.public)
    before = state_of(public)
    hand(Table.resumed([], state=public))
    assert state_of(public) == before


def test_what_was_left_with_and_who_waits_is_in_it() -> None:
    table = table_of("AB", seats=2)
    hand(table)
    table.apply(c.JoinWaitingList("C"))
    table.apply(c.JoinWaitingList("D"))
    table.apply(c.Leave(Seat(1)))
    public = again(table.public)
    assert public.offered == ("C",)
    assert public.waiting == ("C", "D")
    assert public.buy_in("B") == (101, 400)


def test_a_checkpoint_is_taken_between_two_hands() -> None:
    table = table_of("ABC")
    deal(table)
    with pytest.raises(ValueError, match="between two hands, and one is going on"):
        checkpoint_of(table.public)
    fold_out(table)
    assert again(table.public).hands == 1


def _change(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    *way, last = path.split(".")

    def change(form: dict[str, Any]) -> None:
        at: Any = form
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[step]
        at[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_change("version", 2), "version 2 is not known here; 1 is"),
        (_change("table.games", []), "games: at least one"),
        (_change("table.rotation.index", 3), "rotation: game 3 of 1"),
        (_change("table.rules.muck", "never"), r"Invalid enum value 'never' - at `\$.table.rules"),
        (_change("table.seats.0.stack", -1), "a stack of -1 in seat 0"),
        (_change("table.seats.0.stack", 101), "are not the 300 brought"),
        (_change("table.seats.0.moves_to", 7), "moves_to: seat 7 of 3"),
        (_change("table.places.big_blind", 9), "places: seat 9 of 3"),
        (_change("table.straddlers", [-1]), "straddlers: seat -1 of 3"),
        (_change("table.leavers", [3]), "leavers: seat 3 of 3"),
        (_change("table.kill_asked", {"type": "kill_asked", "seat": 5, "amount": 4}), "kill: seat"),
        (_change("table.dealt", [1]), "of a hand that is going on"),
        (_change("table.hand", {"pot": 3}), "checkpoint: "),
        (_change("table", None), r"Expected `object`, got `null` - at `\$.table`"),
    ],
)
def test_what_is_no_checkpoint_is_refused_by_what_is_wrong(
    change: Callable[[dict[str, Any]], None], message: str
) -> None:
    table = table_of("ABC")
    hand(table)
    form = msgspec.json.decode(checkpoint_of(table.public))
    assert public_from(msgspec.json.encode(form)).player(0).stack == Chips(100)
    change(form)
    with pytest.raises(ValueError, match="^checkpoint: ") as refused:
        public_from(msgspec.json.encode(form))
    assert refused.match(message)


@pytest.mark.parametrize("text", [b"", b"[]", b"\xff", b'{"version":1}', b'{"version":1,"table":'])
def test_bytes_that_are_none_are_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match="^checkpoint: "):
        public_from(text)
