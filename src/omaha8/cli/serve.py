"""``omaha8 serve``: a table in the browser, against bots."""

from __future__ import annotations

import errno
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final, Literal

from omaha8.cli.errors import UserError
from omaha8.cli.game_choice import choose_games
from omaha8.room import Room, RoomSettings
from omaha8.room.settings import MOST_CHIPS
from omaha8.rules.house import RulesError
from omaha8.rules.presets import find_preset
from omaha8.table import TableSetup

if TYPE_CHECKING:
    from omaha8.server.origin import HostNames

LONGEST_PACE: Final = 60
LONGEST_THOUGHT: Final = 86_400
"""Seconds."""
GRACE: Final = 2
"""Seconds for open connections when the server stops."""


def run(
    *,
    host: str = "127.0.0.1",
    port: int = 8008,
    rules: str = "pokerstars",
    structure: Literal["fl", "pl", "nl", "spread", "mixed"] | None = None,
    stakes: str | None = None,
    seats: int = 6,
    bots: int = 5,
    buy_in: int | None = None,
    pace: float = 0.9,
    think_time: float = 60.0,
) -> None:
    """Play Omaha Hi/Lo in the browser, against bots and whoever else opens the page.

    Args:
        host: The address to listen on; 0.0.0.0 lets other machines in.
        port: The port; 0 takes a free one.
        rules: House rules: robert, tda, pokerstars, poker-room, community, card-room or pokernow.
        structure: Fixed, pot, no or spread limit, or mixed; without it the first that the rules
            allow.
        stakes: As the room writes them: 2/4. Of mixed: those of its pot-limit games. Up to
            10,000,000 chips.
        seats: Chairs at the table, 2 to 10.
        bots: How many of them bots take; one stays free.
        buy_in: Chips to sit down with, 100 big blinds if not given; up to 10,000,000,000.
        pace: Seconds before each action of a bot, up to 60.
        think_time: Seconds for a player to act, up to a day; 0 for no limit.
    """
    room = make_room(
        rules=rules,
        structure=structure,
        stakes_text=stakes,
        seats=seats,
        bots=bots,
        buy_in=buy_in,
        pace=pace,
        think_time=think_time,
    )
    listening = listen(host, port)
    try:
        _serve(room, listening, host)
    except KeyboardInterrupt:
        print("Stopped.")
    finally:
        listening.close()


def make_room(
    *,
    rules: str,
    structure: str | None,
    stakes_text: str | None,
    seats: int,
    bots: int,
    buy_in: int | None = None,
    pace: float = 0.9,
    think_time: float = 60.0,
) -> Room:
    """The room that the options describe. Raises `UserError`, naming the option at fault."""
    _within("pace", pace, LONGEST_PACE)
    _within("think-time", think_time, LONGEST_THOUGHT)
    if buy_in is not None and not 1 <= buy_in <= MOST_CHIPS:
        raise UserError(f"--buy-in: 1 to {MOST_CHIPS} chips, not {buy_in}")
    try:
        preset = find_preset(rules)
        games = choose_games(preset.rules, structure, stakes_text)
        setup = TableSetup.usual(preset.rules, games, seats, buy_in)
    except RulesError as error:
        raise UserError(str(error)) from error
    if not 0 <= bots < seats:
        raise UserError(f"--bots: 0 to {seats - 1}, one of {seats} seats stays free; not {bots}")
    return Room(
        setup,
        bots=bots,
        rules=preset.name,
        settings=RoomSettings(pace=pace, think_time=think_time),
    )


def _within(option: str, seconds: float, longest: float) -> None:
    # What is not a number is in no range.
    if not 0 <= seconds <= longest:
        raise UserError(f"--{option}: 0 to {longest} seconds, not {seconds:g}")


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


def _serve(room: Room, listening: socket.socket, host: str) -> None:
    import uvicorn

    from omaha8.server import create_app

    config = uvicorn.Config(
        create_app(room, own_names(listening, host)),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=1 << 16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    print(f"{room.setup.title}: {_address(listening, host)}", flush=True)
    for address in for_others(listening, host):
        print(f"for others: {address}", flush=True)
    print("Stop with Ctrl-C.", flush=True)
    uvicorn.Server(config).run(sockets=[listening])


def own_names(listening: socket.socket, host: str) -> HostNames | None:
    """Under which names the server may be called; ``None`` for any, where others may call it."""
    from omaha8.server.origin import HostNames

    address = listening.getsockname()[0]
    return HostNames(host) if ip_address(address.partition("%")[0]).is_loopback else None


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
