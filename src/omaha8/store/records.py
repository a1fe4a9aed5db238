"""The values that go into a store and come out of it (floor 5)."""

from __future__ import annotations

from typing import Literal, NewType

import msgspec

from omaha8.rules.game import Chips, Seat

TableId = NewType("TableId", str)
PersonId = NewType("PersonId", int)
AccountId = NewType("AccountId", str)
"""``person:12``, ``table:k3x9``, or one of the three below."""

BANK = AccountId("house:bank")
"""Where play money comes from: what the host grants is taken off here."""
BOTS = AccountId("house:bots")
RAKE = AccountId("house:rake")


def person_account(person: PersonId) -> AccountId:
    """The account of a person."""
    return AccountId(f"person:{person}")


def table_account(table: TableId) -> AccountId:
    """The chips that lie on a table."""
    return AccountId(f"table:{table}")


class Row(msgspec.Struct, frozen=True):
    """One event of a table as JSON.

    ``person`` asked for it, ``None`` for the room itself; ``ask`` is what he called his message,
    so that it is not done twice.
    """

    body: bytes
    person: PersonId | None = None
    ask: str | None = None


class StoredRow(msgspec.Struct, frozen=True):
    """A row with its number in the table's journal, and when it was written (ms since 1970)."""

    seq: int
    at: int
    body: bytes
    person: PersonId | None
    ask: str | None


class Transfer(msgspec.Struct, frozen=True):
    """``amount`` chips go from one account to another; at least 1."""

    source: AccountId
    target: AccountId
    amount: Chips
    kind: Literal["buy_in", "rebuy", "cash_out", "rake", "grant", "fee", "prize"]


class StoredTransfer(msgspec.Struct, frozen=True):
    """A transfer as it stands in the ledger; ``table`` and ``seq`` name the event it belongs to."""

    id: int
    at: int
    source: AccountId
    target: AccountId
    amount: Chips
    kind: str
    table: TableId | None
    seq: int | None


class HandRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One hand in the index of hands.

    ``first`` and ``last`` are the numbers of its first event (`DecksCommitted`, or without one
    `BlindsAssigned`) and of its last, ``last`` and ``ended`` ``None`` while it goes on. Other
    events of the table may stand between them. ``seats`` has who was dealt in (``None`` for a
    bot of the house), ``results`` what each of them won or lost, when it is over. ``note`` says
    what was wrong with a hand that was voided.
    """

    hand: int
    first: int
    started: int
    seats: tuple[tuple[Seat, PersonId | None, str], ...]
    last: int | None = None
    ended: int | None = None
    pot: Chips = Chips(0)
    note: str | None = None
    results: tuple[int, ...] = ()


class Write(msgspec.Struct, frozen=True, kw_only=True):
    """All that one message changes at one table: it is kept whole or not at all.

    ``first`` is the number of the first of ``rows``. ``deal`` are the secrets of hand
    ``deal[0]``; they replace earlier ones of the same hand. ``checkpoint`` is the state of the
    table before the first of ``rows``.
    """

    table: TableId
    epoch: int
    at: int
    first: int
    rows: tuple[Row, ...]
    transfers: tuple[Transfer, ...] = ()
    deal: tuple[int, bytes] | None = None
    hand: HandRecord | None = None
    checkpoint: bytes | None = None


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the room; ``info`` is JSON whose meaning is the room's."""

    id: TableId
    created: int
    info: bytes
    closed: int | None = None
