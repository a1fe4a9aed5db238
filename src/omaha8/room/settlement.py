"""Who has won and lost how much: what a club settles at the end of a night (floor 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from omaha8.room.bank import Bank
from omaha8.room.open_tables import OpenTables
from omaha8.room.person import Person
from omaha8.rules.game import Chips
from omaha8.store.records import BOTS, RAKE, AccountId, PersonId, person_account


class Settled(msgspec.Struct, frozen=True):
    """``won`` is what he has now, off the tables and at them, less what he was given.

    A bot that somebody has brought along has an account of its own; ``owner`` settles it.
    """

    id: PersonId
    name: str
    owner: PersonId | None
    owner_name: str | None
    off_tables: int
    at_tables: int
    granted: int
    won: int


class Settlement(msgspec.Struct, frozen=True):
    """What people, bots of the house (``bots``) and the house (``rake``) have won is 0 together.

    Stacks count as their hands began.
    """

    people: tuple[Settled, ...]
    bots: int
    rake: int


def settle(
    bank: Bank,
    tables: OpenTables,
    granted: Mapping[AccountId, Chips],
    people: Iterable[Person],
    name_of: Callable[[PersonId | None], str | None],
) -> Settlement:
    """Everybody of ``people`` who has had chips, the winners first."""
    settled = []
    for person in people:
        off, at = bank.of(person.id), tables.at_tables(person.id)
        given = granted.get(person_account(person.id), 0)
        if off or at or given:
            owner = person.owner
            settled.append(
                Settled(
                    id=person.id,
                    name=person.name,
                    owner=owner,
                    owner_name=name_of(owner),
                    off_tables=off,
                    at_tables=at,
                    granted=given,
                    won=off + at - given,
                )
            )
    settled.sort(key=lambda each: (-each.won, each.name))
    bots = bank.balance(BOTS) + tables.bots_at_tables
    return Settlement(tuple(settled), bots, bank.balance(RAKE))
