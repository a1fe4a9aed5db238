"""The routes of one's own account (floor 6)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from omaha8.room.names import name_key
from omaha8.room.people import People
from omaha8.room.people_directory import DAY
from omaha8.room.people_grants import Grants, Purse
from omaha8.room.people_refusals import PeopleRefused
from omaha8.room.people_rights import Right, may
from omaha8.room.person import Person
from omaha8.server import account_bodies as b
from omaha8.server.api import too_fast
from omaha8.server.auth import COOKIE, Doorman
from omaha8.server.endpoints import Call, Endpoint, Nothing
from omaha8.server.errors import ApiError
from omaha8.server.limits import Limits
from omaha8.store.interface import Ledger
from omaha8.store.records import PersonId, TableId, person_account

_DEVICE: Final = 120
_BUSY = (503, "busy")
"""Too many passwords are looked at in this moment."""


def host_makes_tables(person: Person) -> bool:
    """Who may open a table where the host has allowed it to nobody else."""
    return may(person, Right.MAKE_TABLES)


TableNames = Callable[[Iterable[TableId]], Awaitable[Mapping[TableId, str]]]


async def _no_tables(_: Iterable[TableId]) -> Mapping[TableId, str]:
    return {}


class AccountApi:
    """Coming in and going; ``endpoints`` lists the routes.

    ``may_create`` says who may open a table now, ``grants`` has what somebody new is given,
    ``table_names`` what tables are called, also closed ones; ``at_tables`` says what lies there in
    front of somebody.
    """

    def __init__(
        self,
        people: People,
        doorman: Doorman,
        limits: Limits,
        purse: Purse,
        ledger: Ledger,
        may_create: Callable[[Person], bool] = host_makes_tables,
        grants: Grants | None = None,
        table_names: TableNames = _no_tables,
        at_tables: Callable[[PersonId], int] = lambda _: 0,
    ) -> None:
        self._people = people
        self._doorman = doorman
        self._limits = limits
        self._purse = purse
        self._grants = grants or Grants(purse, ledger)
        self._ledger = ledger
        self._may_create = may_create
        self._table_names = table_names
        self._at_tables = at_tables

    async def guest(self, call: Call[b.NewGuest]) -> b.PersonAnswer:
        _only_stranger(call)
        person, cookie = await self._people.guest(call.body.name, _device(call))
        await self._grants.welcome(person.id)
        self._admit(call, person, cookie)
        return b.PersonAnswer(person)

    async def register(self, call: Call[b.NewAccount]) -> b.RegisterAnswer:
        _no_bot(call)
        person, cookie, codes = await self._people.register(
            call.person,
            call.body.password,
            call.body.name,
            device=_device(call),
            session=call.session,
        )
        if call.person is None:
            await self._grants.welcome(person.id)
        self._admit(call, person, cookie)
        return b.RegisterAnswer(person, codes)

    async def login(self, call: Call[b.Login]) -> b.PersonAnswer:
        _no_bot(call)
        name, password = call.body.name, call.body.password
        give_back = self._one_try(call, name)
        person, cookie = await self._people.login(
            name, password, device=_device(call), session=call.session
        )
        give_back()
        self._admit(call, person, cookie)
        return b.PersonAnswer(person)

    async def recover(self, call: Call[b.Recover]) -> b.RecoverAnswer:
        _no_bot(call)
        body = call.body
        give_back = self._one_try(call, body.name)
        person, cookie, left = await self._people.recover(
            body.name, body.code, body.password, device=_device(call), session=call.session
        )
        give_back()
        self._admit(call, person, cookie)
        return b.RecoverAnswer(person, left)

    async def logout(self, call: Call[Nothing]) -> None:
        if call.session is not None:
            # He may have done so in another tab as well; the cookie goes either way.
            with suppress(PeopleRefused):
                await self._people.revoke(call.caller.id, call.session)
        call.cookies.append(self._doorman.no_cookie(call.request))

    async def me(self, call: Call[Nothing]) -> b.Me:
        person = call.person
        if person is None:
            return b.Me()
        self._renew(call)
        return b.Me(
            person,
            self._purse.of(person.id),
            self._at_tables(person.id),
            self._purse.credit,
            self._may_create(person),
            person.id in self._people.muted,
            self._people.codes_left(person) if person.registered else 0,
        )

    async def sessions(self, call: Call[Nothing]) -> b.SessionsAnswer:
        return b.SessionsAnswer(
            tuple(
                b.SessionAnswer(s.id, s.made, s.seen, s.expires, s.device, s.id == call.session)
                for s in self._people.sessions(call.caller)
            )
        )

    async def end_session(self, call: Call[Nothing]) -> None:
        session = call.text("id")
        await self._people.revoke(call.caller.id, session)
        if session == call.session:
            call.cookies.append(self._doorman.no_cookie(call.request))

    async def password(self, call: Call[b.NewPassword]) -> b.PersonAnswer:
        give_back = self._one_try(call, call.caller.name)
        person, cookie = await self._people.change_password(
            call.caller,
            call.body.old,
            call.body.password,
            device=_device(call),
            session=call.session,
        )
        give_back()
        self._admit(call, person, cookie)
        return b.PersonAnswer(person)

    async def codes(self, call: Call[b.OnlyPassword]) -> b.CodesAnswer:
        give_back = self._one_try(call, call.caller.name)
        codes = await self._people.new_codes(call.caller, call.body.password)
        give_back()
        return b.CodesAnswer(codes)

    async def ledger(self, call: Call[Nothing]) -> b.LedgerAnswer:
        account, page = person_account(call.caller.id), call.query
        found = await self._ledger.transfers(account, page.before, page.limit)
        names = await self._table_names({t.table for t in found if t.table is not None})
        granted = (await self._ledger.granted()).get(account, 0)
        # All at one moment: chips go from one to the other.
        balance, at_tables = self._purse.of(call.caller.id), self._at_tables(call.caller.id)
        return b.LedgerAnswer(
            balance=balance,
            at_tables=at_tables,
            granted=granted,
            won=balance + at_tables - granted,
            transfers=tuple(
                b.LedgerLine(
                    id=t.id,
                    at=t.at,
                    amount=t.amount if t.target == account else -t.amount,
                    kind=t.kind,
                    other=t.source if t.target == account else t.target,
                    table=t.table,
                    table_name=None if t.table is None else names.get(t.table),
                )
                for t in found
            ),
        )

    async def check_link(self, call: Call[b.HostLink]) -> None:
        self._people.staff.check_link(call.body.token)

    async def claim_host(self, call: Call[b.HostLink]) -> b.PersonAnswer:
        return b.PersonAnswer(await self._people.staff.claim_host(call.body.token, call.caller))

    @property
    def endpoints(self) -> tuple[Endpoint[Any], ...]:
        """All routes of the own account."""
        play, keep = Right.PLAY, Right.KEEP_ACCOUNT
        e: Final = Endpoint
        return (
            e(
                method="POST",
                path="/api/guest",
                summary="Come in as a guest; a name that is taken gets a number",
                body=b.NewGuest,
                answer=b.PersonAnswer,
                handler=self.guest,
                status=201,
                cost="account",
                errors=((409, "already_in"),),
            ),
            e(
                method="POST",
                path="/api/register",
                summary="Get a password: the guest who asks keeps his id and chips",
                body=b.NewAccount,
                answer=b.RegisterAnswer,
                handler=self.register,
                status=201,
                cost="password",
                errors=(
                    (400, "bad_name"),
                    (400, "bad_password"),
                    (409, "name_taken"),
                    (409, "registered"),
                    (409, "seated"),
                    _BUSY,
                ),
            ),
            e(
                method="POST",
                path="/api/login",
                summary="Come back with name and password",
                body=b.Login,
                answer=b.PersonAnswer,
                handler=self.login,
                cost="password",
                errors=((401, "wrong_password"), _BUSY),
            ),
            e(
                method="POST",
                path="/api/recover",
                summary="A new password by a recovery code; all sessions end",
                body=b.Recover,
                answer=b.RecoverAnswer,
                handler=self.recover,
                cost="password",
                errors=((400, "bad_password"), (401, "wrong_code"), _BUSY),
            ),
            e(
                method="POST",
                path="/api/logout",
                summary="End the session of this browser",
                body=Nothing,
                answer=Nothing,
                handler=self.logout,
            ),
            e(
                method="GET",
                path="/api/me",
                summary="Who asks, and what he has; person is null for a stranger",
                body=Nothing,
                answer=b.Me,
                handler=self.me,
            ),
            e(
                method="GET",
                path="/api/me/sessions",
                summary="The browsers one has come in by",
                body=Nothing,
                answer=b.SessionsAnswer,
                handler=self.sessions,
                right=play,
            ),
            e(
                method="DELETE",
                path="/api/me/sessions/{id}",
                summary="End one of the own sessions",
                body=Nothing,
                answer=Nothing,
                handler=self.end_session,
                right=play,
                errors=((404, "no_such_session"),),
            ),
            e(
                method="POST",
                path="/api/me/password",
                summary="Another password; all sessions end but this browser gets a new one",
                body=b.NewPassword,
                answer=b.PersonAnswer,
                handler=self.password,
                right=keep,
                cost="password",
                errors=((400, "bad_password"), (401, "wrong_password"), _BUSY),
            ),
            e(
                method="POST",
                path="/api/me/recovery-codes",
                summary="New recovery codes in place of the old ones",
                body=b.OnlyPassword,
                answer=b.CodesAnswer,
                handler=self.codes,
                right=keep,
                cost="password",
                errors=((401, "wrong_password"), _BUSY),
            ),
            e(
                method="GET",
                path="/api/me/ledger",
                summary="What came into the own account and went out of it; what is won or lost",
                body=Nothing,
                answer=b.LedgerAnswer,
                handler=self.ledger,
                right=play,
                query=b.Page,
            ),
            e(
                method="POST",
                path="/api/host-link",
                summary="Whether the one-time link would make somebody host; it is not used up",
                body=b.HostLink,
                answer=Nothing,
                handler=self.check_link,
                cost="password",
                errors=((403, "wrong_link"),),
            ),
            e(
                method="POST",
                path="/api/host",
                summary="Become host by the one-time link of the server's first start",
                body=b.HostLink,
                answer=b.PersonAnswer,
                handler=self.claim_host,
                right=play,
                cost="password",
                errors=((403, "wrong_link"), (403, "not_registered")),
            ),
        )

    def _one_try(self, call: Call[Any], name: str) -> Callable[[], None]:
        """Counts a try at a name, known or not; what is returned takes it back when it was right.

        Each address has its own count, and who is signed in another one for himself: nobody is
        locked out by the guesses of somebody else. Raises `ApiError` when there were too many.
        """
        own = call.person is not None and call.person.name == name
        key = f"{name_key(name[: 2 * _DEVICE])}|{'himself' if own else call.address}"
        wait = self._limits.passwords_of_account.wait(key)
        if wait:
            raise too_fast(wait)
        return lambda: self._limits.passwords_of_account.give_back(key)

    def _admit(self, call: Call[Any], person: Person, cookie: str) -> None:
        days = self._people.days(person.id)
        call.cookies.append(self._doorman.cookie(call.request, cookie, days))

    def _renew(self, call: Call[Any]) -> None:
        """Let the browser keep its cookie as long as the server keeps the session."""
        value = call.request.cookies.get(COOKIE)
        session = self._people.session(value)
        if call.session is None or session is None or value is None:
            return
        if session.seen - session.made >= DAY:
            self._admit(call, call.caller, value)


def _device(call: Call[Any]) -> str:
    """What the browser calls itself, so that its owner knows it again in the list."""
    shown = (c for c in call.request.headers.get("user-agent", "")[:_DEVICE] if c.isprintable())
    return "".join(shown)


def _only_stranger(call: Call[Any]) -> None:
    if call.person is not None:
        raise ApiError(409, "already_in", f"You are in as {call.person.name}; log out first.")


def _no_bot(call: Call[Any]) -> None:
    if call.person is not None and call.session is None:
        raise ApiError(403, "not_allowed", "A bot has its token, and needs nothing else.")
