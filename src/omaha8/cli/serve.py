"""``omaha8 serve``: a table in the browser, against bots."""

from __future__ import annotations

import errno
import socket
from typing import Final, Literal

from omaha8.cli.errors import UserError
from omaha8.room import Room, RoomSettings
from omaha8.rules.game import Game, parse_stakes, stakes
from omaha8.rules.house import HouseRules, RulesError
from omaha8.rules.options import Structure
from omaha8.rules.presets import PRESET_NAMES, find_preset
from omaha8.table import TableSetup
from omaha8.table.mixed import mixed_games

USUAL_STAKES: Final = (2, 4)
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
        stakes: As the room writes them: 2/4. Of mixed: those of its pot-limit games.
        seats: Chairs at the table, 2 to 10.
        bots: How many of them bots take; one stays free.
        buy_in: Chips to sit down with, 100 big blinds if not given.
        pace: Seconds before each action of a bot.
        think_time: Seconds for a player to act; 0 for no limit.
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
    try:
        preset = find_preset(rules)
        games = choose_games(preset.rules, structure, stakes_text)
        setup = TableSetup.usual(preset.rules, games, seats, buy_in)
    except RulesError as error:
        raise UserError(str(error)) from error
    if not 0 <= bots < seats:
        raise UserError(f"--bots: 0 to {seats - 1}, one of {seats} seats stays free; not {bots}")
    if pace < 0 or think_time < 0:
        raise UserError("--pace and --think-time: 0 seconds or more")
    return Room(
        setup,
        bots=bots,
        rules=preset.name,
        settings=RoomSettings(pace=pace, think_time=think_time),
    )


def choose_games(
    rules: HouseRules, structure: str | None, stakes_text: str | None
) -> tuple[Game, ...]:
    """As `choose_game`; in mixed the games that rotate. Raises `RulesError`."""
    if structure != Structure.MIXED:
        return (choose_game(rules, structure, stakes_text),)
    low, high = USUAL_STAKES if stakes_text is None else parse_stakes(stakes_text)
    try:
        return mixed_games(rules, low, high)
    except RulesError as error:
        raise RulesError(f"{error}{_elsewhere(rules, structure, low, high)}") from error


def choose_game(rules: HouseRules, structure: str | None, stakes_text: str | None) -> Game:
    """The structure and stakes asked for, or what the rules play first. Raises `RulesError`."""
    if structure is None:
        structure = next(s for s in rules.allowed_structures if s is not Structure.MIXED)
    if stakes_text is not None:
        low, high = parse_stakes(stakes_text)
    elif structure == Structure.SPREAD and rules.spread_range is not None:
        low, high = rules.spread_range
    else:
        low, high = USUAL_STAKES
    try:
        return stakes(structure, low, high, rules)
    except RulesError as error:
        raise RulesError(f"{error}{_elsewhere(rules, structure, low, high)}") from error


def _elsewhere(rules: HouseRules, structure: str, low: int, high: int) -> str:
    """Which rules do play this, and which stakes near it are played by these."""
    found = [name for name in PRESET_NAMES if _plays(find_preset(name).rules, structure, low, high)]
    hint = f"; played with --rules {', '.join(found)}" if found else ""
    near = [f"{n}/{2 * n}" for n in (low - 1, low + 1) if _plays(rules, structure, n, 2 * n)]
    if structure == Structure.FIXED_LIMIT and near:
        hint += f"; here with --stakes {', '.join(near)}"
    return hint


def _plays(rules: HouseRules, structure: str, low: int, high: int) -> bool:
    try:
        if structure == Structure.MIXED:
            mixed_games(rules, low, high)
        else:
            stakes(structure, low, high, rules)
    except RulesError:
        return False
    return True


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
        create_app(room),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=1 << 16,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    print(f"{room.setup.title}: {_address(listening, host)}", flush=True)
    print("Stop with Ctrl-C.", flush=True)
    uvicorn.Server(config).run(sockets=[listening])


def _address(listening: socket.socket, host: str) -> str:
    """What to type into a browser on this machine."""
    name = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    port = listening.getsockname()[1]
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
