"""The state of a table between two hands as bytes, so that not all its events are read again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from omaha8.hand.public import ChipsLost
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.table.money import check_table
from omaha8.table.state import PublicTable

VERSION: Final = 1


class _Versioned(msgspec.Struct, frozen=True):
    version: int


class _Checkpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    table: PublicTable


_encode: Final = msgspec.json.Encoder().encode
_version: Final = msgspec.json.Decoder(_Versioned).decode
_decode: Final = msgspec.json.Decoder(_Checkpoint).decode


def checkpoint_of(public: PublicTable) -> bytes:
    """All that later events depend on, as JSON: everything but the last hand.

    Raises `ValueError` while a hand is going on.
    """
    if public.playing:
        raise ValueError("a checkpoint is taken between two hands, and one is going on")
    kept = msgspec.structs.replace(public, hand=None, dealt=frozenset(), chop={})
    return _encode(_Checkpoint(VERSION, kept))


def public_from(checkpoint: bytes) -> PublicTable:
    """The state of a checkpoint. Raises `ValueError`, naming what is wrong."""
    try:
        version = _version(checkpoint).version
        if version != VERSION:
            raise ValueError(f"version {version} is not known here; {VERSION} is")
        table = _decode(checkpoint).table
        if table.hand is not None or table.dealt or table.chop:
            raise ValueError("it is of a hand that is going on")
        _check(table)
    except (ValueError, ChipsLost, RecursionError) as error:
        raise ValueError(f"checkpoint: {error}") from None
    return table


def _check(table: PublicTable) -> None:
    """What types do not say."""
    check_table(
        table.rules, table.games, len(table.seats), int(table.min_buy_in), int(table.max_buy_in)
    )
    if not 0 <= table.rotation.index < len(table.games):
        raise RulesError(f"rotation: game {table.rotation.index} of {len(table.games)}")
    for what, seat in _named(table):
        if not 0 <= seat < len(table.seats):
            raise ValueError(f"{what}: seat {seat} of {len(table.seats)}")
    for at, player in enumerate(table.seats):
        if player is not None and player.stack < 0:
            raise ValueError(f"seats: a stack of {player.stack} in seat {at}")
    table.count_chips()


def _named(table: PublicTable) -> Iterator[tuple[str, Seat]]:
    """Every seat that the state names, and where."""
    if table.places is not None:
        yield "places", table.places.button
        yield "places", table.places.small_blind
        yield "places", table.places.big_blind
    for kill in (table.kill_owed, table.kill_asked):
        if kill is not None:
            yield "kill", kill.seat
    for seat in table.straddlers:
        yield "straddlers", seat
    for seat in table.leavers:
        yield "leavers", seat
    for seat in table.cleared:
        yield "cleared", seat
    for player in table.seats:
        if player is not None and player.moves_to is not None:
            yield "moves_to", player.moves_to
