"""From the file of an earlier release to today's (floor 5): forward only."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

import apsw

from omaha8.store.schema import VERSION, create
from omaha8.store.schema_nights import NIGHTS

_log: Final = logging.getLogger(__name__)


def _to_2(connection: apsw.Connection) -> None:
    for sql in NIGHTS:
        connection.execute(sql)


STEPS: Final[dict[int, Callable[[apsw.Connection], None]]] = {1: _to_2}
"""What makes version N + 1 of version N."""


def migrate(connection: apsw.Connection) -> None:
    """Make an empty file, or one of an earlier version, today's; whole or not at all."""
    version = int(connection.execute("PRAGMA user_version").get)
    if version == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        if version == 0:
            create(connection)
        else:
            for step in range(version, VERSION):
                STEPS[step](connection)
                connection.execute(f"PRAGMA user_version = {step + 1}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    if version:
        _log.info("%s: from version %d to %d", connection.filename, version, VERSION)
