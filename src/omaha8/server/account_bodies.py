"""What the routes of accounts and people take and answer (floor 6). Times are ms since 1970."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from omaha8.room.person import Person
from omaha8.room.settings import MOST_CHIPS
from omaha8.store.records import PersonId

Most = Annotated[int, msgspec.Meta(ge=1, le=200)]
Before = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
SAFE_AMOUNT: Final = MOST_CHIPS


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Unknown fields are refused: most are mistyped."""

    def __repr__(self) -> str:
        """Nothing of what may be a password."""
        return f"<{type(self).__name__}>"


class NewGuest(Body, frozen=True):
    name: str = ""


class NewAccount(Body, frozen=True):
    password: str
    name: str | None = None


class Login(Body, frozen=True):
    name: str
    password: str


class Recover(Body, frozen=True):
    name: str
    code: str
    password: str


class NewPassword(Body, frozen=True):
    old: str
    password: str


class OnlyPassword(Body, frozen=True):
    password: str


class HostLink(Body, frozen=True):
    token: str


class NoteText(Body, frozen=True):
    text: str


class BotName(Body, frozen=True):
    name: str


class NewRole(Body, frozen=True):
    role: Literal["player", "floor", "host"]


class GrantBody(Body, frozen=True):
    """Chips out of the bank; below 0 they go back into it."""

    amount: Annotated[int, msgspec.Meta(ge=-SAFE_AMOUNT, le=SAFE_AMOUNT)]
    note: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Switch(Body, frozen=True):
    on: bool = True


class Page(Body, frozen=True):
    """``before`` is the id of the last one that is known."""

    before: Before | None = None
    limit: Most = 50


class Search(Body, frozen=True):
    """Names that begin with ``name``; ``after`` is the id of the last one that is known."""

    name: Annotated[str, msgspec.Meta(max_length=100)] = ""
    after: Before = 0
    limit: Most = 50


class PersonAnswer(msgspec.Struct, frozen=True):
    person: Person


class RegisterAnswer(msgspec.Struct, frozen=True):
    """The codes are shown this once."""

    person: Person
    recovery_codes: tuple[str, ...]


class RecoverAnswer(msgspec.Struct, frozen=True):
    person: Person
    recovery_codes_left: int


class CodesAnswer(msgspec.Struct, frozen=True):
    recovery_codes: tuple[str, ...]


class CodeAnswer(msgspec.Struct, frozen=True):
    """To be handed to the person; shown this once."""

    recovery_code: str


class Me(msgspec.Struct, frozen=True):
    """``balance`` is beside the tables, ``at_tables`` what lies there, as their hands began;
    ``credit`` is how far below 0 the balance may go, ``None`` for as far as one likes.
    """

    person: Person | None = None
    balance: int = 0
    at_tables: int = 0
    credit: int | None = 0
    may_create_tables: bool = False
    muted: bool = False
    recovery_codes_left: int = 0


class SessionAnswer(msgspec.Struct, frozen=True):
    """``here``: the one that asks. ``device`` is what its browser called itself."""

    id: str
    made: int
    seen: int
    expires: int
    device: str
    here: bool


class SessionsAnswer(msgspec.Struct, frozen=True):
    sessions: tuple[SessionAnswer, ...]


class LedgerLine(msgspec.Struct, frozen=True):
    """``amount`` is what the account got, below 0 what it gave; ``other`` the account beside it.

    ``table_name`` is what the table is called, also when it is closed.
    """

    id: int
    at: int
    amount: int
    kind: str
    other: str
    table: str | None
    table_name: str | None


class LedgerAnswer(msgspec.Struct, frozen=True):
    """The latest first. ``won`` is what one has, beside the tables and at them, without what the
    house has ``granted``: below 0 it is lost.
    """

    balance: int
    at_tables: int
    granted: int
    won: int
    transfers: tuple[LedgerLine, ...]


class NoteAnswer(msgspec.Struct, frozen=True):
    person: PersonId
    name: str
    text: str
    at: int


class NotesAnswer(msgspec.Struct, frozen=True):
    """The latest first."""

    notes: tuple[NoteAnswer, ...]


class BotAnswer(msgspec.Struct, frozen=True):
    id: PersonId
    name: str
    balance: int
    made: int


class NewBotAnswer(msgspec.Struct, frozen=True):
    """The token is shown this once."""

    bot: Person
    token: str


class BotsAnswer(msgspec.Struct, frozen=True):
    """``most`` is how many one may have."""

    bots: tuple[BotAnswer, ...]
    most: int


class ListedPerson(msgspec.Struct, frozen=True):
    """``balance`` is beside the tables, ``at_tables`` what lies there, as their hands began: at the
    end of a night both together are what somebody has won or lost, where credit is unlimited.
    A bot that somebody has brought along has an ``owner``.
    """

    id: PersonId
    name: str
    role: str
    registered: bool
    owner: PersonId | None
    owner_name: str | None
    balance: int
    at_tables: int
    made: int
    muted: bool


class PeopleAnswer(msgspec.Struct, frozen=True):
    people: tuple[ListedPerson, ...]


class BalanceAnswer(msgspec.Struct, frozen=True):
    balance: int


class EndedAnswer(msgspec.Struct, frozen=True):
    """How many sessions and tokens have ended."""

    ended: int


class DeedAnswer(msgspec.Struct, frozen=True):
    id: int
    at: int
    by: str
    person: str
    what: str
    detail: str


class LogAnswer(msgspec.Struct, frozen=True):
    """The latest first."""

    log: tuple[DeedAnswer, ...]
