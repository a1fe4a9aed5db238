"""Everything a table's public state holds, as plain values that can be compared."""

from __future__ import annotations

from typing import Any

import msgspec

from omaha8.hand.public import PublicHand
from omaha8.table.state import PublicTable
from tests.hand_state import public_state


def state_of(table: PublicTable) -> dict[str, Any]:
    """All fields, those of the players and of the hand included."""
    return {name: _plain(getattr(table, name)) for name in PublicTable.__struct_fields__}


def _plain(value: Any) -> Any:
    if isinstance(value, PublicHand):
        return public_state(value)
    if isinstance(value, list):
        return [None if x is None else msgspec.structs.asdict(x) for x in value]
    return value.copy() if isinstance(value, dict) else value
