"""Random sessions at one table: people play, sit out, buy chips, come, go and lose the line."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec

from omaha8.fairness.choice import hash_nonce
from omaha8.hand.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, BetTo, RaiseTo
from omaha8.room.messages import (
    AutoRebuy,
    ChangeSeat,
    Chop,
    ClientMessage,
    ComeBack,
    Commit,
    JoinList,
    LeaveList,
    Next,
    Post,
    Rebuy,
    Reveal,
    ShowHand,
    Sit,
    SitOut,
    Stand,
    Straddle,
    TopUp,
    Wait,
)
from omaha8.room.refusals import RoomRefused
from omaha8.room.settings import AT_ONCE
from omaha8.table import Refused
from tests.room.guests import Guest, TimedRoom
from tests.room.kept import Kept
from tests.table.state_of import state_of

PATIENT: Final = msgspec.structs.replace(
    AT_ONCE,
    think_time=20,
    time_bank=10,
    bank_per_hand=2,
    away_time=5,
    sit_out_after=2,
    reveal_time=1,
    pause=1,
    answers=4,
    chat_per_minute=1000,
    checkpoint_every=3,
)


class Session:
    """``names`` come and go at a table of ``kept``."""

    def __init__(self, kept: Kept, names: tuple[str, ...], seed: int) -> None:
        self.kept = kept
        self.random = Random(seed)
        self.guests = [kept.guest(name) for name in names]
        self.asks = 0

    @property
    def room(self) -> TimedRoom:
        return self.kept.room

    def step(self) -> None:
        """Somebody does something, or time passes."""
        drawn = self.random.random()
        if drawn < 0.15:
            self.room.wait(self.random.choice((0, 1, 1, 3, 30)))
        elif drawn < 0.17:
            self._stop_or_go_on()
        elif drawn < 0.22:
            self._line(self.random.choice(self.guests))
        elif drawn < 0.55:
            self._play()
        else:
            guest = self.random.choice(self.guests)
            guest.say(self._wish(guest))
        self.room.wait()
        assert not self.room.frozen, self.room.why_frozen
        for guest in self.guests:
            guest.read()

    def _stop_or_go_on(self) -> None:
        try:
            if self.room.paused is None:
                self.room.pause("Hal")
            else:
                self.room.resume()
                self.room.wait(1)
        except (Refused, RoomRefused) as refused:
            raise AssertionError(str(refused)) from refused

    def _line(self, guest: Guest) -> None:
        """Loses the line, or is back."""
        at = self.guests.index(guest)
        if guest.client.table is not None:
            guest.hang_up()
            guest.client.table = None
        else:
            self.guests[at] = self.kept.back(guest)

    def everybody_back(self) -> None:
        """At the table as it is now."""
        self.guests = [self.kept.back(guest) for guest in self.guests]

    def _play(self) -> None:
        if self.room.paused is not None and self.random.random() < 0.3:
            self._stop_or_go_on()
        for guest in self.guests:
            if guest.client.table is not None and guest.to_act:
                guest.act(self._action(guest.view.legal))
                return
        guest = self.random.choice(self.guests)
        guest.say(Sit() if guest.viewer is None else ComeBack())

    def _action(self, legal: dict[str, Any]) -> Action:
        drawn = self.random.random()
        if legal["showdown"]:
            return SHOW if drawn < 0.7 else MUCK
        if legal["max_to"] and drawn < 0.3:
            to = self.random.randint(legal["min_to"], legal["max_to"])
            return RaiseTo(to) if legal["price"] else BetTo(to)  # type: ignore[arg-type]
        if legal["to_call"]:
            return FOLD if drawn > 0.8 else CALL
        return CHECK

    def _ask(self) -> str:
        self.asks += 1
        return f"m{self.asks}"

    def _wish(self, guest: Guest) -> ClientMessage:
        draw, ask = self.random, self._ask()
        coming = self.room.table.public.hands + 1
        nonce = bytes([len(guest.person.name)]) * 32
        wishes: list[ClientMessage] = [
            Commit(coming, hash_nonce(nonce).hex()),
            Reveal(coming, nonce.hex()),
            Next(),
            ShowHand(id=ask),
            SitOut(draw.choice(("now", "next_big_blind")), id=ask),
            ComeBack(id=ask),
            Rebuy(id=ask),
            TopUp(draw.randint(1, 100), id=ask),
            Post(id=ask),
            Wait(id=ask),
            Straddle(draw.random() < 0.5),
            Chop(id=ask),
            ChangeSeat(draw.randrange(6), id=ask),
            AutoRebuy(below=draw.choice((0, 20)), to=draw.choice((0, 80)), id=ask),
            JoinList(id=ask),
            LeaveList(id=ask),
            Sit(draw.randrange(6), draw.randint(40, 100), id=ask),
            *([Stand(id=ask)] if draw.random() < 0.3 else []),
        ]
        return draw.choice(wishes)


class SlowSession(Session):
    """The disk keeps some of what waits now and then."""

    def step(self) -> None:
        super().step()
        drawn = self.random.random()
        if drawn < 0.5:
            self.kept.disk.keep(self.random.choice((1, 1, 2, None)))
        assert self.room.lost is None
        for guest in self.guests:
            # It must have no gaps.
            guest.read()

    def _line(self, guest: Guest) -> None:
        with self.kept.disk.fast():
            super()._line(guest)

    def everybody_back(self) -> None:
        with self.kept.disk.fast():
            super().everybody_back()


def picture(room: TimedRoom, first: int) -> dict[str, Any]:
    """All that must be the same after a restart; the log from event ``first`` on."""
    host, table = room.host, room.table
    hand, decks = table.hand, host.decks
    playing = table.public.playing
    tail = room.host.log.since(first)
    assert tail is not None
    return {
        "table": state_of(table.public),
        "hand": hand.events if hand is not None and playing else None,
        "legal": table.legal,
        "waiting": table.waiting_for,
        "offers": table.offers,
        "persons": {seat: player.id for player, seat in room.players.seated},
        "banks": {seat: round(player.bank * 1000) for player, seat in room.players.seated},
        "put_out": {seat for player, seat in room.players.seated if player.put_out},
        "bots": sorted(host.policies),
        "owners": dict(host.owners) if playing else None,
        "names": dict(host.names) if playing else None,
        "chopped": host.chopped,
        "turn": host.clock.turn_id,
        "paused": room.paused,
        "next": host.log.next,
        "told": [entry.body for entry in tail],
        "answers": {person: dict(asked) for person, asked in room.keeper.answers},
        "shuffle": getattr(decks, "shuffle", None),
        "credit": {k: v for k, v in room.bank._balances.items() if v},
        "record": room.keeper.hands.current,
    }
