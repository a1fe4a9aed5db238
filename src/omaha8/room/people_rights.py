"""What each role may do (floor 5): the one table of it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from omaha8.room.person import Person, Role


class Right(StrEnum):
    """Something that not everybody may do."""

    PLAY = "play"
    """Take a seat, act, talk; see the own account and its chips."""
    REGISTER = "register"
    """Get a password."""
    KEEP_ACCOUNT = "keep_account"
    """Change the password, make new recovery codes, end sessions."""
    KEEP_NOTES = "keep_notes"
    MAKE_BOTS = "make_bots"
    ASK_FOR_TABLE = "ask_for_table"
    """Open a table in a room whose host lets anybody do so."""
    MAKE_TABLES = "make_tables"
    RUN_TABLES = "run_tables"
    """Pause, change and close tables, invite to any of them; mute somebody."""
    SEE_PEOPLE = "see_people"
    SIGN_OUT = "sign_out"
    """End the sessions of somebody else, of lower rank."""
    GRANT = "grant"
    """Give chips out of the bank, and take them back."""
    SETTLE = "settle"
    """Close a night: the next settlement begins there."""
    SET_ROLES = "set_roles"


_BOT: Final = frozenset({Right.PLAY})
_GUEST: Final = _BOT | {Right.REGISTER, Right.KEEP_NOTES, Right.ASK_FOR_TABLE}
_PLAYER: Final = (_GUEST - {Right.REGISTER}) | {Right.KEEP_ACCOUNT, Right.MAKE_BOTS}
_FLOOR: Final = _PLAYER | {Right.RUN_TABLES, Right.SEE_PEOPLE, Right.SIGN_OUT}
_HOST: Final = _FLOOR | {Right.MAKE_TABLES, Right.GRANT, Right.SETTLE, Right.SET_ROLES}

RIGHTS: Final[dict[Role, frozenset[Right]]] = {
    Role.BOT: _BOT,
    Role.GUEST: _GUEST,
    Role.PLAYER: _PLAYER,
    Role.FLOOR: _FLOOR,
    Role.HOST: _HOST,
}
_RANK: Final = (Role.BOT, Role.GUEST, Role.PLAYER, Role.FLOOR, Role.HOST)


def may(person: Person | None, right: Right) -> bool:
    """Whether somebody has a right; who has no account has none."""
    return person is not None and right in RIGHTS[person.role]


def outranks(person: Person, other: Person) -> bool:
    """Whether ``person`` may sign ``other`` out or mute him: a host anybody, the floor no staff."""
    return person.role is Role.HOST or _RANK.index(person.role) > _RANK.index(other.role)


def who_may(right: Right) -> tuple[Role, ...]:
    """The roles that have a right, as a sentence would name them."""
    return tuple(role for role in reversed(_RANK) if right in RIGHTS[role])
