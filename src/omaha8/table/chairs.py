"""Chairs and chips: who sits down, moves, leaves, waits, brings more (floor 4).

Each function says which events a command makes, or refuses it; it changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from omaha8.rules.game import Chips, Seat
from omaha8.table import commands as c
from omaha8.table.between_hands import (
    AutoRebuySet,
    ClearAsked,
    Listed,
    SeatChangeAsked,
    SeatChanged,
    TableEvent,
    TopUpAsked,
    Unlisted,
)
from omaha8.table.events import Leaving, Left, Rebought, Seated
from omaha8.table.player import Player
from omaha8.table.refusal import Refusal, Refused, seat_words
from omaha8.table.state import PublicTable


def player_at(table: PublicTable, seat: int) -> Player:
    """Who sits there. Raises `Refused`."""
    check_seat(table, seat)
    player = table.seats[seat]
    if player is None:
        raise Refused(Refusal.NOT_SEATED, f"Nobody sits in {seat_words(seat)}.")
    return player


def check_seat(table: PublicTable, seat: int) -> None:
    """Raises `Refused` for a chair that is not there."""
    if not 0 <= seat < len(table.seats):
        raise Refused(
            Refusal.NO_SUCH_SEAT,
            f"There is no {seat_words(seat)}: seats are 1 to {len(table.seats)}.",
        )


def sit(table: PublicTable, command: c.Sit) -> list[TableEvent]:
    """RULES, buy-in, and sit out, leave: within the limits, and with what was taken lately."""
    name, free = command.name, table.free
    if not name.strip():
        raise Refused(Refusal.REFUSED, "Say a name to sit down with.")
    if (at := table.seat_of(name)) is not None:
        raise Refused(Refusal.REFUSED, f"{name} sits in {seat_words(at)} already.")
    seat = command.seat
    if seat is not None:
        check_seat(table, seat)
    if not free:
        raise Refused(Refusal.TABLE_FULL, "Every seat is taken: join the waiting list.")
    if name not in table.offered and len(table.offered) == len(free):
        first = ", ".join(table.offered)
        raise Refused(
            Refusal.TABLE_FULL,
            f"The free {_seats(free)} first offered to {first}: join the waiting list.",
        )
    if seat is not None and seat not in free:
        raise Refused(Refusal.SEAT_TAKEN, _taken(table, seat))
    gone = table.departed.get(name)
    least, most = table.buy_in(name)
    if not least <= command.buy_in <= most:
        why = ""
        if gone is not None and least == gone.amount:
            why = f"; {name} left with {gone.amount} within {table.rules.ratholing_minutes} minutes"
        raise Refused(
            Refusal.BUY_IN,
            f"Bring {_amounts(least, most)} chips (you asked for {command.buy_in}{why}).",
        )
    return [Seated(free[0] if seat is None else seat, name, command.buy_in, command.bot)]


def _taken(table: PublicTable, seat: Seat) -> str:
    why, free = "taken", ", ".join(str(at + 1) for at in table.free) or "none"
    if table.seats[seat] is None:
        mover = next(p.name for p in table.seats if p is not None and p.moves_to == seat)
        why = f"kept for {mover}, who moves there after this hand"
    return f"{seat_words(seat).capitalize()} is {why}; free: {free}."


def _seats(seats: list[Seat]) -> str:
    return f"{seat_words(*seats)} {'is' if len(seats) == 1 else 'are'}"


def _amounts(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def leave(table: PublicTable, command: c.Leave) -> list[TableEvent]:
    """RULES, buy-in: chips leave between hands only."""
    player, seat = player_at(table, command.seat), command.seat
    if not table.in_hand(seat):
        return [Left(seat, player.stack)]
    if seat in table.leavers:
        raise Refused(Refusal.REFUSED, f"{player.name} leaves after this hand already.")
    return [Leaving(seat)]


def clear(table: PublicTable, command: c.Clear) -> list[TableEvent]:
    """RULES, buy-in: chips leave between hands only; and nobody plays another's hand."""
    player, seat = player_at(table, command.seat), command.seat
    if not table.in_hand(seat):
        return [Left(seat, player.stack)]
    if seat in table.cleared:
        raise Refused(Refusal.REFUSED, f"{player.name} has to go after this hand already.")
    return [ClearAsked(seat)]


