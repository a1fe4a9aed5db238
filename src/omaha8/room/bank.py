"""Who has how many chips beside the tables, and what an event of a table moves (floor 5)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from omaha8.hand.events import Raked
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.room_events import NumberedEvent
from omaha8.rules.game import Chips, Seat
from omaha8.store.records import (
    BOTS,
    RAKE,
    AccountId,
    PersonId,
    TableId,
    Transfer,
    person_account,
    table_account,
)
from omaha8.table.events import Left, Rebought, Seated

_log: Final = logging.getLogger(__name__)


class Bank:
    """The balances of the ledger, as they are when all that is under way has been written.

    ``credit`` is how far below 0 somebody may go, ``None`` for as far as he likes: then a balance
    says what he has won or lost, and the club settles it.
    """

    def __init__(
        self, balances: Mapping[AccountId, int] | None = None, credit: int | None = None
    ) -> None:
        self._balances = dict(balances or {})
        if over := sum(self._balances.values()):
            _log.error("the ledger does not add up to 0 but to %d: run omaha8 audit", over)
        self.credit = credit
        self._asked: dict[tuple[TableId, PersonId], int] = {}

    def balance(self, account: AccountId) -> int:
        """What lies in an account."""
        return self._balances.get(account, 0)

    @property
    def persons(self) -> list[PersonId]:
        """Whoever has an account."""
        head = "person:"
        return [
            PersonId(int(account.removeprefix(head)))
            for account in self._balances
            if account.startswith(head)
        ]

    def of(self, person: PersonId) -> int:
        """What a person has beside the tables."""
        return self.balance(person_account(person))

    @property
    def outstanding(self) -> int:
        """All chips that lie on tables."""
        return sum(n for account, n in self._balances.items() if account.startswith("table:"))

    def check(self, table: TableId, person: PersonId, amount: int) -> None:
        """Whether he can bring so much more to a table, top-ups he asked for elsewhere included.

        Raises `RoomRefused`.
        """
        if self.credit is None:
            return
        promised = sum(n for (at, who), n in self._asked.items() if who == person and at != table)
        able = self.of(person) + self.credit - promised
        if amount > able:
            have = f"you have {able}" if able > 0 else "you have none"
            raise RoomRefused(
                Why.NO_FUNDS, f"That takes {amount} chips and {have}. The host can grant you some."
            )

    def promised_by(self, person: PersonId) -> int:
        """What he has asked for at all tables, and which comes without another question."""
        return sum(amount for (_, who), amount in self._asked.items() if who == person)

    def covers(self, table: TableId, person: PersonId, amount: int) -> bool:
        """Whether he could bring so much more to a table."""
        try:
            self.check(table, person, amount)
        except RoomRefused:
            return False
        return True

    def promise(self, table: TableId, person: PersonId, amount: int) -> None:
        """A top-up that comes after the hand; 0 for none."""
        if amount:
            self._asked[table, person] = amount
        else:
            self._asked.pop((table, person), None)

    def forget(self, table: TableId) -> None:
        """Nobody waits for chips at that table any more."""
        for key in [key for key in self._asked if key[0] == table]:
            del self._asked[key]

    def apply(self, transfers: Iterable[Transfer], *, back: bool = False) -> None:
        """Move chips; ``back`` undoes what could not be written."""
        for transfer in transfers:
            amount = -transfer.amount if back else transfer.amount
            self._balances[transfer.source] = self.balance(transfer.source) - amount
            self._balances[transfer.target] = self.balance(transfer.target) + amount
            for account in (transfer.source, transfer.target):
                # Tables come and go, and most are empty when they go.
                if account.startswith("table:") and not self._balances[account]:
                    del self._balances[account]


def transfer_of(
    table: TableId, event: NumberedEvent, person_in: Callable[[Seat], PersonId | None]
) -> Transfer | None:
    """What an event moves in the ledger; ``person_in`` says whose seat it is, or was just now.

    A seat without a person is a bot of the house.
    """
    here = table_account(table)
    match event:
        case Seated(seat, _, stack):
            return Transfer(_account(person_in(seat)), here, stack, "buy_in")
        case Rebought(seat, amount):
            return Transfer(_account(person_in(seat)), here, amount, "rebuy")
        case Left(seat, stack) if stack:
            return Transfer(here, _account(person_in(seat)), stack, "cash_out")
        case Raked(by_pot) if any(by_pot):
            return Transfer(here, RAKE, Chips(sum(by_pot)), "rake")
        case _:
            return None


def _account(person: PersonId | None) -> AccountId:
    return BOTS if person is None else person_account(person)
