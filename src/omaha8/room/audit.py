"""Proves the ledger from the journal (floor 5): every chip that moved was moved by an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import apsw
import msgspec

from omaha8.hand.events import Raked
from omaha8.room.room_events import ROOM_EVENTS, NumberedEvent, event_of
from omaha8.rules.game import Chips, Seat
from omaha8.store import soundness
from omaha8.store.faults import in_words
from omaha8.store.losses import Inspection, Loss, losses
from omaha8.store.records import (
    BOTS,
    RAKE,
    AccountId,
    PersonId,
    StoredTransfer,
    TableId,
    Transfer,
    person_account,
    table_account,
)
from omaha8.store.soundness import Damaged, Difference, JournalRow
from omaha8.table.between_hands import SeatChanged, TableOpened
from omaha8.table.events import Left, Rebought, Seated
from omaha8.table.state import PublicTable

_decode: Final = msgspec.json.Decoder().decode
_NONE: Final[list[StoredTransfer]] = []


class Audit(msgspec.Struct, kw_only=True):
    """What was looked at, and what does not fit: of each table only the first."""

    tables: int = 0
    events: int = 0
    hands: int = 0
    transfers: int = 0
    accounts: int = 0
    cuts: int = 0
    losses: list[Loss] = []
    on_tables: int = 0
    differences: list[Difference] = []

    @property
    def sound(self) -> bool:
        """Everything fits."""
        return not self.differences


def audit(path: Path, watch: Callable[[int], None] | None = None) -> Audit:
    """Check the file of a folder, or a backup, as it is now; ``watch`` is told of events read.

    Raises `StoreError` if it cannot be read.
    """
    file = soundness.file_of(path)
    inspection = Inspection(file)
    connection = soundness.open_snapshot(path)
    try:
        found = _audit(connection, watch)
        lost = inspection.fault(connection)
        if lost is not None:
            found.differences.insert(0, Difference(text=lost))
        found.losses = losses(file)
        return found
    except (apsw.Error, UnicodeDecodeError) as error:
        raise in_words(error, connection.filename) from error
    finally:
        connection.close()


def _audit(connection: apsw.Connection, watch: Callable[[int], None] | None) -> Audit:
    found = Audit(differences=soundness.structure_faults(connection))
    if found.differences:
        return found
    kept = soundness.balances(connection)
    found.accounts = len(kept)
    found.transfers = int(connection.execute("SELECT count(*) FROM transfers").get)
    found.cuts = int(connection.execute("SELECT count(*) FROM cuts").get)
    for table in soundness.tables(connection):
        one = _TableAudit(connection, table)
        for _ in one.read():
            found.events += 1
            if watch is not None:
                watch(found.events)
        found.tables += 1
        found.hands += one.hands
        found.on_tables += one.chips
        first = one.difference or one.chips_fault(kept.get(table_account(table), 0))
        blobs = soundness.blob_faults(connection, table)
        found.differences += [d for d in (first, *blobs) if d is not None]
    found.differences += soundness.ledger_faults(connection)
    return found


class _Expected(msgspec.Struct, frozen=True):
    """A transfer that event ``seq`` must have made."""

    seq: int
    transfer: Transfer


class _TableAudit:
    """One table: its events folded anew, and the transfers that they must have made."""

    def __init__(self, connection: apsw.Connection, table: TableId) -> None:
        self._connection = connection
        self._table = table
        self._ledger = soundness.transfers_of(connection, table)
        self._public: PublicTable | None = None
        self._owners: dict[Seat, AccountId] = {}
        self._raked = 0
        self._last = -1
        self.difference: Difference | None = None

    @property
    def hands(self) -> int:
        """How many began."""
        return 0 if self._public is None else self._public.hands

    @property
    def chips(self) -> int:
        """What lies on the table, the pot included."""
        return (
            0 if self._public is None else self._public.brought - self._public.taken - self._raked
        )

    def read(self) -> Iterator[None]:
        """Check event by event, up to the first `difference`."""
        expected: list[_Expected] = []
        write = 0
        try:
            for row in soundness.journal(self._connection, self._table):
                yield
                if row.first != write:
                    self._compare(write, expected)
                    write, expected = row.first, []
                self._fold(row, expected)
                self._last = row.seq
            self._compare(write, expected)
            for first, transfers in self._ledger.items():
                self._differ(first, None, transfers[0])
        except Damaged as damaged:
            self.difference = damaged.difference

    def chips_fault(self, balance: int) -> Difference | None:
        """Where the chips on the table are not what its account has."""
        if self.chips == balance:
            return None
        account = table_account(self._table)
        return Difference(
            text=(
                f"table {self._table}, event {self._last}: {self.chips} chips lie on the table, "
                f"{account} has {balance}"
            ),
            table=self._table,
            event=self._last,
            account=account,
            expected=self.chips,
            found=balance,
        )

    def _fold(self, row: JournalRow, expected: list[_Expected]) -> None:
        try:
            event = event_of(_decode(row.body))
            transfer = self._transfer(event, row.person)
            if isinstance(event, ROOM_EVENTS):
                return
            if self._public is None:
                if not isinstance(event, TableOpened):
                    raise ValueError("the events of a table begin with table_opened")
                self._public = PublicTable.opened(event)
            else:
                self._public.evolve(event)  # type: ignore[arg-type]
        except Exception as error:
            raise Damaged(
                Difference(
                    text=f"table {self._table}, event {row.seq}: {type(error).__name__} {error}",
                    table=self._table,
                    event=row.seq,
                )
            ) from error
        if transfer is not None:
            expected.append(_Expected(row.seq, transfer))

    def _transfer(self, event: NumberedEvent, person: int | None) -> Transfer | None:
        """What an event must have moved; whoever asked to sit down brings his own chips."""
        here, owners = table_account(self._table), self._owners
        match event:
            case Seated(seat, _, stack):
                owner = BOTS if person is None else person_account(PersonId(person))
                owners[seat] = owner
                return Transfer(owner, here, stack, "buy_in")
            case Rebought(seat, amount):
                return Transfer(owners[seat], here, amount, "rebuy")
            case SeatChanged(seat, to):
                owners[to] = owners.pop(seat)
            case Left(seat, stack):
                owner = owners.pop(seat)
                return Transfer(here, owner, stack, "cash_out") if stack else None
            case Raked(by_pot) if any(by_pot):
                self._raked += sum(by_pot)
                return Transfer(here, RAKE, Chips(sum(by_pot)), "rake")
            case _:
                pass
        return None

    def _compare(self, write: int, expected: list[_Expected]) -> None:
        found = self._ledger.pop(write, _NONE)
        if not found and not expected:
            return
        missing = Counter(_key(t.transfer) for t in expected)
        missing.subtract(_key(t) for t in found)
        lacks = next((t for t in expected if missing[_key(t.transfer)] > 0), None)
        extra = next((t for t in found if missing[_key(t)] < 0), None)
        if lacks is not None or extra is not None:
            self._differ(write, lacks, extra)

    def _differ(self, write: int, lacks: _Expected | None, extra: StoredTransfer | None) -> None:
        seq = write if lacks is None else lacks.seq
        said = []
        one: Transfer | StoredTransfer | None = None
        if extra is not None:
            one = extra
            said.append(f"the ledger has {_words(extra)} (transfer {extra.id})")
        if lacks is not None:
            one = lacks.transfer
            said.append(f"the event moved {_words(lacks.transfer)}")
        assert one is not None
        here = table_account(self._table)
        account = one.target if one.source == here else one.source
        raise Damaged(
            Difference(
                text=f"table {self._table}, event {seq}: "
                + (
                    ", ".join(reversed(said))
                    if len(said) == 2
                    else f"{said[0]}, {'no event did' if lacks is None else 'the ledger has not'}"
                ),
                table=self._table,
                event=seq,
                account=account,
                expected=0 if lacks is None else lacks.transfer.amount,
                found=0 if extra is None else extra.amount,
            )
        )


def _key(transfer: Transfer | StoredTransfer) -> tuple[AccountId, AccountId, int, str]:
    return transfer.source, transfer.target, transfer.amount, transfer.kind


def _words(transfer: Transfer | StoredTransfer) -> str:
    kind = transfer.kind.replace("_", "-")
    return f"{transfer.amount} chips from {transfer.source} to {transfer.target} ({kind})"
