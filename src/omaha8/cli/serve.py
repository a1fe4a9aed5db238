"""``omaha8 serve``: a room in the browser, with friends and bots."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

from omaha8.cli.errors import UserError
from omaha8.cli.game_choice import in_options
from omaha8.room.refusals import RoomRefused
from omaha8.room.spec import TableSpec
from omaha8.rules.house import RulesError
from omaha8.store.interface import StoreError

if TYPE_CHECKING:
    from omaha8.server.config import ServerConfig
    from omaha8.server.origin import HostNames

BOTS: Final = 5
"""At the table of who asks for nothing."""


def run(
    *,
    host: str | None = None,
    port: int | None = None,
    data: str | None = None,
    config: Path | None = None,
    rules: str | None = None,
    structure: Literal["fl", "pl", "nl", "spread", "mixed"] | None = None,
    stakes: str | None = None,
    seats: int | None = None,
    bots: int | None = None,
    buy_in: int | None = None,
    pace: float | None = None,
    think_time: float | None = None,
) -> None:
    """Serve a room of Omaha Hi/Lo: play in the browser, with friends and bots.

    Everything is kept in the data folder: started again, the server goes on where it was, in the
    middle of a hand. The first start opens a table, and prints a link that makes you the host. A
    later one with options of a table (--rules to --buy-in) opens one more, and says so, unless
    there is one with the same options.

    Args:
        host: The address to listen on, 127.0.0.1 if not given; 0.0.0.0 lets other machines in.
        port: The port, 8008 if not given; 0 takes a free one.
        data: The folder with everything that must not be lost; omaha8-data if not given.
        config: A TOML file with all this and more: see 'omaha8 config --example'.
        rules: House rules of a table to open: robert, tda, pokerstars, poker-room, community,
            card-room or pokernow; pokerstars if not given.
        structure: Fixed, pot, no or spread limit, or mixed; without it the first that the rules
            allow.
        stakes: As the room writes them: 2/4. Of mixed: those of its pot-limit games. Up to
            10,000,000 chips.
        seats: Chairs at the table, 2 to 10; 6 if not given.
        bots: How many of them bots take; one stays free. 5 if not given, or less at a smaller
            table.
        buy_in: Chips to sit down with, 100 big blinds if not given; up to 10,000,000,000.
        pace: Seconds before each action of a bot, up to 60.
        think_time: Seconds for a player to act, up to a day; 0 for no limit.
    """
    settings = settings_of(
        config,
        {
            "server.host": host,
            "server.port": port,
            "server.data": data,
            "room.pace": pace,
            "room.think_time": think_time,
        },
    )
    asked = {
        "rules": rules,
        "structure": structure,
        "stakes": stakes,
        "seats": seats,
        "bots": bots,
        "buy_in": buy_in,
    }
    wanted = wanted_table(settings, asked)
    tables = settings.tables if wanted is None else (wanted,)
    listening = listen(settings.server.host, settings.server.port)
    try:
        _serve(settings, listening, tables or (wanted_table(settings, {"bots": BOTS}),), wanted)
    except (StoreError, RoomRefused) as error:
        raise UserError(str(error)) from error
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


def settings_of(config: Path | None, flags: dict[str, Any]) -> ServerConfig:
    """The configuration of a file and of flags. Raises `UserError`."""
    from omaha8.server.config import load_config
    from omaha8.server.config_values import ConfigError

    try:
        return load_config(config, flags)
    except ConfigError as error:
        raise UserError(str(error)) from error


def wanted_table(settings: ServerConfig, asked: dict[str, Any]) -> TableSpec | None:
    """The table that the options describe, ``None`` where they ask for none.

    Raises `UserError`, naming the option at fault.
    """
    given = {name: value for name, value in asked.items() if value is not None}
    if not given:
        return None
    room = settings.room
    usual = {
        "bots": min(BOTS, max(0, int(given.get("seats", 6)) - 1)),
        "think_time": room.think_time,
        "time_bank": room.time_bank,
        "spectator_delay": room.spectator_delay,
    }
    try:
        return TableSpec(**{**usual, **given}).checked()
    except RulesError as error:
        raise UserError(in_options(error)) from error


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises `UserError`."""
    if not 0 <= port <= 65535:
        raise UserError(f"--port: 0 to 65535, not {port}")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
    except OSError as error:
        raise UserError(f"--host: no address {host!r} here; try 127.0.0.1 or 0.0.0.0") from error
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except OSError as error:
        listening.close()
        raise UserError(_why_not(error, host, port)) from error
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"--port: {port} is in use; take another, or 0 for any that is free"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"--host: {host} is no address of this machine; try 127.0.0.1 or 0.0.0.0"
    if error.errno == errno.EACCES:
        return f"--port: {port} is not open to you; take one from 1024 on"
    return f"cannot listen on {host}:{port}: {error.strerror}"


def _serve(
    settings: ServerConfig,
    listening: socket.socket,
    tables: tuple[TableSpec | None, ...],
    wanted: TableSpec | None,
) -> None:
    from omaha8.server.logs import set_up_logs
    from omaha8.server.running import run_server

    set_up_logs(settings.log)
    host = settings.server.host
    address = settings.server.public_url or _address(listening, host)
    others = for_others(listening, host)

    def started(titles: list[str], host_token: str | None, beside: str | None) -> None:
        for title in titles:
            print(title)
        if beside is not None:
            print(f"One more table is open, {beside}: no other here has these options.")
        print(f"Kept in {Path(settings.server.data).resolve()}")
        print(f"Open {address.rstrip('/')}/", flush=True)
        for other in others:
            print(f"for others: {other}", flush=True)
        if host_token is not None:
            print(f"To be the host, open once: {address.rstrip('/')}/#host={host_token}")
        print("Stop with Ctrl-C.", flush=True)

    run_server(
        settings,
        listening,
        own_names(listening, host, settings.server.public_url),
        [table for table in tables if table is not None],
        wanted,
        started,
        settings.server.public_url or next(iter(others), None),
    )
    print("Stopped.")


def own_names(
    listening: socket.socket, host: str, public_url: str | None = None
) -> HostNames | None:
    """Under which names the server may be called; ``None`` for any, where others may call it."""
    from omaha8.server.origin import HostNames

    address = listening.getsockname()[0]
    if not ip_address(address.partition("%")[0]).is_loopback:
        return None
    return HostNames(host, *([] if public_url is None else [urlsplit(public_url).hostname or ""]))


def for_others(listening: socket.socket, host: str) -> list[str]:
    """What to type in elsewhere on the network, where the server listens on every address."""
    if host not in ("0.0.0.0", "::", ""):
        return []
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            # Chooses the way to an address that nobody has (RFC 5737); nothing is sent.
            probe.connect(("192.0.2.1", 9))
            own: str = probe.getsockname()[0]
    except OSError:
        return []
    if ip_address(own).is_loopback or ip_address(own).is_unspecified:
        return []
    return [f"http://{own}:{listening.getsockname()[1]}/"]


def _address(listening: socket.socket, host: str) -> str:
    """What to type into a browser on this machine."""
    name = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    port = listening.getsockname()[1]
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
