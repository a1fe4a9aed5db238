"""What a player says to a table, one method each (floor 6)."""

from __future__ import annotations

from omaha8.client.errors import Stale
from omaha8.client.session import Session, Turn
from omaha8.hand.actions import Action
from omaha8.room import messages as m


class Client(Session):
    """One table as one person sees it; `Client.connect` makes one.

    What is asked for is done and kept on the server's disk when the call returns. Raises `Refused`
    and its kinds where it is not.
    """

    async def act(self, action: Action, at: Turn | None = None) -> m.Done:
        """The decision of ``at``, without it that of the turn that is on now."""
        hand, turn = self.state.turn if at is None else (at.hand, at.turn)
        try:
            done = await self.ask(m.Act(hand, turn, self.new_id(), action))
        except Stale:
            self._decided = hand, turn
            raise
        self._decided = hand, turn
        return done

    async def sit(self, seat: int | None = None, buy_in: int | None = None) -> m.Done:
        """Sit down, without ``seat`` in the first free chair, with the usual amount."""
        return await self.ask(m.Sit(seat, buy_in))

    async def stand(self) -> m.Done:
        """Get up: at once between hands, else after the hand."""
        return await self.ask(m.Stand())

    async def sit_out(self, *, next_big_blind: bool = False) -> m.Done:
        """Not be dealt in any more."""
        return await self.ask(m.SitOut("next_big_blind" if next_big_blind else "now"))

    async def come_back(self) -> m.Done:
        """Be dealt in again; or not get up after all."""
        return await self.ask(m.ComeBack())

    async def rebuy(self, amount: int | None = None) -> m.Done:
        """More chips, between hands; without ``amount`` up to the usual buy-in."""
        return await self.ask(m.Rebuy(amount))

    async def top_up(self, amount: int) -> m.Done:
        """More chips, at once or after the hand; 0: not after all."""
        return await self.ask(m.TopUp(amount))

    async def auto_rebuy(self, below: int, to: int) -> m.Done:
        """After a hand that leaves less than ``below``, fill up to ``to``; 0 and 0 for off."""
        return await self.ask(m.AutoRebuy(below=below, to=to))

    async def post(self) -> m.Done:
        """Post what is owed to come in."""
        return await self.ask(m.Post())

    async def wait_for_big_blind(self) -> m.Done:
        """Come in on the big blind."""
        return await self.ask(m.Wait())

    async def straddle(self, on: bool = True) -> m.Done:
        """Whenever one is left of the big blind, from now on; or no more."""
        return await self.ask(m.Straddle(on))

    async def kill(self, amount: int) -> m.Done:
        """Kill the next pot; 0 takes it back."""
        return await self.ask(m.Kill(amount))

    async def chop(self, agree: bool = True) -> m.Done:
        """Whether the blinds go back when all others have folded."""
        return await self.ask(m.Chop(agree))

    async def change_seat(self, seat: int) -> m.Done:
        """Move to a free chair after the hand."""
        return await self.ask(m.ChangeSeat(seat))

    async def show(self) -> m.Done:
        """Turn the hole cards up when the hand is over."""
        return await self.ask(m.ShowHand())

    async def join_list(self) -> m.Done:
        """Wait for a chair at a full table."""
        return await self.ask(m.JoinList())

    async def leave_list(self) -> m.Done:
        """Wait no longer."""
        return await self.ask(m.LeaveList())

    async def next_hand(self) -> None:
        """Deal now, as soon as everybody has said so."""
        await self.tell(m.Next())

    async def say(self, text: str) -> None:
        """A line to everybody at the table."""
        await self.tell(m.Say(text))

    async def react(self, reaction: str) -> None:
        """A reaction that everybody sees."""
        await self.tell(m.React(reaction))
