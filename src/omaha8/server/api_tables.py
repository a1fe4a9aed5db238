"""The routes of the lobby and of its tables (floor 6)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from msgspec import UNSET

from omaha8.room.lobby import Lobby
from omaha8.room.people_rights import Right
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.rules_form import RulesForm, rules_form
from omaha8.room.spec import TableSpec
from omaha8.room.staffed import StaffedRoom
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.server import table_bodies as b
from omaha8.server.account_bodies import Switch
from omaha8.server.endpoints import Call, Endpoint, Nothing
from omaha8.server.errors import ApiError
from omaha8.server.table_lines import answer_of, line_of, runs, unread_lines
from omaha8.store.interface import StoreError
from omaha8.store.records import TableId
from omaha8.table import Refused

TABLE: Final = "/api/tables/{id}"
LOOK_AGAIN: Final = 0.2
"""Seconds."""
_NO_TABLE = (404, "no_such_table")
_RULES = (400, "rules")
_NOT_SAVED = (503, "not_saved")
_NOT_ALLOWED = (403, "not_allowed")
_FROZEN = (409, "frozen")


class TablesApi:
    """Tables are listed, opened, changed and closed; ``endpoints`` lists the routes.

    ``elsewhere`` is the address of the server on other computers, where that is known.
    """

    def __init__(self, lobby: Lobby, elsewhere: str | None = None) -> None:
        self._lobby = lobby
        self._elsewhere = elsewhere

    async def lobby(self, call: Call[Nothing]) -> b.LobbyAnswer:
        person = call.person
        return b.LobbyAnswer(
            tuple(line_of(room, person) for room in self._lobby.seen_by(person)),
            person is not None and self._lobby.may_create(person),
            unread_lines(self._lobby, person),
        )

    async def rules(self, call: Call[Nothing]) -> RulesForm:
        return rules_form()

    async def create(self, call: Call[TableSpec]) -> b.TableAnswer:
        person = call.caller
        if not self._lobby.may_create(person):
            raise ApiError(403, "not_allowed", "The host of this room opens its tables.")
        with complaints():
            room = await self._lobby.create(call.body.checked(), person)
        return answer_of(room, person)

    async def table(self, call: Call[Nothing]) -> b.TableAnswer:
        return answer_of(self._find(call), call.person)

    async def change(self, call: Call[b.TablePatch]) -> b.TableAnswer:
        room = self._run(call)
        with complaints():
            room = await self._lobby.change(room.id, call.body.applied, call.caller)
            if call.body.bots is not UNSET:
                # Some may have given their chairs up since so many were asked for before.
                room.want_bots(call.body.bots)
            await kept(room)
        return answer_of(room, call.caller)

    async def close(self, call: Call[Nothing]) -> None:
        room = self._run(call)
        with complaints():
            await self._lobby.close_table(room.id, f"{call.caller.name} closed the table.")

    async def pause(self, call: Call[Switch]) -> b.TableAnswer:
        room = self._run(call)
        if call.body.on:
            room.pause(call.caller.name)
        else:
            room.resume(call.caller.name)
        await kept(room)
        return answer_of(room, call.caller)

    async def clear(self, call: Call[b.SeatToClear]) -> b.TableAnswer:
        room, seat = self._run(call), Seat(call.body.seat)
        sitting = room.players.by_seat(seat)
        with complaints():
            room.clear_seat(seat)
            await kept(room)
        if sitting is not None:
            await self._lobby.people.staff.note(call.caller, sitting.id, "clear", room.name)
        return answer_of(room, call.caller)

    async def waiting(self, call: Call[Switch]) -> b.TableAnswer:
        room = self._find(call)
        with complaints():
            room.wait_for_chair(call.caller, call.body.on)
            await kept(room)
        return answer_of(room, call.caller)

    async def invite(self, call: Call[b.NewInvite]) -> b.InviteAnswer:
        room = self._run(call)
        body = call.body
        with complaints():
            invite, token = await self._lobby.invites.make(
                room.id, call.caller.id, uses=body.uses, hours=body.hours
            )
        link = f"/table.html?id={room.id}#invite={token}"
        return b.InviteAnswer(link, invite, self._elsewhere)

    async def invites(self, call: Call[Nothing]) -> b.InvitesAnswer:
        room = self._run(call)
        return b.InvitesAnswer(tuple(await self._lobby.invites.of_table(room.id)))

    async def revoke(self, call: Call[Nothing]) -> None:
        room = self._run(call)
        if not await self._lobby.invites.revoke(room.id, call.number("invite")):
            raise ApiError(404, "no_such_invite", "There is no such invitation (any more).")

    async def look_at_invite(self, call: Call[b.TakeInvite]) -> b.InvitedAnswer:
        with complaints():
            table, by = self._lobby.invites.look(call.body.token)
            room = self._lobby.tables.get(table)
            if room is None:
                raise RoomRefused(Why.NO_SUCH_TABLE, "There is no such table (any more).")
        name = self._lobby.people.name_of(by)
        return b.InvitedAnswer(table, room.spec.name, room.setup.title, name)

    async def take_invite(self, call: Call[b.TakeInvite]) -> b.AdmittedAnswer:
        with complaints():
            table = await self._lobby.invites.take(call.body.token, call.caller.id)
        return b.AdmittedAnswer(table)

    # who may

    def _find(self, call: Call[Any]) -> StaffedRoom:
        return self._lobby.find(TableId(call.text("id")), call.person)

    def _run(self, call: Call[Any]) -> StaffedRoom:
        room = self._find(call)
        if not runs(room, call.person):
            raise RoomRefused(Why.NOT_ALLOWED, "That is for the host and for who opened it.")
        return room

    @property
    def endpoints(self) -> tuple[Endpoint[Any], ...]:
        """All routes of tables."""
        return (*self._open, *self._running, *self._invitations)

    @property
    def _open(self) -> tuple[Endpoint[Any], ...]:
        return (
            Endpoint(
                method="GET",
                path="/api/lobby",
                summary="The tables that one may see",
                body=Nothing,
                answer=b.LobbyAnswer,
                handler=self.lobby,
                tag="tables",
            ),
            Endpoint(
                method="GET",
                path="/api/rules",
                summary="All that can be asked for of a table: presets, house rules, stakes",
                body=Nothing,
                answer=RulesForm,
                handler=self.rules,
                tag="tables",
            ),
            Endpoint(
                method="POST",
                path="/api/tables",
                summary="Open a table",
                body=TableSpec,
                answer=b.TableAnswer,
                handler=self.create,
                right=Right.ASK_FOR_TABLE,
                status=201,
                tag="tables",
                errors=(_RULES, (409, "too_many"), _NOT_SAVED),
            ),
            Endpoint(
                method="GET",
                path=TABLE,
                summary="One table",
                body=Nothing,
                answer=b.TableAnswer,
                handler=self.table,
                tag="tables",
                errors=(_NO_TABLE, _NOT_ALLOWED),
            ),
            Endpoint(
                method="POST",
                path=f"{TABLE}/waiting",
                summary="Wait for a chair at a full table, or no longer",
                body=Switch,
                answer=b.TableAnswer,
                handler=self.waiting,
                right=Right.PLAY,
                tag="tables",
                errors=(
                    _NO_TABLE,
                    (409, "refused"),
                    (409, "no_funds"),
                    (409, "too_many"),
                    _FROZEN,
                    _NOT_SAVED,
                ),
            ),
        )

    @property
    def _running(self) -> tuple[Endpoint[Any], ...]:
        return (
            Endpoint(
                method="PATCH",
                path=TABLE,
                summary="For who runs it: name and door change at once, clock and rules next hand",
                body=b.TablePatch,
                answer=b.TableAnswer,
                handler=self.change,
                right=Right.PLAY,
                tag="tables",
                errors=(_NO_TABLE, _RULES, _FROZEN, _NOT_SAVED),
            ),
            Endpoint(
                method="DELETE",
                path=TABLE,
                summary="For who runs it: close a table after its hand; everybody gets his chips",
                body=Nothing,
                answer=Nothing,
                handler=self.close,
                right=Right.PLAY,
                tag="tables",
                errors=(_NO_TABLE, _FROZEN, _NOT_SAVED),
            ),
            Endpoint(
                method="POST",
                path=f"{TABLE}/clear",
                summary="For who runs it: free a chair, after the hand; the chips go back",
                body=b.SeatToClear,
                answer=b.TableAnswer,
                handler=self.clear,
                right=Right.PLAY,
                tag="tables",
                errors=(_NO_TABLE, (409, "not_seated"), (409, "refused"), _FROZEN, _NOT_SAVED),
            ),
            Endpoint(
                method="POST",
                path=f"{TABLE}/pause",
                summary="For who runs it: stop the clocks, or let them go on from where they stood",
                body=Switch,
                answer=b.TableAnswer,
                handler=self.pause,
                right=Right.PLAY,
                tag="tables",
                errors=(_NO_TABLE, (409, "paused"), _FROZEN, _NOT_SAVED),
            ),
        )

    @property
    def _invitations(self) -> tuple[Endpoint[Any], ...]:
        return (
            Endpoint(
                method="POST",
                path=f"{TABLE}/invites",
                summary="For who runs it: a link that lets people in to a private table",
                body=b.NewInvite,
                answer=b.InviteAnswer,
                handler=self.invite,
                right=Right.PLAY,
                status=201,
                tag="tables",
                errors=(_NO_TABLE, _NOT_SAVED),
            ),
            Endpoint(
                method="GET",
                path=f"{TABLE}/invites",
                summary="For who runs it: the links that still let somebody in",
                body=Nothing,
                answer=b.InvitesAnswer,
                handler=self.invites,
                right=Right.PLAY,
                tag="tables",
                errors=(_NO_TABLE,),
            ),
            Endpoint(
                method="DELETE",
                path=f"{TABLE}/invites/{{invite:int}}",
                summary="For who runs it: take a link back",
                body=Nothing,
                answer=Nothing,
                handler=self.revoke,
                right=Right.PLAY,
                tag="tables",
                errors=(_NO_TABLE, (404, "no_such_invite"), _NOT_SAVED),
            ),
            Endpoint(
                method="POST",
                path="/api/invites/look",
                summary="What a link invites to, before one comes in",
                body=b.TakeInvite,
                answer=b.InvitedAnswer,
                handler=self.look_at_invite,
                tag="tables",
                errors=(_NOT_ALLOWED, _NO_TABLE),
            ),
            Endpoint(
                method="POST",
                path="/api/invites",
                summary="Come in by a link",
                body=b.TakeInvite,
                answer=b.AdmittedAnswer,
                handler=self.take_invite,
                right=Right.PLAY,
                tag="tables",
                errors=(_NOT_ALLOWED, _NOT_SAVED),
            ),
        )


def not_saved() -> ApiError:
    """For what the disk did not take."""
    return ApiError(
        503, "not_saved", "That could not be saved, and has not happened; try again later."
    )


@contextmanager
def complaints() -> Iterator[None]:
    """What rules, table and store complain of, as answers to a request."""
    try:
        yield
    except RulesError as error:
        option = str(error).partition(":")[0]
        raise ApiError(400, "rules", f"{error}.", field=option) from error
    except Refused as error:
        raise ApiError(409, str(error.code), str(error)) from error
    except StoreError as error:
        raise not_saved() from error


async def kept(room: StaffedRoom) -> None:
    """Wait until all is on disk that has happened at a table. Raises `ApiError` if it is not."""
    done = asyncio.Event()
    if room.lost is None:
        room.keeper.when_kept(done.set)
    while not done.is_set():
        # What is lost with a write that failed is never said to be kept.
        if room.lost is not None:
            raise not_saved()
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), LOOK_AGAIN)
