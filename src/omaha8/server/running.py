"""A server from start to stop: the store, the room, the sockets (floor 6)."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Final

import uvicorn
from msgspec.structs import replace

from omaha8.room.bots import NAMES
from omaha8.room.chat import DEALER
from omaha8.room.lobby import Lobby
from omaha8.room.people import People
from omaha8.room.spec import TableSpec
from omaha8.server.addresses import Addresses
from omaha8.server.app import create_app
from omaha8.server.auth import Doorman
from omaha8.server.config import ServerConfig
from omaha8.server.connections import Connections
from omaha8.server.cut_short import CutShort
from omaha8.server.limits import Limits
from omaha8.server.logs import RequestLog, asker
from omaha8.server.open_files import places, raise_open_files
from omaha8.server.origin import HostNames
from omaha8.server.wire import LONGEST_FRAME
from omaha8.store.store import Store

GRACE: Final = 2
"""Seconds for open connections when the server stops."""

SWITCH: Final = 0.0005
"""Seconds after which another thread gets a turn."""
YOUNG: Final = 50_000
"""Objects that are made before Python looks for circles of them: at 700 of them that takes one part
in fifteen of the time, and what a table makes for an action has none."""

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

Started = Callable[[list[str], str | None, str | None], None]
"""Told what is played at the tables, the token of a link for the host where there is none, and the
name of the table that was opened beside others.
"""

_log: Final = logging.getLogger(__name__)


def run_server(
    config: ServerConfig,
    listening: socket.socket,
    names: HostNames | None,
    tables: Sequence[TableSpec],
    wanted: TableSpec | None,
    started: Started,
    elsewhere: str | None = None,
) -> None:
    """Serve until a signal ends it. Raises `StoreError` where nothing can be kept.

    ``tables`` are opened in a room without any, ``wanted`` where no other has its game, rules,
    chairs, chips and bots; ``elsewhere`` is the address of the server on other computers, where
    that is known. Raises `RoomRefused` where one more is too many.
    """
    store = Store.open(config.server.data)
    try:
        loop = uvicorn.Config("", log_config=None).get_loop_factory()
        with asyncio.Runner(loop_factory=loop) as runner:
            runner.run(_run(store, config, listening, names, tables, wanted, started, elsewhere))
    finally:
        store.close()


async def _run(
    store: Store,
    config: ServerConfig,
    listening: socket.socket,
    names: HostNames | None,
    tables: Sequence[TableSpec],
    wanted: TableSpec | None,
    started: Started,
    elsewhere: str | None,
) -> None:
    people = await People.open(store, reserved=(*NAMES, DEALER))
    try:
        lobby = await Lobby.open(
            store,
            people,
            settings=config.room.settings,
            credit=config.room.most_debt,
            create_tables=config.room.create_tables,
        )
        try:
            beside = await _open_tables(lobby, tables, wanted)
            titles = [f"{room.name}: {room.setup.title}" for room in lobby.tables.values()]
            started(titles, await people.staff.host_link(), beside)
            _log.info("started with %s, tables: %d", store.path.resolve(), len(titles))
            # The journal's thread must not wait long for a loop that is never idle.
            sys.setswitchinterval(SWITCH)
            gc.collect()
            gc.freeze()
            gc.set_threshold(YOUNG, 5, 5)
            server = Stoppable(uvicorn_of(lobby, config, names, elsewhere), lobby)
            await server.serve(sockets=[listening])
        finally:
            await lobby.stop()
    finally:
        people.close()
    _log.info("stopped")


async def _open_tables(
    lobby: Lobby, tables: Sequence[TableSpec], wanted: TableSpec | None
) -> str | None:
    """The name of ``wanted``, where it was opened beside others."""
    if not lobby.tables and not lobby.unreadable:
        for spec in tables:
            await lobby.create(spec)
        return None
    if wanted is None:
        return None
    if any(_opens(room.spec) == _opens(wanted) for room in lobby.tables.values()):
        return None
    names = {room.name for room in lobby.tables.values()}
    names |= {unread.name for unread in lobby.unreadable.values()}
    free = (f"{wanted.name} ({number})" for number in count(2))
    name = wanted.name if wanted.name not in names else next(n for n in free if n not in names)
    return (await lobby.create(replace(wanted, name=name))).name


def _opens(spec: TableSpec) -> tuple[object, ...]:
    """What the options of a start decide, whether they are said or as usual."""
    return spec.setup(), spec.bots, spec.private


def uvicorn_of(
    lobby: Lobby, config: ServerConfig, names: HostNames | None, elsewhere: str | None = None
) -> uvicorn.Config:
    """How ``lobby`` is served. Raises the limit of open files of the process."""
    addresses = Addresses(config.server.trusted_proxies, config.server.public_url)
    doorman = Doorman(lobby.people, addresses)
    app = create_app(
        lobby,
        names=names,
        doorman=doorman,
        limits=Limits(config.limits),
        metrics_token=config.metrics.token,
        starting_chips=config.room.starting_chips,
        elsewhere=elsewhere,
    )
    connections = Connections(
        addresses, each=config.server.connections_each, most=places(raise_open_files())
    )
    http, ws = _protocols(connections)
    return uvicorn.Config(
        RequestLog(CutShort(app), asker(doorman)),
        http=http,
        ws=ws,
        log_config=None,
        log_level=None,
        access_log=False,
        proxy_headers=False,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
        lifespan="off",
    )


def _protocols(connections: Connections) -> tuple[Any, Any]:
    try:
        from omaha8.server.guarded import guarded
    except ImportError:
        _log.warning("this uvicorn is not known: connections are not guarded")
        return "auto", "websockets-sansio"
    return guarded(connections)


class Stoppable(uvicorn.Server):
    """Ends without haste at a signal: the players are told, and the store is closed."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby) -> None:
        super().__init__(config)
        self.lobby = lobby

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """While it serves; afterwards a signal is what it was before."""
        loop = asyncio.get_running_loop()
        for kind in SIGNALS:
            loop.add_signal_handler(kind, self._stop, kind)
        try:
            yield
        finally:
            for kind in SIGNALS:
                loop.remove_signal_handler(kind)

    def _stop(self, kind: int) -> None:
        _log.info("asked to stop by signal %d", kind)
        self.lobby.say_bye()
        # Asked again, it does not wait for anybody.
        self.force_exit = self.should_exit
        self.should_exit = True
