"""A policy as a player on a server (floor 6)."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from logging import INFO, WARNING
from typing import Final

import msgspec

from omaha8.bots import Policy
from omaha8.client.client import Client
from omaha8.client.errors import ClientError, Illegal, NotYourTurn, Refused, Stale
from omaha8.client.session import Turn
from omaha8.hand.actions import FOLD
from omaha8.rules.game import Chips

_log: Final = logging.getLogger(__name__)


class Played(msgspec.Struct, frozen=True):
    """How many hands one was dealt into, and what was won (lost, below 0)."""

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
    gets up at the end. It ends sooner, and says so in the log, where its chair is taken from it,
    where the stakes are raised, and where it is broke and its account does not cover more. Raises
    what `Client.connect` raises, and `Closed`.
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
        self._answered: object = None
        self._hurried: int | None = -1
        self._leaving = False
        self._over = False
        self._big_blind = Chips(0)

    async def play(self, hands: int | None = None) -> Played:
        """Play so many hands and get up; cancelled it gets up at once."""
        client = self.client
        before, first = client.state.stack or 0, client.state.dealt
        try:
            await self._sit_down()
            self._big_blind = client.state.table.big_blind
            while not self._over and (hands is None or client.state.dealt - first < hands):
                await self._step()
            await self._leave()
        except asyncio.CancelledError:
            await client.stand()
        except BaseException:
            with suppress(ClientError):
                await client.stand()
            raise
        state = client.state
        now = state.paid_out - state.paid_in + (state.stack or 0)
        return Played(hands=state.dealt - first, won=Chips(now - before))

    async def _leave(self) -> None:
        """Plays the hand to its end, and is dealt no other."""
        client, self._leaving = self.client, True
        if client.state.viewer is not None:
            with suppress(Refused):
                await client.sit_out()
            while client.state.playing:
                await self._step()
        if client.state.viewer is not None:
            await client.stand()
        while client.state.viewer is not None:
            await client.change()

    async def _step(self) -> None:
        """One decision, one offer, or nothing until something has changed."""
        client = self.client
        if client.decision is not None:
            await self._decide(client.decision)
        elif not await self._take_offer():
            await self._hurry()
            await client.change()
        if self._leaving:
            return
        table, me = client.state.table, client.state.me
        out_for = None if me is None or me.own is None else me.own.put_out
        if client.state.viewer is None:
            _log.warning("the chair at %s is lost", table.name)
            self._over = True
        elif table.big_blind > self._big_blind or out_for == "costs_more":
            _log.warning("%s is dearer now: %s", table.name, table.game)
            self._over = True

    async def _hurry(self) -> None:
        """A program needs no time to read who has won: it says so once, and the others decide."""
        state = self.client.state
        if state.view.coming:
            # The time before other stakes is there to get up in.
            return
        # Said again it might be heard when the next hand is over, and bring the one after that.
        if state.view.next_hand_in_ms and self._hurried != state.view.hand:
            self._hurried = state.view.hand
            await self.client.next_hand()

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

    async def _take_offer(self) -> bool:
        """Posts, chops, buys again and comes back, once for every time that there is occasion."""
        state = self.client.state
        me = state.me
        if me is None or me.own is None or state.viewer is None:
            return False
        info = state.seats[state.viewer]
        wishes = {offer.kind for offer in me.own.offers} & {"entry", "chop"}
        if not state.stack and not state.playing:
            wishes.add("rebuy")
        elif me.own.put_out == "costs_more":
            return False
        elif info is not None and info.sitting_out and not self._leaving:
            wishes.add("come back")
        asked = (state.view.hand, state.view.turn_id, wishes)
        if asked == self._answered or not wishes:
            return False
        self._answered = asked
        try:
            if "rebuy" in wishes:
                await self.client.rebuy()
            elif "come back" in wishes:
                await self.client.come_back()
            elif "chop" in wishes:
                await self.client.chop()
            else:
                await self.client.post()
        except Refused as no:
            self._over = "rebuy" in wishes and no.code == "no_funds"
            _log.log(WARNING if self._over else INFO, "%s: %s", no.code, no)
        return True
