"""How what is told at a table reaches its sockets (floor 5).

Within one process by hand; a message bus can stand behind the same interface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from omaha8.room.client import Client
from omaha8.room.frames import Told
from omaha8.store.records import TableId

Audience = Callable[[Client], bool]
"""Whether somebody is told now: who only watches may have to wait."""


class Fanout(Protocol):
    """Who listens at one table."""

    def join(self, client: Client) -> None:
        """From now on he is told."""

    def leave(self, client: Client) -> None:
        """He is told no more."""

    def tell(self, told: Told, audience: Audience | None = None) -> None:
        """Hand a frame to everybody, or everybody in the audience; never waits."""

    def __iter__(self) -> Iterator[Client]:
        """The connections to this process; some may join or leave meanwhile."""

    def __contains__(self, client: object) -> bool:
        """Whether a connection is told."""

    def __len__(self) -> int:
        """How many are told."""


class InProcess:
    """All sockets are in this process."""

    __slots__ = ("_clients",)

    def __init__(self) -> None:
        self._clients: dict[Client, None] = {}

    def __iter__(self) -> Iterator[Client]:
        return iter(list(self._clients))

    def __contains__(self, client: object) -> bool:
        return client in self._clients

    def __len__(self) -> int:
        return len(self._clients)

    def join(self, client: Client) -> None:
        self._clients[client] = None

    def leave(self, client: Client) -> None:
        self._clients.pop(client, None)

    def tell(self, told: Told, audience: Audience | None = None) -> None:
        shared, own = told.shared, told.own
        clients = self._clients if audience is None else filter(audience, self._clients)
        for client in clients:
            person = client.person
            client.tell(shared if person is None else own.get(person.id, shared))


Fanouts = Callable[[TableId], Fanout]
"""Makes that of a table."""


def in_process(_: TableId) -> Fanout:
    """For a server that has all its sockets itself."""
    return InProcess()
