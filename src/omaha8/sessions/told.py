"""Reads a log as what a table is told and what the room did (floor 4)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from omaha8.history import pokernow_entries as e
from omaha8.history.pokernow import Log, Logged
from omaha8.rules.game import Chips, Seat
from omaha8.sessions.words import (
    KINDS,
    MADE_UP,
    Brings,
    ComesBack,
    Leaves,
    RoomHand,
    RoomPost,
    Sits,
    SitsOut,
    Stakes,
    Told,
    Word,
)


def told(log: Log) -> list[Told]:
    """The hands of a log in order, each with what is told before it."""
    return _Reader(_under_one_id(log.lines)).hands()


class _Reader:
    """Goes through a log once; ``here`` have a seat, ``out`` sit out."""

    def __init__(self, lines: Sequence[Logged]) -> None:
        self.lines = lines
        self.seats, self.posting = _look_ahead(lines)
        self.stakes = _first_stakes(lines)
        self.stakes_told = False
        self.here: set[str] = set()
        self.out: set[str] = set()
        self.words: list[Word] = []
        self.read: list[Told] = []

    def hands(self) -> list[Told]:
        """All of them."""
        for i, line in enumerate(self.lines):
            if isinstance(line.entry, e.HandBegins):
                self._hand(i)
            else:
                self._word(i, line.entry)
        return self.read

    def _word(self, i: int, entry: e.Entry) -> None:
        words, here = self.words, self.here
        match entry:
            case e.StakesChanged(what, _, after):
                changed = {what.replace(" ", "_"): after}
                self.stakes = msgspec.structs.replace(self.stakes, **changed)
                self.stakes_told = False
            case e.Approved(player, stack) | e.Joined(player, stack):
                if player not in here and i in self.seats:
                    words.append(Sits(player, self.seats[i], stack))
                    here.add(player)
            case e.Quit(player, stack) if player in here:
                words.append(Leaves(player, stack))
                here.discard(player)
                self.out.discard(player)
            case e.StoodUp(player, stack) if player in here:
                words.append(SitsOut(player, stack))
                self.out.add(player)
            case e.SatBack(player, stack) if player in here:
                words.append(ComesBack(player, stack, i in self.posting))
                self.out.discard(player)
            case e.StackChanged(player, before, after) if player in here:
                words.append(Brings(player, before, after))

    def _hand(self, i: int) -> None:
        joined = _joined(self.lines, i)
        hand = _room_hand(self.lines, i, begins=bool(joined), known=bool(self.read or joined))
        if hand is None:
            return
        if joined:
            # Whoever has a seat is in the game that begins, whatever was told before.
            self.words = []
            self.here, self.out = set(), set()
            seats = {player: seat for seat, player in hand.players.items()}
            for place, entry in joined:
                seat = seats.get(entry.player, self.seats.get(place))
                if seat is not None:
                    here = entry.player in seats
                    self.words.append(Sits(entry.player, seat, entry.stack, here))
                    self.here.add(entry.player)
                    if not here:
                        self.out.add(entry.player)
        for seat, player in hand.players.items():
            if player not in self.here:
                self.words.append(Sits(player, seat, hand.stacks[seat]))
                self.here.add(player)
            elif player in self.out:
                self.words.append(ComesBack(player, hand.stacks[seat], _makes_up(hand, seat)))
                self.out.discard(player)
        if joined or not self.stakes_told:
            self.words.insert(0, self.stakes)
            self.stakes_told = True
        self.read.append(Told(tuple(self.words), hand))
        self.words = []


def _makes_up(hand: RoomHand, seat: Seat) -> bool:
    return any(post.seat == seat and post.kind in MADE_UP for post in hand.posts)


def _under_one_id(lines: Sequence[Logged]) -> Sequence[Logged]:
    """The lines with whoever changed his id under the first one."""
    first: dict[str, str] = {}
    for line in lines:
        if isinstance(line.entry, e.IdChanged):
            first[line.entry.to] = first.get(line.entry.player, line.entry.player)
    if not first:
        return lines
    return [msgspec.structs.replace(line, entry=_renamed(line.entry, first)) for line in lines]


def _renamed(entry: e.Entry, first: dict[str, str]) -> e.Entry:
    if isinstance(entry, e.HandBegins):
        dealer = entry.dealer
        return msgspec.structs.replace(entry, dealer=dealer and first.get(dealer, dealer))
    if isinstance(entry, e.StacksListed):
        places = [
            msgspec.structs.replace(place, player=first.get(place.player, place.player))
            for place in entry.places
        ]
        return e.StacksListed(tuple(places))
    player = getattr(entry, "player", None)
    if player not in first:
        return entry
    return msgspec.structs.replace(entry, player=first[player])


def _look_ahead(lines: Sequence[Logged]) -> tuple[dict[int, Seat], set[int]]:
    """By line: the seat of who arrives, and who comes back and posts for what he missed.

    The log names a seat only when a hand is dealt there.
    """
    seats: dict[int, Seat] = {}
    posting: set[int] = set()
    next_seat: dict[str, Seat] = {}
    made_up: set[str] = set()
    in_hand: set[str] = set()
    for i in range(len(lines) - 1, -1, -1):
        match lines[i].entry:
            case e.Posted(player, kind, _) if KINDS[kind] in MADE_UP:
                in_hand.add(player)
            case e.StacksListed(places):
                next_seat.update({place.player: place.seat for place in places})
                made_up -= {place.player for place in places}
                made_up |= in_hand
                in_hand = set()
            case e.Approved(player, _) | e.Joined(player, _) if player in next_seat:
                seats[i] = next_seat[player]
            case e.SatBack(player, _) if player in made_up:
                posting.add(i)
            case e.Quit(player, _):
                next_seat.pop(player, None)
                made_up.discard(player)
    return seats, posting


def _first_stakes(lines: Sequence[Logged]) -> Stakes:
    """What was played before the first change, or was posted first."""
    first: dict[str, Chips] = {}
    for line in lines:
        match line.entry:
            case e.StakesChanged(what, before, _):
                first.setdefault(what, before)
            case e.Posted(_, "small blind" | "big blind" as kind, amount):
                first.setdefault(kind, amount)
    big = first.get("big blind", Chips(2))
    return Stakes(first.get("small blind", Chips(big // 2)), big, first.get("ante", Chips(0)))


def _joined(lines: Sequence[Logged], start: int) -> list[tuple[int, e.Joined]]:
    """Who is let in after a hand has been announced, with the line: everybody, in a new game."""
    found: list[tuple[int, e.Joined]] = []
    for i in range(start + 1, len(lines)):
        entry = lines[i].entry
        if isinstance(entry, e.StacksListed | e.HandBegins | e.HandEnds):
            break
        if isinstance(entry, e.Joined):
            found.append((i, entry))
    return found


def _room_hand(
    lines: Sequence[Logged], start: int, *, begins: bool, known: bool
) -> RoomHand | None:
    """The hand announced in a line; ``None`` for one in which nobody is dealt in."""
    announced = lines[start].entry
    assert isinstance(announced, e.HandBegins)
    seats: dict[str, Seat] = {}
    stacks: dict[Seat, Chips] = {}
    posts: list[RoomPost] = []
    for line in lines[start + 1 :]:
        match line.entry:
            case e.StacksListed(places) if not stacks:
                seats = {place.player: place.seat for place in places}
                stacks = {place.seat: place.stack for place in places}
            case e.Posted(player, kind, amount) if player in seats:
                posts.append(RoomPost(KINDS[kind], seats[player], amount))
            case e.HandBegins() | e.HandEnds():
                break
    if not stacks:
        return None
    by_kind = {post.kind.value: post.seat for post in posts}
    dealer = announced.dealer
    return RoomHand(
        number=announced.number,
        minute=lines[start].minute,
        hilo=announced.hilo,
        begins=begins,
        known=known and "bb" in by_kind,
        button=None if dealer is None else seats.get(dealer),
        small_blind=by_kind.get("sb"),
        big_blind=by_kind.get("bb"),
        stacks=stacks,
        players={seat: player for player, seat in seats.items()},
        posts=tuple(sorted(posts)),
    )
