"""The last lines of every table, on disk (floor 5)."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import apsw
import msgspec

from omaha8.room.chat import KEPT
from omaha8.room.messages import Said
from omaha8.store.database import Database
from omaha8.store.owners import check_epoch, epoch_of
from omaha8.store.records import TableId

_log: Final = logging.getLogger(__name__)
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Said).decode
_TIDY_EVERY: Final = 100
"""Lines, after which old ones are dropped."""


class ChatStore:
    """Lines are told at once and kept soon; one that could not be kept is no reason to stop."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, table: TableId, epoch: int, said: Said) -> None:
        """One more line, if the table is still owned in that epoch."""
        body = _encode(said)

        def work(connection: apsw.Connection) -> None:
            check_epoch(table, epoch, epoch_of(table, connection))
            number = connection.execute(
                "INSERT INTO chat (table_id, body) VALUES (?, ?) RETURNING id", (table, body)
            ).get
            if number % _TIDY_EVERY == 0:
                connection.execute(
                    "DELETE FROM chat WHERE table_id = ? AND id NOT IN "
                    "(SELECT id FROM chat WHERE table_id = ? ORDER BY id DESC LIMIT ?)",
                    (table, table, KEPT),
                )

        self._database.run(work).add_done_callback(_told)

    def lines(self, table: TableId) -> list[Said]:
        """The last of a table, oldest first."""
        rows = self._database.reader.execute(
            "SELECT body FROM chat WHERE table_id = ? ORDER BY id DESC LIMIT ?", (table, KEPT)
        ).fetchall()
        return [_decode(body) for (body,) in reversed(rows)]


def _told(future: asyncio.Future[Any]) -> None:
    if not future.cancelled() and future.exception() is not None:
        _log.warning("a line of the chat was not kept: %s", future.exception())
