"""A cash table (floor 4): chairs, blinds owed, the button, and the hands that are played there.

`Table` takes commands (`omaha8.table.commands`) and emits events; `PublicTable` is what they add up
to. The table offers choices and names what it waits for; minutes and decks are told to it.
"""

from omaha8.table.between_hands import AnyEvent, TableEvent
from omaha8.table.checkpoint import checkpoint_of, public_from
from omaha8.table.event_codec import from_builtins, to_builtins
from omaha8.table.machine import Table
from omaha8.table.refusal import Refusal, Refused
from omaha8.table.resume import CannotResume
from omaha8.table.setup import TableSetup
from omaha8.table.state import PublicTable
from omaha8.table.visibility import project_event

__all__ = [
    "AnyEvent",
    "CannotResume",
    "PublicTable",
    "Refusal",
    "Refused",
    "Table",
    "TableEvent",
    "TableSetup",
    "checkpoint_of",
    "from_builtins",
    "project_event",
    "public_from",
    "to_builtins",
]
