"""One block of a session: a fresh table, its hands, and what each bot won in them (floor 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from omaha8.bots.by_name import find_bot
from omaha8.bots.policy import Policy
from omaha8.cards import deck_from_seed
from omaha8.hand.hand import Hand
from omaha8.hand.notation import write
from omaha8.hand.view import SeatView
from omaha8.rules.game import Chips, Seat
from omaha8.simulation.results import Results
from omaha8.simulation.session import BLOCK, Session
from omaha8.table.commands import Act, AutoRebuy, Deal, Sit
from omaha8.table.machine import Table


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand, counted from 1; ``bots`` and ``net``, in chips, are by seat."""

    number: int
    bots: tuple[str, ...]
    net: tuple[int, ...]
    hand: Hand

    def json_line(self) -> bytes:
        """``{"hand":1,"bots":[...],"net":[...],"line":"flo8 1/2 ..."}`` and a line break.

        ``omaha8.play(line)`` plays the same hand: all cards that were dealt are in it.
        """
        record = {
            "hand": self.number,
            "bots": self.bots,
            "net": self.net,
            "line": write(self.hand.events),
        }
        return msgspec.json.encode(record) + b"\n"


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """What a block came to. ``lines`` are its hands as JSON lines, empty where not asked for."""

    number: int
    results: Results
    lines: bytes = b""


def play_block(
    session: Session, number: int, *, lines: bool = False, stopped: Callable[[], bool] | None = None
) -> Block | None:
    """The block of that number; ``None`` if ``stopped``, asked after each hand, said yes."""
    results = Results.none(session)
    written: list[bytes] = []
    for played in hands_of(session, number):
        if stopped is not None and stopped():
            return None
        results.add_hand(played.bots, played.net, played.hand.public.raked)
        if lines:
            written.append(played.json_line())
    return Block(number=number, results=results, lines=b"".join(written))


class Player(NamedTuple):
    """One of the lineup, by its place there."""

    number: int
    bot: str
    policy: Policy
    trusted: bool
    """To look and not to touch."""


def seating(session: Session, number: int) -> list[Player]:
    """The players of a block by seat, drawn by lot."""
    players = []
    for i, name in enumerate(session.lineup):
        policy = find_bot(name, session.chance(number, f"bot {i}").hex(), session.others)
        players.append(Player(i, name, policy, name not in session.others))
    return sorted(players, key=lambda player: session.chance(number, f"seat {player.number}"))


def hands_of(session: Session, number: int) -> Iterator[Played]:
    """The hands of a block, each when it is over.

    Everybody begins with the usual buy-in and is filled up to it after a
    hand that leaves less than half of it.
    """
    players = seating(session, number)
    names = tuple(player.bot for player in players)
    table = Table(session.rules, session.game, session.seats)
    for at, player in enumerate(players):
        seat, buy_in = Seat(at), session.buy_in
        table.apply(Sit(f"{player.bot} {player.number}", buy_in, seat, bot=True))
        table.apply(AutoRebuy(seat, Chips(buy_in // 2), buy_in))
    first: Seat | None = Seat(0)
    for i in range(session.block_size(number)):
        table.apply(Deal(deck_from_seed(session.chance(number, f"deck {i}")), first))
        first = None
        hand = table.hand
        assert hand is not None
        while (seat_to_act := hand.turn) is not None:
            player = players[seat_to_act]
            if player.trusted:
                # A copy of the state for each bot would take half of the time.
                view = SeatView(seat_to_act, hand.public, hand.dealer.holes[seat_to_act])
            else:
                view = SeatView.of(hand, seat_to_act)
            table.apply(Act(seat_to_act, player.policy(view)))
        before, after = hand.public.start.stacks, hand.public.stacks
        net = tuple(after[seat] - (before[seat] or 0) for seat in range(session.seats))
        yield Played(number=number * BLOCK + i + 1, bots=names, net=net, hand=hand)
