"""The routes of the settlement: who has won and lost how much since when (floor 6)."""

from __future__ import annotations

from typing import Any

import msgspec

from omaha8.room.lobby import Lobby
from omaha8.room.people_rights import Right
from omaha8.room.settlement import Settlement, Standings, before_hands, settle, standings_now
from omaha8.room.settlements import Night, Settlements
from omaha8.server.account_bodies import Before, Body, Page
from omaha8.server.endpoints import Call, Endpoint, Nothing
from omaha8.server.errors import ApiError
from omaha8.store.records import PersonId


class Period(Body, frozen=True):
    """At most one of them, else all since the room began.

    ``after`` a settlement until now; ``night`` is what a settlement has settled; ``since`` a time
    (ms since 1970) until now, by the hands that ended later.
    """

    after: Before | None = None
    night: Before | None = None
    since: Before | None = None


class SettleBody(Body, frozen=True):
    """``after`` is the last settlement that one knows, ``None`` for none yet."""

    after: Before | None


class NightLine(msgspec.Struct, frozen=True):
    """A settlement; ``since`` is when the one before it was, ``None`` for the room's beginning."""

    id: int
    at: int
    since: int | None
    by: PersonId
    by_name: str | None


class NightAnswer(msgspec.Struct, frozen=True):
    settlement: NightLine


class NightsAnswer(msgspec.Struct, frozen=True):
    """The latest first."""

    settlements: tuple[NightLine, ...]


class SettlementApi:
    """``endpoints`` lists the routes."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._settlements = Settlements(lobby.store.database, lobby.now_ms)

    async def settlement(self, call: Call[Nothing]) -> Settlement:
        asked: Period = call.query
        if [asked.after, asked.night, asked.since].count(None) < 2:
            raise ApiError(400, "malformed", "Ask for one of after, night and since.")
        if asked.night is not None:
            night = self._night(asked.night)
            before, after = map(self._settlements.standings, (night.before, night.id))
            return self._between(before, after, night.began, night.at)
        ledger, journal = self._lobby.store.ledger, self._lobby.store.journal
        if asked.since is not None:
            hands, granted = journal.hands_ended(asked.since), await ledger.granted(asked.since)
            now = standings_now(self._lobby.bank, self._lobby, await ledger.granted())
            return self._between(await before_hands(now, hands, granted), now, asked.since)
        now = standings_now(self._lobby.bank, self._lobby, await ledger.granted())
        if asked.after is None:
            return self._between({}, now)
        night = self._night(asked.after)
        return self._between(self._settlements.standings(night.id), now, night.at)

    async def settle(self, call: Call[SettleBody]) -> NightAnswer:
        stands = standings_now(self._lobby.bank, self._lobby, {})
        night = await self._settlements.settle(stands, call.body.after, call.caller)
        if night is None:
            raise ApiError(
                409, "settled_already", "Somebody has settled meanwhile: look at that first."
            )
        return NightAnswer(self._line(night))

    async def nights(self, call: Call[Nothing]) -> NightsAnswer:
        found = self._settlements.nights(call.query.before, call.query.limit)
        return NightsAnswer(tuple(self._line(night) for night in found))

    def _night(self, number: int) -> Night:
        found = self._settlements.night(number)
        if found is None:
            raise ApiError(404, "no_such_settlement", f"There is no settlement {number} here.")
        return found

    def _line(self, night: Night) -> NightLine:
        by = self._lobby.people.name_of(night.by)
        return NightLine(night.id, night.at, night.began, night.by, by)

    def _between(
        self,
        before: Standings,
        after: Standings,
        since: int | None = None,
        until: int | None = None,
    ) -> Settlement:
        lobby = self._lobby
        known = (lobby.people.by_id(person) for person in lobby.bank.persons)
        people = [person for person in known if person is not None]
        return settle(before, after, people, lobby.people.name_of, since=since, until=until)

    @property
    def endpoints(self) -> tuple[Endpoint[Any], ...]:
        """The routes."""
        return (
            Endpoint(
                method="GET",
                path="/api/settlement",
                summary="Who has won and lost how much, without what he was given: adds up to 0",
                body=Nothing,
                answer=Settlement,
                handler=self.settlement,
                right=Right.SEE_PEOPLE,
                query=Period,
                tag="settlement",
                errors=((404, "no_such_settlement"),),
            ),
            Endpoint(
                method="GET",
                path="/api/settlements",
                summary="The nights that were settled",
                body=Nothing,
                answer=NightsAnswer,
                handler=self.nights,
                right=Right.SEE_PEOPLE,
                query=Page,
                tag="settlement",
            ),
            Endpoint(
                method="POST",
                path="/api/settlements",
                summary="Settle up: the next settlement begins now; moves no chips",
                body=SettleBody,
                answer=NightAnswer,
                handler=self.settle,
                right=Right.SETTLE,
                status=201,
                tag="settlement",
                errors=((409, "settled_already"),),
            ),
        )
