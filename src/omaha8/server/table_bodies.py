"""What the routes of tables and hands take and answer (floor 6). Times are ms since 1970."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from omaha8.room.histories import MOST_HANDS, HandLine
from omaha8.room.invites import LONGEST, MOST_USES, Invite
from omaha8.room.spec import TableSpec
from omaha8.rules.game import Chips, Seat
from omaha8.server.account_bodies import Before, Body
from omaha8.store.records import PersonId, TableId


class TablePatch(Body, frozen=True, kw_only=True):
    """What changes; all else stays. House rules and stakes change with the next hand, ``bots``
    between hands.

    Who sits at a table that becomes private, or waits for a chair, is invited; who watches is not.
    """

    name: str | UnsetType = UNSET
    rules: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    structure: str | UnsetType | None = UNSET
    stakes: str | UnsetType | None = UNSET
    hole_cards: int | UnsetType = UNSET
    buy_in: int | UnsetType | None = UNSET
    min_buy_in: int | UnsetType | None = UNSET
    max_buy_in: int | UnsetType | None = UNSET
    bots: int | UnsetType = UNSET
    private: bool | UnsetType = UNSET
    think_time: float | UnsetType = UNSET
    time_bank: float | UnsetType = UNSET

    def applied(self, spec: TableSpec) -> TableSpec:
        """``spec`` with what changes; not checked yet."""
        given = {
            name: value
            for name in self.__struct_fields__
            if (value := getattr(self, name)) is not UNSET
        }
        return msgspec.structs.replace(spec, **given)


class SeatToClear(Body, frozen=True):
    """Whose chair is to be free; seats count from 0."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=9)]


class NewInvite(Body, frozen=True):
    """For so many people, and so many hours from now."""

    uses: Annotated[int, msgspec.Meta(ge=1, le=MOST_USES)] = 1
    hours: Annotated[int, msgspec.Meta(ge=1, le=LONGEST)] = 24


class TakeInvite(Body, frozen=True):
    """What stands behind ``#invite=`` in the link."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


class HandsPage(Body, frozen=True):
    """``before`` is the number of the last hand that is known."""

    before: Before | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=MOST_HANDS)] = 50


class HandFormat(Body, frozen=True):
    """``text`` is for people, with the hand in the notation."""

    format: Literal["json", "text"] = "json"


Place = Literal["seated", "waiting"]


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the lobby. ``players`` are all who have a seat, ``bots`` those of the house.

    ``you`` is whether who asks has a seat or waits for one.

    ``changed`` are the house rules that are not those of the preset. ``average_pot`` and
    ``hands_per_hour`` are 0 as long as there is nothing to say.
    """

    id: TableId
    name: str
    game: str
    structure: str
    stakes: str
    rules: str
    changed: tuple[str, ...]
    hole_cards: int
    seats: int
    players: int
    bots: int
    waiting: int
    you: Place | None
    average_pot: int
    hands_per_hour: int
    private: bool
    paused: bool
    closing: bool
    frozen: bool


class UnreadLine(msgspec.Struct, frozen=True):
    """A table that could not be taken up at the start; ``chips`` lie on it, ``why`` in words."""

    id: TableId
    name: str
    chips: int
    why: str


class LobbyAnswer(msgspec.Struct, frozen=True):
    """The oldest table first. ``may_create``: whether who asks may open another.

    ``unreadable`` is told to host and floor only.
    """

    tables: tuple[TableLine, ...]
    may_create: bool
    unreadable: tuple[UnreadLine, ...] = ()


class SeatedPerson(msgspec.Struct, frozen=True):
    """Somebody with an account who has a seat."""

    seat: Seat
    person: PersonId
    name: str


class TableAnswer(TableLine, frozen=True, kw_only=True):
    """``spec`` is how it was asked for, with all that changed since.

    ``runs``: who asks may pause, change and close it, and invite to it. ``paused_by`` and
    ``frozen_why`` say who or why. ``persons`` are those who sit, bots of the house left out.
    """

    spec: TableSpec
    min_buy_in: Chips
    max_buy_in: Chips
    buy_in: Chips
    hands: int
    runs: bool
    paused_by: str | None
    frozen_why: str | None
    persons: tuple[SeatedPerson, ...]


class InviteAnswer(msgspec.Struct, frozen=True):
    """The link is shown this once; it is to be read from the address of the server on.
    ``elsewhere`` is how that begins on other computers, where the server can tell.
    """

    link: str
    invite: Invite
    elsewhere: str | None = None


class InvitesAnswer(msgspec.Struct, frozen=True):
    """Those that still let somebody in, the newest first."""

    invites: tuple[Invite, ...]


class InvitedAnswer(msgspec.Struct, frozen=True):
    """``by`` is who made the link."""

    table: TableId
    name: str
    game: str
    by: str | None


class AdmittedAnswer(msgspec.Struct, frozen=True):
    table: TableId


class HandsAnswer(msgspec.Struct, frozen=True):
    """The latest first; what the table is called, also when it is closed."""

    hands: tuple[HandLine, ...]
    table_name: str
    closed: bool
