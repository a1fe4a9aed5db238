"""The messages of the wire protocol as values (floor 5); ``docs/protocol.md`` describes them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from omaha8.fairness.events import Opening
from omaha8.hand.actions import Action
from omaha8.room.shown import Me, SeatInfo, TableInfo, View
from omaha8.rules.game import Seat

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

    Before the events of the hand stands what was told of its decks, and behind them what was told
    of those of the coming one. ``openings`` are of all cards of that hand which the viewer may see.
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


class Yours(msgspec.Struct, frozen=True, tag="me"):
    """What only this viewer is told, at once, who sees the table later than it is."""

    me: Me


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What ``id`` asked for is done and kept; ``seq`` is the number of the first event of it, -1
    for who is to see it only later.
    """

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


ServerMessage = Welcome | Snapshot | Events | Yours | Done | Said | Bye | Error | Pong
