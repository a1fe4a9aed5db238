"""Who has won and lost how much: what a club settles at the end of a night (floor 5)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import Final

import msgspec

from omaha8.room.bank import Bank
from omaha8.room.open_tables import OpenTables
from omaha8.room.person import Person
from omaha8.rules.game import Chips
from omaha8.store.records import BOTS, RAKE, AccountId, HandRecord, PersonId, person_account


class Standing(msgspec.Struct, frozen=True):
    """What an account had at a time; ``granted`` is what it had got out of the bank until then."""

    balance: int = 0
    at_tables: int = 0
    granted: int = 0

    @property
    def won(self) -> int:
        """Since the beginning of the room."""
        return self.balance + self.at_tables - self.granted


NOTHING: Final = Standing()
Standings = Mapping[AccountId, Standing]


class Settled(msgspec.Struct, frozen=True):
    """``won`` is what he has, off the tables and at them, beyond what he had when it began and what
    he was given since (``granted``).

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

    ``since`` is ``None`` for the beginning of the room, ``until`` for now. Stacks count as their
    hands began.
    """

    people: tuple[Settled, ...]
    bots: int
    rake: int
    since: int | None = None
    until: int | None = None


def standings_now(
    bank: Bank, tables: OpenTables, granted: Mapping[AccountId, Chips]
) -> dict[AccountId, Standing]:
    """Of everybody who has had chips, of the bots of the house and of the rake."""
    found = {
        BOTS: Standing(bank.balance(BOTS), tables.bots_at_tables),
        RAKE: Standing(bank.balance(RAKE)),
    }
    for person in bank.persons:
        account = person_account(person)
        found[account] = Standing(
            bank.balance(account), tables.at_tables(person), granted.get(account, 0)
        )
    return found


def settle(
    before: Standings,
    after: Standings,
    people: Iterable[Person],
    name_of: Callable[[PersonId | None], str | None],
    *,
    since: int | None = None,
    until: int | None = None,
) -> Settlement:
    """Everybody of ``people`` for whom that makes a difference, the winners first."""
    settled = []
    for person in people:
        account = person_account(person.id)
        began, stands = before.get(account, NOTHING), after.get(account, NOTHING)
        if stands != began or stands.at_tables:
            settled.append(
                Settled(
                    id=person.id,
                    name=person.name,
                    owner=person.owner,
                    owner_name=name_of(person.owner),
                    off_tables=stands.balance,
                    at_tables=stands.at_tables,
                    granted=stands.granted - began.granted,
                    won=stands.won - began.won,
                )
            )
    settled.sort(key=lambda each: (-each.won, each.name))
    bots, rake = (
        after.get(account, NOTHING).won - before.get(account, NOTHING).won
        for account in (BOTS, RAKE)
    )
    return Settlement(tuple(settled), bots, rake, since, until)


async def before_hands(
    after: Standings,
    hands: AsyncIterator[HandRecord],
    granted: Mapping[AccountId, Chips],
) -> dict[AccountId, Standing]:
    """How everybody stood before ``hands``, and before he was ``granted`` that since.

    Chips at tables change hands without a transfer, so nobody knows what lay there at any time:
    all of it counts as off the tables.
    """
    won: dict[AccountId, int] = {RAKE: 0}
    async for hand in hands:
        for (_, person, _), result in zip(hand.seats, hand.results, strict=False):
            account = BOTS if person is None else person_account(person)
            won[account] = won.get(account, 0) + result
        won[RAKE] -= sum(hand.results)
    found = {}
    for account, stands in after.items():
        given = stands.granted - granted.get(account, 0)
        had = stands.won - won.get(account, 0)
        found[account] = Standing(balance=had + given, granted=given)
    return found
