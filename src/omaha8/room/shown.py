"""What a viewer is shown of a table, as values of the wire protocol (floor 5).

``docs/protocol.md`` describes them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from omaha8.rules.game import Chips, Seat


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What seldom changes as long as the table stands; a change comes with a new snapshot.

    ``spectator_delay_ms``: who does not sit sees everything so much later.
    """

    id: str
    name: str
    seats: int
    structure: str
    stakes: str
    game: str
    rules: str
    big_blind: Chips
    min_buy_in: Chips
    max_buy_in: Chips
    buy_in: Chips
    think_ms: int | None
    time_bank_ms: int = 0
    private: bool = False
    spectator_delay_ms: int = 0


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A chair and who sits in it; ``stack`` is what lies there now.

    ``cleared``: has to go after the hand. ``dealt``: into the hand in progress, or the last one.
    """

    seat: Seat
    name: str
    stack: Chips
    bot: bool
    sitting_out: bool
    leaving: bool
    cleared: bool = False
    dealt: bool


class PotView(msgspec.Struct, frozen=True):
    name: str
    amount: Chips
    eligible: tuple[Seat, ...]


class LineView(msgspec.Struct, frozen=True):
    """One direction of the viewer's own hand; cards as text."""

    text: str
    hole: tuple[str, ...]
    cards: tuple[str, ...]


class ReadoutView(msgspec.Struct, frozen=True):
    high: LineView
    low: LineView
    counterfeited: str | None


class WinningView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one winner of a half wins it with."""

    seat: Seat
    cards: tuple[str, ...]
    hole: tuple[str, ...]
    low_cards: tuple[str, ...] = ()


class HalfView(msgspec.Struct, frozen=True, omit_defaults=True):
    """``low_cards`` where the whole was won both ways, beside the ``cards`` of the high.

    They are the first winner's; ``winning`` has those of every winner who showed.
    """

    half: str
    amount: Chips
    text: str
    seats: tuple[Seat, ...]
    cards: tuple[str, ...]
    hole: tuple[str, ...]
    low_cards: tuple[str, ...] = ()
    winning: tuple[WinningView, ...] = ()


class HandView(msgspec.Struct, frozen=True):
    """What a hand makes, in words; ``low`` is ``None`` where it has none."""

    seat: Seat
    high: str
    low: str | None


class ShowdownView(msgspec.Struct, frozen=True):
    pot: str
    amount: Chips
    text: str
    lines: tuple[HalfView, ...]


class GameView(msgspec.Struct, frozen=True):
    """The game in force; ``label`` is ``mixed`` or ``kill pot``, and ``note`` what that means.

    ``next hand`` and ``next: kill pot`` are of one that is not the last hand's, which is over.
    """

    structure: str
    title: str
    label: str | None = None
    note: str | None = None


class MarkView(msgspec.Struct, frozen=True):
    """A small label at a seat, and what it means."""

    kind: str
    label: str
    title: str


class ChoiceView(msgspec.Struct, frozen=True):
    """A button: what it says and the message that it sends."""

    label: str
    message: dict[str, Any]
    strong: bool = False


class OfferView(msgspec.Struct, frozen=True):
    """A choice that the table offers the viewer; ``text`` has the exact amounts."""

    kind: str
    text: str
    choices: tuple[ChoiceView, ...]


class OwnKillView(msgspec.Struct, frozen=True):
    """The overblind with which a player may kill the next pot, and whether he does (``on``)."""

    amount: Chips
    on: bool


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns only the viewer, who has a seat.

    ``sits_out`` is ``now`` or ``next_big_blind``, and ``put_out`` why, where the room made him:
    ``late``, his time ran out, or ``costs_more``, the next hand may. ``must_agree``: it may, and he
    has to say something to be dealt in. ``straddles`` is ``None``
    where nobody does, ``kill`` where he may not kill the next pot. ``top_up`` comes after the
    hand. ``auto_rebuy``: after a hand that leaves less than the first amount, the stack is filled
    up to the second.
    """

    offers: tuple[OfferView, ...]
    sits_out: str | None
    straddles: bool | None
    top_up: Chips
    auto_rebuy: tuple[Chips, Chips] | None = None
    kill: OwnKillView | None = None
    put_out: str | None = None
    must_agree: bool = False


class BuyInView(msgspec.Struct, frozen=True):
    """What a viewer without a seat may bring."""

    least: Chips
    most: Chips
    usual: Chips


class KeptChairView(msgspec.Struct, frozen=True):
    """A free chair that is kept for somebody on the waiting list, and for how long yet."""

    name: str
    ms: int


class PlaceView(msgspec.Struct, frozen=True):
    """A place on the waiting list, from 1, and of how many.

    ``offer_ms`` is how long a free chair is kept for it yet, ``None`` where none is.
    """

    place: int
    of: int
    offer_ms: int | None = None


class ChangeView(msgspec.Struct, frozen=True):
    """What the next hand is played by that this one is not, in words, and what it ``was``."""

    what: str
    value: str
    was: str


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The table after the last event, as everybody sees it.

    ``turn_id`` names the decision that is to be made: the number of the event it follows.
    ``paused`` says who stopped the clocks, or why. ``waiting`` is the waiting list, ``kept`` are
    the free chairs that are offered to the first on it. ``coming``: what changes with the next
    hand. ``closing``: there is none.
    """

    hand: int | None
    game: GameView
    marks: tuple[tuple[MarkView, ...], ...]
    turn: Seat | None
    turn_id: int
    pots: tuple[PotView, ...]
    pot: Chips
    stacks: tuple[Chips | None, ...]
    bets: tuple[Chips, ...]
    in_hand: tuple[bool, ...]
    low_possible: bool
    capped: bool
    showdown: tuple[ShowdownView, ...] | None
    hands: tuple[HandView, ...]
    away: tuple[Seat, ...]
    acting_ms: int | None
    bank_ms: int | None
    next_hand_in_ms: int | None
    paused: str | None = None
    closing: bool = False
    waiting: tuple[str, ...] = ()
    kept: tuple[KeptChairView, ...] = ()
    coming: tuple[ChangeView, ...] = ()


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """What only this viewer is told.

    ``seat`` is where he sits, ``balance`` what he has beside the table, ``credit`` how far below
    0 that may go (``None``: as far as he likes). ``hand`` is what he makes on a full board,
    ``listed`` his place on the waiting list.
    """

    seat: Seat | None = None
    own: OwnView | None = None
    buy_in: BuyInView | None = None
    legal: dict[str, Any] | None = None
    readout: ReadoutView | None = None
    hand: HandView | None = None
    listed: PlaceView | None = None
    balance: int = 0
    credit: int | None = None
