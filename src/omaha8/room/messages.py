"""The messages of the wire protocol as values (floor 5); ``docs/protocol.md`` describes them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from omaha8.hand.actions import Action
from omaha8.rules.game import Chips, Seat

PROTOCOL: Final = 1
SAFE: Final = 2**53 - 1
"""The largest whole number that every JSON reader gets right."""

Number = Annotated[int, msgspec.Meta(ge=0, le=SAFE)]
Text = Annotated[str, msgspec.Meta(max_length=200)]


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client may say."""


class Hello(Incoming, frozen=True, tag="hello"):
    name: Text | None = None
    token: Text | None = None
    stream: Text | None = None
    seq: Annotated[int, msgspec.Meta(ge=-1, le=SAFE)] | None = None


class Sit(Incoming, frozen=True, tag="sit"):
    seat: Number | None = None
    buy_in: Number | None = None


class Stand(Incoming, frozen=True, tag="stand"):
    pass


class SitOut(Incoming, frozen=True, tag="sit_out"):
    when: Literal["now", "next_big_blind"] = "now"


class ComeBack(Incoming, frozen=True, tag="come_back"):
    pass


class Rebuy(Incoming, frozen=True, tag="rebuy"):
    amount: Number | None = None


class TopUp(Incoming, frozen=True, tag="top_up"):
    amount: Number


class Post(Incoming, frozen=True, tag="post"):
    """Posts what is owed, to come in."""


class Wait(Incoming, frozen=True, tag="wait"):
    """Waits for the big blind."""


class Straddle(Incoming, frozen=True, tag="straddle"):
    on: bool = True


class Kill(Incoming, frozen=True, tag="kill"):
    """Kills the next pot; 0 takes it back."""

    amount: Number


class Chop(Incoming, frozen=True, tag="chop"):
    agree: bool = True


class ChangeSeat(Incoming, frozen=True, tag="change_seat"):
    seat: Number


class Act(Incoming, frozen=True, tag="act"):
    seq: Number
    action: Action


class ShowHand(Incoming, frozen=True, tag="show"):
    pass


class Next(Incoming, frozen=True, tag="next"):
    pass


class Ping(Incoming, frozen=True, tag="ping"):
    pass


ClientMessage = (
    Hello
    | Sit
    | Stand
    | SitOut
    | ComeBack
    | Rebuy
    | TopUp
    | Post
    | Wait
    | Straddle
    | Kill
    | Chop
    | ChangeSeat
    | Act
    | ShowHand
    | Next
    | Ping
)


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What does not change as long as the table stands."""

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


class SeatInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A chair and who sits in it; ``stack`` is what lies there now.

    ``dealt``: into the hand in progress, or the last one.
    """

    seat: Seat
    name: str
    stack: Chips
    bot: bool
    sitting_out: bool
    leaving: bool
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


class HalfView(msgspec.Struct, frozen=True):
    half: str
    amount: Chips
    text: str
    seats: tuple[Seat, ...]
    cards: tuple[str, ...]
    hole: tuple[str, ...]


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
    """The game in force; ``label`` is ``mixed`` or ``kill pot``, and ``note`` what that means."""

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


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """What concerns only the viewer, who has a seat.

    ``sits_out`` is ``now`` or ``next_big_blind``; ``straddles`` is ``None`` where nobody does;
    ``top_up`` comes after the hand.
    """

    offers: tuple[OfferView, ...]
    sits_out: str | None
    straddles: bool | None
    top_up: Chips


class BuyInView(msgspec.Struct, frozen=True):
    """What a viewer without a seat may bring."""

    least: Chips
    most: Chips
    usual: Chips


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The table after the last event, for one viewer."""

    hand: int | None
    game: GameView
    marks: tuple[tuple[MarkView, ...], ...]
    own: OwnView | None
    buy_in: BuyInView | None
    turn: Seat | None
    legal: dict[str, Any] | None
    pots: tuple[PotView, ...]
    pot: Chips
    stacks: tuple[Chips | None, ...]
    bets: tuple[Chips, ...]
    in_hand: tuple[bool, ...]
    low_possible: bool
    capped: bool
    readout: ReadoutView | None
    showdown: tuple[ShowdownView, ...] | None
    hands: tuple[HandView, ...]
    away: tuple[Seat, ...]
    acting_ms: int | None
    next_hand_in_ms: int | None


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag="welcome"):
    protocol: int = PROTOCOL
    stream: str
    token: str
    viewer: Seat | None
    name: str
    table: TableInfo


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, tag="snapshot"):
    """``events`` are already projected, in their JSON form; ``names`` are of their hand."""

    seq: int
    viewer: Seat | None
    seats: tuple[SeatInfo | None, ...]
    names: tuple[str | None, ...]
    events: tuple[dict[str, Any], ...]
    view: View


class Events(msgspec.Struct, frozen=True, kw_only=True, tag="events"):
    """``events`` are already projected, in their JSON form; ``seq`` is the first one's number."""

    seq: int
    events: tuple[dict[str, Any], ...]
    view: View


class Error(msgspec.Struct, frozen=True, tag="error"):
    code: str
    message: str
    legal: dict[str, Any] | None = None


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    pass


ServerMessage = Welcome | Snapshot | Events | Error | Pong
