"""The routes of finished hands (floor 6)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from starlette.responses import PlainTextResponse

from omaha8.room.archive import table_to_read
from omaha8.room.histories import HandHistory, HandInProgress, Histories, NoSuchHand
from omaha8.room.lobby import Lobby
from omaha8.server import table_bodies as b
from omaha8.server.endpoints import Call, Endpoint, Nothing
from omaha8.server.errors import ApiError
from omaha8.store.interface import StoreError
from omaha8.store.records import TableId

HANDS = "/api/tables/{id}/hands"
_NO_TABLE = (404, "no_such_table")
_NOT_ALLOWED = (403, "not_allowed")
_DAMAGED = (503, "damaged")
HAND_WEIGHT = 3
"""All of its events are read, decoded and projected, and its cards opened."""


class HandsApi:
    """What was played, as who asks may see it; ``endpoints`` lists the routes."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._histories = Histories(lobby.store.journal)

    async def hands(self, call: Call[Nothing]) -> b.HandsAnswer:
        table, page = TableId(call.text("id")), call.query
        name, delay, closed = await table_to_read(self._lobby, table, call.person)
        with complaints():
            lines = await self._histories.hands(
                table,
                None if call.person is None else call.person.id,
                before=page.before,
                limit=page.limit,
                **self._when(delay),
            )
        return b.HandsAnswer(tuple(lines), name, closed)

    async def hand(self, call: Call[Nothing]) -> HandHistory | PlainTextResponse:
        table, number = TableId(call.text("id")), call.number("hand")
        name, delay, _ = await table_to_read(self._lobby, table, call.person)
        person = None if call.person is None else call.person.id
        histories, when = self._histories, self._when(delay)
        with complaints():
            if call.query.format == "text":
                text = await histories.text(table, name, number, person, **when)
                return PlainTextResponse(text, headers={"cache-control": "no-store"})
            return await histories.hand(table, name, number, person, **when)

    def _when(self, delay: float) -> dict[str, int]:
        return {"now": self._lobby.now_ms(), "delay": round(delay * 1000)}

    @property
    def endpoints(self) -> tuple[Endpoint[Any], ...]:
        """All routes of hands."""
        return (
            Endpoint(
                method="GET",
                path=HANDS,
                summary="The latest hands that are over, with what one won in them",
                body=Nothing,
                answer=b.HandsAnswer,
                handler=self.hands,
                query=b.HandsPage,
                tag="hands",
                errors=(_NO_TABLE, _NOT_ALLOWED, _DAMAGED),
            ),
            Endpoint(
                method="GET",
                path=f"{HANDS}/{{hand:int}}",
                summary="One hand, with the cards one may know and the openings of the shuffle",
                body=Nothing,
                answer=HandHistory,
                handler=self.hand,
                query=b.HandFormat,
                weight=HAND_WEIGHT,
                tag="hands",
                errors=(
                    _NO_TABLE,
                    _NOT_ALLOWED,
                    (404, "no_such_hand"),
                    (409, "hand_in_progress"),
                    _DAMAGED,
                ),
            ),
        )


@contextmanager
def complaints() -> Iterator[None]:
    """Why a hand is not told, as answers to a request."""
    try:
        yield
    except NoSuchHand as error:
        raise ApiError(404, "no_such_hand", str(error)) from error
    except HandInProgress as error:
        raise ApiError(409, "hand_in_progress", str(error)) from error
    except StoreError as error:
        raise ApiError(503, "damaged", "The record of that hand cannot be read.") from error
