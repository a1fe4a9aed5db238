"""Somebody whom the room knows (floor 5)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from omaha8.store.records import PersonId


class Role(StrEnum):
    """What somebody is in this room."""

    GUEST = "guest"
    PLAYER = "player"
    FLOOR = "floor"
    HOST = "host"
    BOT = "bot"


class Person(msgspec.Struct, frozen=True):
    """``registered`` has a password; a bot has an ``owner``."""

    id: PersonId
    name: str
    role: Role = Role.GUEST
    registered: bool = False
    owner: PersonId | None = None

    @property
    def runs_tables(self) -> bool:
        """May stop clocks, close tables, mute."""
        return self.role in (Role.HOST, Role.FLOOR)
