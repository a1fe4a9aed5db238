"""The routes of other people: notes on them, bots, and what hosts and floor do (floor 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from omaha8.room.people import People
from omaha8.room.people_bots import MOST_BOTS
from omaha8.room.people_grants import Grants, Purse
from omaha8.room.people_refusals import Because, PeopleRefused
from omaha8.room.people_rights import Right
from omaha8.room.people_staff import Listed
from omaha8.room.person import Person, Role
from omaha8.server import account_bodies as b
from omaha8.server.endpoints import Call, Endpoint, Nothing
from omaha8.store.records import PersonId


class PeopleApi:
    """``endpoints`` lists the routes; ``at_tables`` says what lies there in front of somebody."""

    def __init__(
        self,
        people: People,
        purse: Purse,
        grants: Grants,
        at_tables: Callable[[PersonId], int] = lambda _: 0,
    ) -> None:
        self._people = people
        self._purse = purse
        self._grants = grants
        self._at_tables = at_tables

    async def notes(self, call: Call[Nothing]) -> b.NotesAnswer:
        found = self._people.notes.of(call.caller)
        return b.NotesAnswer(tuple(b.NoteAnswer(*note) for note in found))

    async def note(self, call: Call[Nothing]) -> b.NoteAnswer:
        return b.NoteAnswer(*self._people.notes.on(call.caller, _id(call)))

    async def write_note(self, call: Call[b.NoteText]) -> b.NoteAnswer:
        return b.NoteAnswer(*await self._people.notes.write(call.caller, _id(call), call.body.text))

    async def delete_note(self, call: Call[Nothing]) -> None:
        await self._people.notes.delete(call.caller, _id(call))

    async def bots(self, call: Call[Nothing]) -> b.BotsAnswer:
        found = self._people.bots.of(call.caller)
        return b.BotsAnswer(
            tuple(b.BotAnswer(x.id, x.name, self._purse.of(x.id), made) for x, made in found),
            MOST_BOTS,
        )

    async def make_bot(self, call: Call[b.BotName]) -> b.NewBotAnswer:
        return b.NewBotAnswer(*await self._people.bots.make(call.caller, call.body.name))

    async def end_bot(self, call: Call[Nothing]) -> None:
        await self._people.bots.end(call.caller, _id(call))

    async def list_people(self, call: Call[Nothing]) -> b.PeopleAnswer:
        query = call.query
        found = self._people.staff.find(query.name, query.after, query.limit)
        return b.PeopleAnswer(tuple(self._listed(one) for one in found))

    async def set_role(self, call: Call[b.NewRole]) -> b.PersonAnswer:
        role = Role(call.body.role)
        return b.PersonAnswer(await self._people.staff.set_role(call.caller, _id(call), role))

    async def grant(self, call: Call[b.GrantBody]) -> b.BalanceAnswer:
        person, body = self._known(call), call.body
        balance = await self._grants.grant(person.id, body.amount, call.caller.id)
        detail = f"{body.amount:+} {body.note}".rstrip()
        await self._people.staff.note(call.caller, person.id, "grant", detail)
        return b.BalanceAnswer(balance)

    async def revoke(self, call: Call[Nothing]) -> b.EndedAnswer:
        person = self._people.staff.over(call.caller, _id(call))
        ended = await self._people.revoke_all(person.id)
        await self._people.staff.note(call.caller, person.id, "revoke", f"{ended} ended")
        return b.EndedAnswer(ended)

    async def recovery_code(self, call: Call[Nothing]) -> b.CodeAnswer:
        code = await self._people.staff.recovery_code(call.caller, _id(call))
        return b.CodeAnswer(code)

    async def mute(self, call: Call[b.Switch]) -> None:
        await self._people.staff.mute(call.caller, _id(call), call.body.on)

    async def log(self, call: Call[Nothing]) -> b.LogAnswer:
        found = self._people.staff.log(call.query.before, call.query.limit)
        return b.LogAnswer(tuple(b.DeedAnswer(*deed) for deed in found))

    @property
    def endpoints(self) -> tuple[Endpoint[Any], ...]:
        """All routes of other people."""
        return (*self._of_notes(), *self._of_bots(), *self._of_staff())

    def _of_notes(self) -> tuple[Endpoint[Any], ...]:
        path, right, tag = "/api/notes/{id:int}", Right.KEEP_NOTES, "notes"
        return (
            Endpoint(
                method="GET",
                path="/api/notes",
                summary="The own notes on other players",
                body=Nothing,
                answer=b.NotesAnswer,
                handler=self.notes,
                right=right,
                tag=tag,
            ),
            Endpoint(
                method="GET",
                path=path,
                summary="The own note on one player",
                body=Nothing,
                answer=b.NoteAnswer,
                handler=self.note,
                right=right,
                tag=tag,
                errors=((404, "no_such_note"),),
            ),
            Endpoint(
                method="PUT",
                path=path,
                summary="Write a note on a player, in place of the last one",
                body=b.NoteText,
                answer=b.NoteAnswer,
                handler=self.write_note,
                right=right,
                tag=tag,
                errors=((400, "bad_note"), (404, "no_such_person"), (409, "too_many")),
            ),
            Endpoint(
                method="DELETE",
                path=path,
                summary="Delete the note on a player",
                body=Nothing,
                answer=Nothing,
                handler=self.delete_note,
                right=right,
                tag=tag,
                errors=((404, "no_such_note"),),
            ),
        )

    def _of_bots(self) -> tuple[Endpoint[Any], ...]:
        right, tag = Right.MAKE_BOTS, "bots"
        return (
            Endpoint(
                method="GET",
                path="/api/bots",
                summary="The own bots",
                body=Nothing,
                answer=b.BotsAnswer,
                handler=self.bots,
                right=right,
                tag=tag,
            ),
            Endpoint(
                method="POST",
                path="/api/bots",
                summary="Make a bot; its token is shown this once",
                body=b.BotName,
                answer=b.NewBotAnswer,
                handler=self.make_bot,
                right=right,
                status=201,
                cost="account",
                tag=tag,
                errors=((400, "bad_name"), (409, "name_taken"), (409, "too_many")),
            ),
            Endpoint(
                method="DELETE",
                path="/api/bots/{id:int}",
                summary="End a bot's token; made again by the same name it has the same chips",
                body=Nothing,
                answer=Nothing,
                handler=self.end_bot,
                right=right,
                tag=tag,
                errors=((404, "no_such_bot"),),
            ),
        )

    def _of_staff(self) -> tuple[Endpoint[Any], ...]:
        path, tag = "/api/people/{id:int}", "staff"
        unknown = (404, "no_such_person")
        return (
            Endpoint(
                method="GET",
                path="/api/people",
                summary="Everybody in the order of his id",
                body=Nothing,
                answer=b.PeopleAnswer,
                handler=self.list_people,
                right=Right.SEE_PEOPLE,
                query=b.Search,
                tag=tag,
            ),
            Endpoint(
                method="PATCH",
                path=path,
                summary="Give a role to who is registered",
                body=b.NewRole,
                answer=b.PersonAnswer,
                handler=self.set_role,
                right=Right.SET_ROLES,
                tag=tag,
                errors=(unknown, (403, "not_registered"), (409, "last_host")),
            ),
            Endpoint(
                method="POST",
                path=f"{path}/grant",
                summary="Give chips out of the bank, or take some back",
                body=b.GrantBody,
                answer=b.BalanceAnswer,
                handler=self.grant,
                right=Right.GRANT,
                tag=tag,
                errors=(unknown, (409, "no_funds")),
            ),
            Endpoint(
                method="POST",
                path=f"{path}/revoke",
                summary="Sign somebody out everywhere, his bots too",
                body=Nothing,
                answer=b.EndedAnswer,
                handler=self.revoke,
                right=Right.SIGN_OUT,
                tag=tag,
                errors=(unknown,),
            ),
            Endpoint(
                method="POST",
                path=f"{path}/recovery-code",
                summary="A recovery code to hand to who has lost his password and his codes",
                body=Nothing,
                answer=b.CodeAnswer,
                handler=self.recovery_code,
                right=Right.SET_ROLES,
                status=201,
                tag=tag,
                errors=(unknown, (403, "not_registered")),
            ),
            Endpoint(
                method="POST",
                path=f"{path}/mute",
                summary="Keep somebody from talking at the tables, or let him again",
                body=b.Switch,
                answer=Nothing,
                handler=self.mute,
                right=Right.RUN_TABLES,
                tag=tag,
                errors=(unknown,),
            ),
            Endpoint(
                method="GET",
                path="/api/people/log",
                summary="What hosts and floor did to others",
                body=Nothing,
                answer=b.LogAnswer,
                handler=self.log,
                right=Right.SEE_PEOPLE,
                query=b.Page,
                tag=tag,
            ),
        )

    def _known(self, call: Call[Any]) -> Person:
        number = _id(call)
        person = self._people.by_id(number)
        if person is None:
            raise PeopleRefused(Because.NO_SUCH_PERSON, f"There is no person {number} here.")
        return person

    def _listed(self, one: Listed) -> b.ListedPerson:
        person, made, muted = one
        return b.ListedPerson(
            id=person.id,
            name=person.name,
            role=person.role.value,
            registered=person.registered,
            owner=person.owner,
            owner_name=self._people.name_of(person.owner),
            balance=self._purse.of(person.id),
            at_tables=self._at_tables(person.id),
            made=made,
            muted=muted,
        )


def _id(call: Call[Any]) -> PersonId:
    return PersonId(call.number("id"))
