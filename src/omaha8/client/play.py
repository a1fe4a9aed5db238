"""A policy as a player on a server (floor 6)."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec

from omaha8.bots import Policy
from omaha8.client.client import Client
from omaha8.client.errors import Illegal, NotYourTurn, Refused, Stale
from omaha8.client.session import Turn
from omaha8.hand.actions import FOLD
from omaha8.rules.game import Chips

_log: Final = logging.getLogger(__name__)


class Played(msgspec.Struct, frozen=True):
    """How many hands were played, and what was won (lost, below 0) since the chair was taken."""

    hands: int
    won: Chips


def play(
    url: str,
    policy: Policy,
    *,
    token: str | None = None,
    cookie: str | None = None,
    table: str | None = None,
    seat: int | None = None,
    buy_in: int | None = None,
    hands: int | None = None,
    patience: float | None = 60.0,
) -> Played:
    """Let ``policy`` play ``hands`` hands on a server (without a number: until Ctrl-C).

    It takes a chair where it has none yet, posts what it owes, buys again when it is broke, and
    gets up at the end. Raises what `Client.connect` raises, and `Closed`.
    """

    async def main() -> Played:
        async with await Client.connect(
            url, token=token, cookie=cookie, table=table, patience=patience
        ) as client:
            return await Player(client, policy, seat=seat, buy_in=buy_in).play(hands)

    return asyncio.run(main())


class Player:
    """Plays with a client's connection; `play` for ``asyncio``."""

    def __init__(
        self,
        client: Client,
        policy: Policy,
        *,
        seat: int | None = None,
        buy_in: int | None = None,
    ) -> None:
        self.client = client
        self.policy = policy
        self.seat = seat
        self.buy_in = buy_in
        self._brought = 0
        self._answered: object = None

    async def play(self, hands: int | None = None) -> Played:
        """Play so many hands, and get up."""
        client = self.client
        await self._sit_down()
        first = client.state.view.hand or 0
        if client.state.playing:
            first += 1
        try:
            while hands is None or (client.state.view.hand or 0) - first < hands:
                await self._step()
            while client.state.playing:
                await self._step()
        finally:
            played = self._result(first)
            if client.state.viewer is not None:
                await client.stand()
        return played

    async def _step(self) -> None:
        """One decision, one offer, or nothing until something has changed."""
        client = self.client
        if client.decision is not None:
            await self._decide(client.decision)
        elif not await self._take_offer():
            await client.change()

    async def _decide(self, turn: Turn) -> None:
        # A policy may think for long: the connection is kept alive meanwhile.
        action = await asyncio.to_thread(self.policy, turn.view)
        try:
            await self.client.act(action, at=turn)
        except (Stale, NotYourTurn) as late:
            _log.warning("too late: %s", late)
        except Illegal:
            legal = turn.view.legal
            assert legal is not None
            await self.client.act(legal.passive if not legal.to_call else FOLD, at=turn)
            raise

    async def _sit_down(self) -> None:
        client = self.client
        while client.state.viewer is None:
            try:
                await client.sit(self.seat, self.buy_in)
            except Refused as no:
                if no.code != "table_full":
                    raise
                await client.change()
        self._brought = client.state.stack or 0

    async def _take_offer(self) -> bool:
        """Posts, chops and buys again, each once for every time that it is offered."""
        state = self.client.state
        me = state.me
        if me is None or me.own is None or state.viewer is None:
            return False
        kinds = {offer.kind for offer in me.own.offers}
        broke = not state.stack and not state.playing
        asked = (state.view.hand, state.view.turn_id, kinds & {"entry", "chop"}, broke)
        if asked == self._answered or not (asked[2] or broke):
            return False
        self._answered = asked
        try:
            if broke:
                await self.client.rebuy()
                self._brought += self.client.state.stack or 0
            elif "chop" in kinds:
                await self.client.chop()
            else:
                await self.client.post()
        except Refused as no:
            _log.info("%s: %s", no.code, no)
        return True

    def _result(self, first: int) -> Played:
        state = self.client.state
        return Played(
            hands=(state.view.hand or 0) - first,
            won=Chips((state.stack or 0) - self._brought),
        )
