"""The messages of the wire protocol as values (floor 5); ``docs/protocol.md`` describes them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from omaha8.fairness.events import Opening
from omaha8.hand.actions import Action
from omaha8.rules.game import Chips, Seat

PROTOCOL: Final = 2
SAFE: Final = 2**53 - 1
"""The largest whole number that every JSON reader gets right."""

Number = Annotated[int, msgspec.Meta(ge=0, le=SAFE)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
Ask = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""What a client calls one of its messages, so that it is not done twice."""
Hex32 = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes."""


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client may say."""


class Asking(Incoming, frozen=True, kw_only=True):
    """A message that changes something; a repeat of one with an ``id`` gets the first answer."""

    id: Ask | None = None


class Hello(Incoming, frozen=True, tag="hello"):
    """Which table to be told of; ``stream`` and ``seq`` are what was last seen of it."""

    table: Text | None = None
    stream: Text | None = None
    seq: Annotated[int, msgspec.Meta(ge=-1, le=SAFE)] | None = None


class Sit(Asking, frozen=True, tag="sit"):
    seat: Number | None = None
    buy_in: Number | None = None


class Stand(Asking, frozen=True, tag="stand"):
    pass


class SitOut(Asking, frozen=True, tag="sit_out"):
    when: Literal["now", "next_big_blind"] = "now"


class ComeBack(Asking, frozen=True, tag="come_back"):
    pass


class Rebuy(Asking, frozen=True, tag="rebuy"):
    amount: Number | None = None


class TopUp(Asking, frozen=True, tag="top_up"):
    amount: Number


class Post(Asking, frozen=True, tag="post"):
    """Posts what is owed, to come in."""


class Wait(Asking, frozen=True, tag="wait"):
    """Waits for the big blind."""


class Straddle(Asking, frozen=True, tag="straddle"):
    on: bool = True


class Kill(Asking, frozen=True, tag="kill"):
    """Kills the next pot; 0 takes it back."""

    amount: Number


class Chop(Asking, frozen=True, tag="chop"):
    agree: bool = True


class ChangeSeat(Asking, frozen=True, tag="change_seat"):
    seat: Number


class Act(Incoming, frozen=True, tag="act"):
    """``hand`` and ``turn`` are those of the view on which it was decided."""

    hand: Number
    turn: Number
    id: Ask
    action: Action


class ShowHand(Asking, frozen=True, tag="show"):
    pass


class Next(Incoming, frozen=True, tag="next"):
    pass


class AutoRebuy(Asking, frozen=True, kw_only=True, tag="auto_rebuy"):
    """After a hand that leaves less than ``below``, fill up to ``to``; 0 and 0 for off."""

    below: Number
    to: Number


class JoinList(Asking, frozen=True, tag="join_list"):
    """Wait for a chair at a full table."""


class LeaveList(Asking, frozen=True, tag="leave_list"):
    """Wait no longer."""


class Commit(Incoming, frozen=True, tag="commit"):
    """The hash of a nonce for the shuffle of hand ``hand``."""

    hand: Number
    hash: Hex32


class Reveal(Incoming, frozen=True, tag="reveal"):
    """The nonce itself, when both decks are committed to."""

    hand: Number
    nonce: Hex32


class Say(Incoming, frozen=True, tag="say"):
    """A line to everybody at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class React(Incoming, frozen=True, tag="react"):
    """One of `omaha8.room.chat.REACTIONS`."""

    reaction: Annotated[str, msgspec.Meta(max_length=20)]


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
    | AutoRebuy
    | JoinList
    | LeaveList
    | Commit
    | Reveal
    | Say
    | React
    | Ping
)


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
    """The table after the last event, as everybody sees it.

    ``turn_id`` names the decision that is to be made: the number of the event it follows.
    ``paused`` says who stopped the clocks, or why. ``waiting`` is the waiting list.
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
    waiting: tuple[str, ...] = ()


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """What only this viewer is told.

    ``seat`` is where he sits, ``balance`` what he has beside the table, ``credit`` how far below
    0 that may go (``None``: as far as he likes). ``hand`` is what he makes on a full board.
    """

    seat: Seat | None = None
    own: OwnView | None = None
    buy_in: BuyInView | None = None
    legal: dict[str, Any] | None = None
    readout: ReadoutView | None = None
    hand: HandView | None = None
    balance: int = 0
    credit: int | None = None


class Welcome(msgspec.Struct, frozen=True, kw_only=True, tag="welcome"):
    """``person`` is ``None`` for who has no account; ``stream`` changes when numbers begin anew."""

    protocol: int = PROTOCOL
    stream: str
    viewer: Seat | None
    person: int | None
    name: str | None
    role: str | None
    table: TableInfo


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, tag="snapshot"):
    """``events`` are already projected, in their JSON form; ``names`` are of their hand.

    ``openings`` are of all cards of that hand which the viewer may see.
    """

    seq: int
    viewer: Seat | None
    table: TableInfo
    seats: tuple[SeatInfo | None, ...]
    names: tuple[str | None, ...]
    events: tuple[dict[str, Any], ...]
    view: View
    me: Me | None
    openings: tuple[Opening, ...] = ()


class Events(msgspec.Struct, frozen=True, kw_only=True, tag="events"):
    """``events`` are already projected, in their JSON form; ``seq`` is the first one's number."""

    seq: int
    events: tuple[dict[str, Any], ...]
    view: View
    me: Me | None
    openings: tuple[Opening, ...] = ()


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What ``id`` asked for is done and kept; ``seq`` is the number of the first event of it."""

    id: str
    seq: int


class Said(msgspec.Struct, frozen=True, kw_only=True, tag="said"):
    """A line of the chat; ``kind`` ``dealer`` is the room itself. ``at`` is in ms since 1970."""

    kind: Literal["say", "react", "dealer"]
    person: int | None
    name: str
    text: str
    at: int


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The server stops, or the table is closed; a sentence says which."""

    message: str


class Error(msgspec.Struct, frozen=True, tag="error"):
    """``id`` of the message that is refused, where it has one; ``hand`` and ``turn`` where the
    table is, for a stale one.
    """

    code: str
    message: str
    legal: dict[str, Any] | None = None
    id: str | None = None
    hand: int | None = None
    turn: int | None = None


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    pass


ServerMessage = Welcome | Snapshot | Events | Done | Said | Bye | Error | Pong
