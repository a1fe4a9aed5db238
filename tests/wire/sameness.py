"""A session over real sockets that is the same every time, but for cards that it is given."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

import pytest
import uvicorn

from omaha8.cards import Card
from omaha8.client import Client
from omaha8.fairness import DealSlots
from omaha8.fairness.events import DeckChosen
from omaha8.hand.actions import CALL, CHECK, FOLD, SHOW, Action
from omaha8.hand.events import Folded, HandStarted
from omaha8.hand.view import SeatView
from omaha8.room import lobby as lobby_module
from omaha8.room.decks import FairDecks
from omaha8.room.lobby import Lobby
from omaha8.room.settings import AT_ONCE
from omaha8.room.spec import TableSpec
from omaha8.server import create_app
from omaha8.server.limits import NO_LIMITS, Limits
from omaha8.store.memory import MemoryStore
from tests.room.persons import host, opened

HANDS: Final = 12
PLAYERS: Final = ("Ann", "Bob", "Cid")
Swap = Callable[[int, tuple[Card, ...]], tuple[Card, ...]]
"""The cards of a hand, with some of them exchanged."""


class Session:
    """``raw`` has every byte that each was told; ``slots`` where each one's cards lay, by hand."""

    def __init__(self) -> None:
        self.raw: dict[str, list[str | bytes]] = {}
        self.slots: dict[int, dict[str, tuple[int, ...]]] = {}
        self.folded: dict[int, set[str]] = {}
        self.board: dict[int, tuple[int, ...]] = {}
        self.decks: list[tuple[Card, ...]] = []


def choice(name: str, view: SeatView) -> Action:
    """A decision that no card has a part in: Bob folds to the first bet, New at once."""
    legal = view.legal
    assert legal is not None
    if legal.showdown:
        return SHOW
    if name == "Bob" and legal.max_to and not legal.to_call:
        return legal.wager(legal.min_to)
    if legal.to_call and (name == "New" or (name == "Bob" and view.public.board)):
        return FOLD
    if name == "Cid" and legal.max_to and view.public.board:
        return legal.wager(legal.min_to)
    return CALL if legal.to_call else CHECK


async def session(monkeypatch: pytest.MonkeyPatch, swap: Swap) -> Session:
    """Plays it. Time stands still, and chance is the same every time."""
    found = Session()

    class Swapped(FairDecks):
        def choose(self) -> tuple[DeckChosen | None, Sequence[Card]]:
            chosen, deck = super().choose()
            assert self.shuffle is not None
            cards = swap(self.shuffle.hand, tuple(deck))
            found.decks.append(cards)
            return chosen, cards

    monkeypatch.setattr(lobby_module, "FairDecks", Swapped)
    store = MemoryStore()
    people = await opened(store)
    lobby = await Lobby.open(
        store,
        people,
        settings=AT_ONCE,
        random=Random(8).randbytes,
        wall=lambda: 1.8e9,
        now=lambda: 1000.0,
    )
    table = await lobby.create(TableSpec(rules="robert", structure="fl", stakes="2/4"))
    app = create_app(lobby, limits=Limits(NO_LIMITS))
    config = uvicorn.Config(app, log_config=None, lifespan="off", ws="websockets-sansio")
    server = uvicorn.Server(config)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            cookies: dict[str, str | None] = {}
            for name in (*PLAYERS, "New"):
                cookies[name] = (await people.guest(name)).cookie
            hal = await host(people)
            cookies["Hal"] = (await people.login(hal.name, "quad aces, no low")).cookie
            cookies["Rail"] = None
            clients: dict[str, Client] = {}
            for name, cookie in cookies.items():
                raw = found.raw[name] = []
                clients[name] = await Client.connect(
                    url, cookie=cookie, table=table.id, nonces=False, tap=raw.append
                )
                # What one calls one's messages is chance, too.
                clients[name]._name = name
            await play(clients, found)
            for client in clients.values():
                await client.close()
        finally:
            server.should_exit = True
            await serving
            await lobby.stop()
            store.close()
    return found


async def play(clients: dict[str, Client], found: Session) -> None:
    """One decision after the other."""
    rail = clients["Rail"]
    for name in PLAYERS:
        await clients[name].sit()
    while (rail.state.view.hand or 0) <= HANDS:
        for name, client in clients.items():
            turn = client.decision
            if turn is None:
                continue
            await client.act(choice(name, turn.view), at=turn)
            note(rail, turn.hand, found)
            if turn.hand == 4 and clients["New"].state.viewer is None:
                # In the middle of a hand.
                await clients["New"].sit()
                await clients["New"].post()
            break
        else:
            await asyncio.sleep(0.001)
    last = max(client.state.seq for client in clients.values())
    for client in clients.values():
        while client.state.seq < last:
            await client.change()


def note(rail: Client, hand: int, found: Session) -> None:
    """Where the cards of this hand lie."""
    start = rail.state.hand[0] if rail.state.hand else None
    if not isinstance(start, HandStarted) or rail.state.view.hand != hand:
        return
    slots = DealSlots.of(start)
    names = rail.state.names
    found.slots[hand] = {str(names[seat]): slots.hole(seat) for seat in slots.seats}
    found.board[hand] = slots.board
    folded = found.folded.setdefault(hand, set())
    folded |= {str(names[e.seat]) for e in rail.state.hand if isinstance(e, Folded)}