def change_seat(table: PublicTable, command: c.ChangeSeat) -> list[TableEvent]:
    """To a free chair: who sits at the table goes before who waits for it."""
    player, seat, to = player_at(table, command.seat), command.seat, command.to
    check_seat(table, to)
    if to == seat:
        raise Refused(Refusal.SEAT_TAKEN, f"{player.name} sits in {seat_words(to)} already.")
    if seat in table.leavers | table.cleared:
        raise Refused(Refusal.REFUSED, f"{player.name} leaves after this hand.")
    if to not in table.free and player.moves_to != to:
        raise Refused(Refusal.SEAT_TAKEN, _taken(table, to))
    return [SeatChangeAsked(seat, to) if table.in_hand(seat) else SeatChanged(seat, to)]


def join_waiting_list(table: PublicTable, command: c.JoinWaitingList) -> list[TableEvent]:
    """Only where there is no chair to sit down in."""
    name = command.name
    if not name.strip():
        raise Refused(Refusal.REFUSED, "Say a name to be called by.")
    if (at := table.seat_of(name)) is not None:
        raise Refused(Refusal.REFUSED, f"{name} sits in {seat_words(at)} already.")
    if name in table.waiting:
        raise Refused(
            Refusal.REFUSED,
            f"{name} is number {table.waiting.index(name) + 1} on the list already.",
        )
    free = table.free
    if len(table.waiting) < len(free):
        raise Refused(Refusal.REFUSED, f"There is no need to wait: the free {_seats(free)} yours.")
    return [Listed(name)]


def leave_waiting_list(table: PublicTable, command: c.LeaveWaitingList) -> list[TableEvent]:
    """The next one moves up."""
    if command.name not in table.waiting:
        listed = ", ".join(table.waiting) or "nobody"
        raise Refused(Refusal.REFUSED, f"{command.name} is not on the waiting list ({listed} is).")
    return [Unlisted(command.name)]


def top_up(table: PublicTable, command: c.TopUp) -> list[TableEvent]:
    """RULES, buy-in: top-ups between hands only, up to the largest buy-in."""
    player, seat, amount = player_at(table, command.seat), command.seat, command.amount
    least, largest = table.buy_ins
    if table.in_hand(seat):
        if not 0 <= amount <= largest or amount == player.top_up:
            raise Refused(
                Refusal.BUY_IN,
                f"After this hand 1 to {largest} chips may be added, or 0 for none "
                f"(you asked for {amount}).",
            )
        return [TopUpAsked(seat, amount)]
    if player.stack:
        least = Chips(1)
    most = Chips(largest - player.stack)
    if most < least:
        raise Refused(
            Refusal.BUY_IN,
            f"{player.name} has {player.stack}: {largest} is the most to buy up to.",
        )
    if not least <= amount <= most:
        raise Refused(
            Refusal.BUY_IN, f"Add {_amounts(least, most)} chips (you asked for {amount})."
        )
    return [_rebought(player, seat, amount)]


def _rebought(player: Player, seat: Seat, amount: int) -> Rebought:
    return Rebought(seat, Chips(amount), Chips(player.stack + amount))


def auto_rebuy(table: PublicTable, command: c.AutoRebuy) -> list[TableEvent]:
    """RULES, buy-in: auto-rebuy between hands only."""
    player_at(table, command.seat)
    below, to = command.below, command.to
    least, most = table.buy_ins
    if (below, to) != (0, 0) and not (0 < below <= to and least <= to <= most):
        raise Refused(
            Refusal.BUY_IN,
            f"Fill up to {least} to {most} chips, when less than at most as much is left; "
            f"or 0, 0 for not (you asked for {to} below {below}).",
        )
    return [AutoRebuySet(command.seat, below, to)]


def after_hand(table: PublicTable) -> Iterator[TableEvent]:
    """What was put off until the hand was over; each event is folded in before the next."""
    low, high = table.buy_ins
    for i, player in enumerate(list(table.seats)):
        if player is None:
            continue
        seat = Seat(i)
        if seat in table.leavers or seat in table.cleared:
            yield Left(seat, player.stack)
            continue
        if player.top_up:
            most = high - player.stack
            least = low if player.stack == 0 else 1
            amount = min(player.top_up, most)
            yield TopUpAsked(seat, Chips(0)) if amount < least else _rebought(player, seat, amount)
        if player.stack < player.rebuy_below and not player.sitting_out:
            refill = min(player.rebuy_to, high) - player.stack
            if player.rebuy_to < low:
                # The stakes have been raised since he said how much.
                yield AutoRebuySet(seat, Chips(0), Chips(0))
            elif refill > 0:
                yield _rebought(player, seat, refill)
        if player.moves_to is not None:
            yield SeatChanged(seat, player.moves_to)
