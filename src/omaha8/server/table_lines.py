"""Tables as the HTTP API tells of them (floor 6)."""

from __future__ import annotations

from typing import Any, Final

from omaha8.room.lobby import Lobby
from omaha8.room.people_rights import Right, may
from omaha8.room.person import Person
from omaha8.room.staffed import StaffedRoom
from omaha8.server import table_bodies as b
from omaha8.store.records import table_account

UNREADABLE: Final = (
    "What is kept of it cannot be read, so it could not be taken up; it is left as it is. "
    "The log of the server says why."
)


def runs(room: StaffedRoom, person: Person | None) -> bool:
    """Whether somebody may pause, change and close a table, and invite to it."""
    if person is None:
        return False
    return may(person, Right.RUN_TABLES) or room.made_by == person.id


def line_of(room: StaffedRoom, person: Person | None) -> b.TableLine:
    """A table as the lobby lists it for somebody."""
    return b.TableLine(**_line(room, person))


def answer_of(room: StaffedRoom, person: Person | None) -> b.TableAnswer:
    """A table on its own."""
    setup, mine = room.setup, runs(room, person)
    return b.TableAnswer(
        **_line(room, person),
        spec=room.spec,
        min_buy_in=setup.min_buy_in,
        max_buy_in=setup.max_buy_in,
        buy_in=setup.buy_in,
        hands=room.hands_over,
        runs=mine,
        paused_by=room.paused,
        frozen_why=room.why_frozen if room.frozen and mine else None,
        persons=tuple(
            b.SeatedPerson(seat, player.id, player.name) for player, seat in room.players.seated
        ),
    )


def _place(room: StaffedRoom, person: Person | None) -> b.Place | None:
    if person is None:
        return None
    if room.has_seat(person.id):
        return "seated"
    listed = person.name in room.table.public.waiting
    return "waiting" if listed and room.players.listed.get(person.name) == person.id else None


def _line(room: StaffedRoom, person: Person | None) -> dict[str, Any]:
    setup, public = room.setup, room.table.public
    seated = [player for player in public.seats if player is not None]
    return {
        "id": room.id,
        "name": room.spec.name,
        "game": setup.title,
        "structure": str(setup.structure),
        "stakes": setup.stakes,
        "rules": room.spec.rules,
        "changed": room.spec.changed,
        "hole_cards": setup.games[0].hole_cards,
        "seats": len(public.seats),
        "players": len(seated),
        "bots": sum(player.bot for player in seated),
        "waiting": len(public.waiting),
        "you": _place(room, person),
        "average_pot": room.average_pot,
        "hands_per_hour": room.hands_per_hour,
        "private": room.spec.private,
        "paused": room.paused is not None,
        "closing": room.host.readiness.closing,
        "frozen": room.frozen,
    }


def unread_lines(lobby: Lobby, person: Person | None) -> tuple[b.UnreadLine, ...]:
    """Tables that could not be taken up, for host and floor.

    Without the fault itself, which may quote what nobody is to see.
    """
    if not may(person, Right.RUN_TABLES):
        return ()
    return tuple(
        b.UnreadLine(table, one.name, lobby.bank.balance(table_account(table)), UNREADABLE)
        for table, one in lobby.unreadable.items()
    )
