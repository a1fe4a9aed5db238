"""The route of the settlement: who has won and lost how much (floor 6)."""

from __future__ import annotations

from typing import Any

from omaha8.room.lobby import Lobby
from omaha8.room.people_rights import Right
from omaha8.room.settlement import Settlement, settle
from omaha8.server.endpoints import Call, Endpoint, Nothing


class SettlementApi:
    """``endpoints`` lists the one route."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    async def settlement(self, _: Call[Nothing]) -> Settlement:
        lobby = self._lobby
        granted = await lobby.store.ledger.granted()
        known = (lobby.people.by_id(person) for person in lobby.bank.persons)
        people = [person for person in known if person is not None]
        return settle(lobby.bank, lobby, granted, people, lobby.people.name_of)

    @property
    def endpoints(self) -> tuple[Endpoint[Any], ...]:
        """The route."""
        return (
            Endpoint(
                method="GET",
                path="/api/settlement",
                summary="Who has won and lost how much, without what he was given: adds up to 0",
                body=Nothing,
                answer=Settlement,
                handler=self.settlement,
                right=Right.SEE_PEOPLE,
                tag="people",
            ),
        )
