"""Who has won and lost how much: what a club settles at the end of a night (floor 5)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from omaha8.room.bank import Bank
from omaha8.room.open_tables import OpenTables
from omaha8.rules.game import Chips
from omaha8.store.records import BOTS, RAKE, AccountId, PersonId, person_account


class Settled(msgspec.Struct, frozen=True):
    """``won`` is what he has now, off the tables and at them, less what he was given."""

    id: PersonId
    name: str
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
    names: Mapping[PersonId, str],
) -> Settlement:
    """Everybody of ``names`` who has had chips, the winners first."""
    people = []
    for person, name in names.items():
        off, at = bank.of(person), tables.at_tables(person)
        given = granted.get(person_account(person), 0)
        if off or at or given:
            people.append(Settled(person, name, off, at, given, off + at - given))
    people.sort(key=lambda each: (-each.won, each.name))
    bots = bank.balance(BOTS) + tables.bots_at_tables
    return Settlement(tuple(people), bots, bank.balance(RAKE))
