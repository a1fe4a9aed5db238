"""The tables of the lobby: invitations, who is let in, chat, settings (floor 5)."""

from __future__ import annotations

from typing import Final

LOBBY: Final[tuple[str, ...]] = ()
"""The SQL that makes them."""
