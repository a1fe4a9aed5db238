"""What the room costs, over real sockets, beside a bare echo on the same machine in the same run.

    .venv/bin/python -m bench.room                 # all of it, about five minutes
    .venv/bin/python -m bench.room ratio           # actions beside the echo
    .venv/bin/python -m bench.room many            # 500 tables, 3,000 sockets, at a human pace
    .venv/bin/python -m bench.room tables          # cost per action at 10, 100, 1,000 tables
    .venv/bin/python -m bench.room idle            # 50 tables where nobody sits
    .venv/bin/python -m bench.room start           # ready on a folder with 100,000 hands, made once

The server is a process of its own, this one is the generator of its load.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.room_echo_load import Echoed
from bench.room_folder import AT_ONCE, HUMAN, prepare, serve
from bench.room_history import make
from bench.room_players import Players
from bench.room_process import ROOT, Server

ROUNDS: Final = 5
SECONDS: Final = 3.0
WARM_UP: Final = 10.0
"""Seconds: what boards make is remembered by their ranks."""
TABLES: Final = 40
VIEWERS: Final = 10
HANDS: Final = 100_000
STARTS: Final = 5


async def ratio(folder: Path) -> None:
    """Actions, each kept on disk and told to ten viewers, beside frames echoed to ten."""
    places = await prepare(folder / "ratio", [2 + n % 5 for n in range(TABLES)], AT_ONCE)
    log = folder / "ratio.log"
    with Server(["-m", "bench.room_echo"]) as bare, Server(serve(folder / "ratio"), log) as server:
        echoed = Echoed(bare, TABLES)
        await echoed.open()
        players = Players(places, server.port, viewers=VIEWERS)
        await players.open()
        await asyncio.sleep(WARM_UP)
        actions: list[float] = []
        echoes: list[float] = []
        for _ in range(ROUNDS):
            done, cpu, (frames, size) = players.done, server.cpu, players.frames
            await asyncio.sleep(SECONDS)
            done, cpu = players.done - done, server.cpu - cpu
            actions.append(done / cpu)
            heard = players.frames[0] - frames
            mean = (players.frames[1] - size) // heard
            await players.pause()
            rate = await echoed.measure(SECONDS, mean)
            echoes.append(rate.per_cpu_second)
            players.go_on()
            print(
                f"  {actions[-1]:7,.0f} actions and {echoes[-1]:7,.0f} echoes a second of CPU; "
                f"{done / SECONDS:,.0f} actions a second, {heard / done:.1f} frames of "
                f"{mean:,} bytes for each"
            )
        _complain(players)
        of = statistics.median(a / e for a, e in zip(actions, echoes, strict=True))
        print(
            f"ratio: {statistics.median(actions):,.0f} actions beside "
            f"{statistics.median(echoes):,.0f} echoes a second of CPU: {of:.2f} (at least 0.60)"
        )
        players.hang_up()
        echoed.hang_up()


async def many(folder: Path, tables: int = 500, seconds: float = 30.0) -> None:
    """Tables of six at a human pace."""
    places = await prepare(folder / "many", [6] * tables, HUMAN)
    with Server(serve(folder / "many"), folder / "many.log") as server:
        players = Players(places, server.port, viewers=6, pace=3.0)
        await players.open()
        await asyncio.sleep(15)
        players.take_latencies()
        cpu, done = server.cpu, players.done
        await asyncio.sleep(seconds)
        cpu, done = server.cpu - cpu, players.done - done
        late = sorted(players.take_latencies())
        _complain(players)
        print(
            f"many: {tables} tables, {6 * tables:,} sockets, {done / seconds:,.0f} actions a "
            f"second: to the last viewer {_ms(late, 0.5)}, 99% within {_ms(late, 0.99)} "
            f"(100 ms), at most {_ms(late, 1)}; {players.cut} sockets cut; "
            f"CPU {cpu / seconds:.0%}, {1e6 * cpu / done:,.0f} us an action; "
            f"{server.memory('VmHWM') / 1e6:,.0f} MB at most (1,000)"
        )
        players.hang_up()


async def tables(folder: Path) -> None:
    """What an action costs does not depend on how many tables there are."""
    for count in (10, 100, 1000):
        place = folder / f"tables{count}"
        places = await prepare(place, [2] * count, AT_ONCE)
        with Server(serve(place), folder / "tables.log") as server:
            # The same number of actions a second at any number of tables.
            players = Players(places, server.port, viewers=2, pace=count / 100)
            await players.open()
            await asyncio.sleep(5)
            cpu, done = server.cpu, players.done
            await asyncio.sleep(15)
            cpu, done = server.cpu - cpu, players.done - done
            _complain(players)
            print(
                f"tables: {count:5,}: {1e6 * cpu / done:5,.0f} us of CPU an action, "
                f"{done / 15:,.0f} a second"
            )
            players.hang_up()


async def idle(folder: Path) -> None:
    """Tables where nobody sits cost nothing."""
    await prepare(folder / "idle", [0] * 50, HUMAN)
    with Server(serve(folder / "idle"), folder / "idle.log") as server:
        await asyncio.sleep(5)
        cpu = server.cpu
        await asyncio.sleep(20)
        print(f"idle: 50 tables: {(server.cpu - cpu) / 20:.2%} of a CPU (1%)")


async def start(folder: Path) -> None:
    """From the command to the first answer, on a folder with many hands."""
    kept = await make(HANDS)
    taken, cpu = [], []
    for _ in range(STARTS):
        with Server(serve(kept)[2:], folder / "start.log", [str(ROOT / "omaha8")]) as server:
            taken.append(server.answers())
            cpu.append(server.cpu)
    print(
        f"start: {HANDS:,} hands: answers after {statistics.median(taken):.2f} s (1.5), "
        f"{statistics.median(cpu):.2f} s of CPU"
    )


def _complain(players: Players) -> None:
    print(f"  {players.revealed:.0%} of the nonces that were promised were given")
    if players.errors or players.cut:
        print(f"  {players.cut} sockets cut, {len(players.errors)} refused: {players.errors[:2]}")


def _ms(values: list[float], part: float) -> str:
    return f"{1000 * values[min(len(values) - 1, int(len(values) * part))]:,.1f} ms"


PARTS: Final[dict[str, Callable[[Path], Awaitable[None]]]] = {
    "ratio": ratio,
    "many": many,
    "tables": tables,
    "idle": idle,
    "start": start,
}


async def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], help="all of them if none")
    arguments = parser.parse_args()
    with TemporaryDirectory(prefix="omaha8-bench-") as folder:
        for name in arguments.part or PARTS:
            await PARTS[name](Path(folder))


if __name__ == "__main__":
    import uvloop

    uvloop.run(main())
