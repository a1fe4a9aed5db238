"""A cash table (floor 4): seats, stacks, the button and the hands that are played there.

`Table` takes commands and emits events; `PublicTable` is what they add up to. A deck is an
argument.
"""

from omaha8.table.codec import any_event_from_builtins, any_event_to_builtins
from omaha8.table.events import (
    AnyEvent,
    CameBack,
    Leaving,
    Left,
    Rebought,
    SatOut,
    Seated,
    TableEvent,
)
from omaha8.table.project import project_any
from omaha8.table.public import Occupant, PublicTable
from omaha8.table.refusal import Refusal, Refused
from omaha8.table.setup import TableSetup
from omaha8.table.table import Table, absent_action

__all__ = [
    "AnyEvent",
    "CameBack",
    "Leaving",
    "Left",
    "Occupant",
    "PublicTable",
    "Rebought",
    "Refusal",
    "Refused",
    "SatOut",
    "Seated",
    "Table",
    "TableEvent",
    "TableSetup",
    "absent_action",
    "any_event_from_builtins",
    "any_event_to_builtins",
    "project_any",
]
