"""People who play at random on a real server and remember every word of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from omaha8.bots import AnyLegal
from omaha8.client import Client, NoAnswer, Refused
from omaha8.hand.actions import Action
from omaha8.room import messages as m

IDLE: Final = 0.02
"""Seconds without news after which somebody may do something of his own accord."""


class Acked(NamedTuple):
    """What the server said it has done and kept."""

    person: int
    message: m.ClientMessage
    seq: int


class Actor:
    """A player with a client of his own; `run` plays until it is cancelled.

    ``told`` has every numbered event that he heard, as it came; ``faults`` whatever the server said
    that does not agree with what it said before. ``unanswered`` is what he asked and heard nothing
    of, when he was cancelled for instance: the server may have kept it or not. ``quiet`` does
    nothing but play.
    """

    def __init__(self, name: str, seed: int, *, quiet: bool = False) -> None:
        self.name = name
        self.random = Random(seed)
        self.policy = AnyLegal(name)
        self.quiet = quiet
        self.client: Client
        self.raw: list[str] = []
        self.told: dict[int, Any] = {}
        self.acked: list[Acked] = []
        self.unanswered: set[str] = set()
        self.refusals: dict[str, int] = {}
        self.faults: list[str] = []
        self.hands = 0
        self._hurried = -1

    async def connect(self, url: str, **options: Any) -> Actor:
        self.client = await Client.connect(url, tap=self.hear, patience=60, **options)
        return self

    def hear(self, text: str | bytes) -> None:
        """Remember, and compare with what was said before under the same number."""
        assert isinstance(text, str)
        self.raw.append(text)
        message = json.loads(text)
        if message["type"] != "events":
            return
        for seq, form in enumerate(message["events"], start=message["seq"]):
            if self.told.setdefault(seq, form) != form:
                self.faults.append(f"{self.name}: {seq} was {self.told[seq]} and is {form}")
            self.hands += form["type"] == "hand_started"

    async def ask(self, message: Any) -> bool:
        """Ask, and remember what was acknowledged."""
        client = self.client
        named = msgspec.structs.replace(message, id=client.new_id())
        self.unanswered.add(named.id)
        try:
            done = await client.ask(named)
        except Refused as refused:
            self.unanswered.discard(named.id)
            self.refusals[refused.code] = self.refusals.get(refused.code, 0) + 1
            return False
        except NoAnswer as silence:
            self.faults.append(f"{self.name}: {silence}")
            return False
        self.unanswered.discard(named.id)
        self.acked.append(Acked(client.state.person or 0, named, done.seq))
        return True

    async def run(self) -> None:
        """Sit down and play for ever."""
        while True:
            await self.step()

    async def step(self) -> None:
        """One thing, or a moment's rest."""
        client = self.client
        state = client.state
        if state.viewer is None:
            if not await self.ask(m.Sit()):
                await self.rest()
            return
        turn = client.decision
        if turn is not None:
            await self.decide(turn.hand, turn.turn, self.policy(turn.view))
            return
        if await self.take_offer():
            return
        if not self.quiet and self.random.random() < 0.1:
            await self.ask(self.whim())
        await self.hurry()
        await self.rest()

    async def hurry(self) -> None:
        """Says once that the next hand may be dealt: who says more has to wait."""
        state = self.client.state
        if not state.playing and state.view.next_hand_in_ms and self._hurried != state.seq:
            self._hurried = state.seq
            await self.client.next_hand()

    async def decide(self, hand: int, turn: int, action: Action) -> None:
        illegal = self.refusals.get("illegal", 0)
        await self.ask(m.Act(hand, turn, "x", action))
        assert self.refusals.get("illegal", 0) == illegal, f"{self.name}: {action} is not legal"

    async def take_offer(self) -> bool:
        """Chips when there are none, the blinds that are owed."""
        state = self.client.state
        if state.viewer is None or state.me is None or state.playing:
            return False
        if not state.stack:
            return await self.ask(m.Rebuy())
        info = state.seats[state.viewer]
        if info is not None and info.sitting_out:
            return await self.ask(m.ComeBack())
        offers = () if state.me.own is None else state.me.own.offers
        if any(offer.kind == "entry" for offer in offers):
            return await self.ask(m.Post())
        return False

    def whim(self) -> Any:
        """Something that changes the table, or is refused."""
        seat = self.random.randrange(6)
        return self.random.choice(
            (
                m.TopUp(self.random.randint(0, 60)),
                m.AutoRebuy(below=20, to=200),
                m.SitOut("next_big_blind"),
                m.ComeBack(),
                m.ChangeSeat(seat),
                m.Stand(),
                m.SitOut(),
                m.ShowHand(),
            )
        )

    async def rest(self) -> None:
        """Until something is heard, or for a moment."""
        with suppress(TimeoutError):
            async with asyncio.timeout(IDLE):
                await self.client.change()

    async def until(self, what: Callable[[], bool], within: float = 90) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(within):
            while not what():
                await self.rest()
