"""Players, a server, and SIGKILL at moments that nobody knows before."""

from __future__ import annotations

import asyncio
import contextlib
import io
import re
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from omaha8.cli import main
from omaha8.client import Client, ClientError
from omaha8.store.files import LOCK
from tests.actors import Acked, Actor
from tests.crash.journal import faults_in, read_journal, told_otherwise
from tests.serving import WITHIN, ChildServer

NAMES: Final = ("Ann", "Bob", "Cid")
OPTIONS: Final = ("--seats", "6", "--bots", "1", "--pace", "0")
RESENT: Final = 3
"""The last acknowledged messages of each that are sent once more after a restart."""
KILLED_AGAIN: Final = 0.3
"""How often a server that was killed is killed once more before it is ready."""


class Storm(msgspec.Struct):
    """What a run came to."""

    kills: int = 0
    starting: int = 0
    acked: int = 0
    events: int = 0
    hands: int = 0
    voided: int = 0
    mid_hand: int = 0
    resent: int = 0
    checked: int = 0
    seconds: float = 0.0
    faults: list[str] = []


async def storm(
    folder: Path, kills: int, seed: int, *, options: tuple[str, ...] = OPTIONS, play: float = 0.5
) -> Storm:
    """Kill the server so often, each time within about ``play`` seconds of play."""
    random, result, began = Random(seed), Storm(), time.monotonic()
    server = ChildServer(folder, *options)
    with server:
        took = time.monotonic() - began
        guests = [await asyncio.to_thread(server.guest, name) for name in NAMES]
        actors = [Actor(name, seed + i) for i, name in enumerate(NAMES)]
        for actor, guest in zip(actors, guests, strict=True):
            await actor.connect(server.url, cookie=guest.cookie)
        rail = await Actor("Rail", seed, quiet=True).connect(server.url)
        table = rail.client.state.table.id
        playing = [asyncio.create_task(actor.run(), name=actor.name) for actor in actors]
        try:
            for _ in range(kills):
                await asyncio.sleep(random.random() * play)
                server.kill()
                result.kills += 1
                result.mid_hand += rail.client.state.playing
                result.faults += audit(server.data)
                while random.random() < KILLED_AGAIN:
                    after = random.random() * took / 6
                    result.starting += await killed_while_it_starts(server, after)
                    result.faults += audit(server.data)
                start = time.monotonic()
                # Blocks this loop too: what the clients do meanwhile is wait.
                await asyncio.to_thread(server.start)
                took = time.monotonic() - start
                await back(server, [rail, *actors])
                for actor, guest in zip(actors, guests, strict=True):
                    result.resent += await resend(server, guest.cookie, actor, result.faults)
                result.faults += await same_for_a_newcomer(server, rail)
                if any(task.done() for task in playing):
                    break
                if result.faults:
                    break
        except (ClientError, TimeoutError) as fault:
            result.faults.append(repr(fault))
            result.faults += [how_it_is(actor) for actor in (rail, *actors)]
            result.faults.append(server.text()[-2000:])
        finally:
            for task in playing:
                task.cancel()
            outcomes = await asyncio.gather(*playing, return_exceptions=True)
            for actor in (rail, *actors):
                await actor.client.close()
        result.faults += [
            repr(outcome) for outcome in outcomes if not isinstance(outcome, asyncio.CancelledError)
        ]
        server.kill()
    result.faults += audit(server.data) + logged(server)
    kept = read_journal(server.data, table)
    acked = [acked for actor in actors for acked in actor.acked]
    result.faults += faults_in(kept, acked)
    for actor in (rail, *actors):
        result.faults += actor.faults + actor.client.faults + told_otherwise(kept, actor.told)
        result.checked += actor.client.seals.checked
    result.acked, result.events, result.hands = len(acked), len(kept), rail.hands
    result.voided = sum(row.form["type"] == "hand_voided" for row in kept)
    result.seconds = time.monotonic() - began
    return result


async def killed_while_it_starts(server: ChildServer, after: float) -> bool:
    """Started, and killed so many seconds after it took the folder; whether it was not ready."""
    server.run()
    async with asyncio.timeout(WITHIN):
        while (server.data / LOCK).read_text().strip() != str(server.pid):
            await asyncio.sleep(0.002)
    await asyncio.sleep(after)
    server.kill()
    return not server.ready


def audit(data: Path) -> list[str]:
    """What ``omaha8 audit`` finds wrong with the chips."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        status = main(["audit", "--data", str(data)])
    return [] if not status else [f"audit: {printed.getvalue()}"]


def how_it_is(actor: Actor) -> str:
    """Of somebody for whom nothing happens any more."""
    client = actor.client
    state, said = client.state, list(client.complaints)[-3:]
    return (
        f"{actor.name}: connected {client.connected} ({client.connections}), event {state.seq}, "
        f"hand {state.view.hand}, turn {state.view.turn}, paused {state.view.paused}, told {said}"
    )


def logged(server: ChildServer) -> list[str]:
    """Faults of the program that the server has logged, the first one in full."""
    text = server.printed.read_text("utf-8")
    found = re.search(r"^.*\n?Traceback(?:.*\n){1,60}|^.* error .*$", text, re.MULTILINE)
    return [] if found is None else [found[0]]


async def back(server: ChildServer, actors: list[Actor]) -> None:
    """Until everybody has found the way back."""
    async with asyncio.timeout(90):
        for actor in actors:
            while not actor.client.connected:
                await asyncio.sleep(0.005)


async def resend(server: ChildServer, cookie: str | None, actor: Actor, faults: list[str]) -> int:
    """What was acknowledged last, asked for once more, from another window: the same answer."""
    last: list[Acked] = actor.acked[-RESENT:]
    if not last:
        return 0
    async with await Client.connect(server.url, cookie=cookie, nonces=False) as window:
        there, own = window.state, actor.client.state
        known = there.view.hand == own.view.hand and None not in (there.hole, own.hole)
        if known and there.hole != own.hole:
            faults.append(f"{actor.name} had {own.hole}, and after a restart {there.hole}")
        for person, message, seq in last:
            done = await window.ask(message)
            if done.seq != seq:
                faults.append(f"{message} of {person}: first {seq}, after the restart {done.seq}")
    return len(last)


async def same_for_a_newcomer(server: ChildServer, rail: Actor) -> list[str]:
    """Who comes now is shown what those who were there have seen."""
    async with await Client.connect(server.url) as fresh:
        seq, hand = fresh.state.seq, list(fresh.state.hand)
        view = fresh.state.view
    await rail.until(lambda: rail.client.state.seq >= seq)
    state = rail.client.state
    if state.seq > seq:
        return []
    faults = []
    if state.hand != hand:
        faults.append(f"a newcomer is shown {hand}, others have seen {state.hand}")
    for name in ("hand", "turn", "turn_id", "stacks", "bets", "pot"):
        told: Any = getattr(view, name)
        if told != getattr(state.view, name):
            faults.append(
                f"{name} is {told} for a newcomer, {getattr(state.view, name)} for others"
            )
    return faults


def say(result: Storm) -> str:
    """A run in one line."""
    return (
        f"{result.kills} kills in {result.seconds:.0f} s ({result.mid_hand} in mid-hand), "
        f"{result.starting} more of a server that was starting: "
        f"{result.hands} hands, {result.events} events, {result.acked} acknowledged, "
        f"{result.resent} asked again, {result.voided} hands voided, "
        f"{result.checked} cards checked, {len(result.faults)} faults"
    )
