"""What players and the room ask of a table (floor 4).

`omaha8.table.machine.Table` obeys or refuses. Times are minutes of the room's clock (`TellMinute`);
chance comes in as decks and the first button (`Deal`): the table has neither.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from omaha8.cards import Card
from omaha8.hand.actions import Action
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules


class TellMinute(msgspec.Struct, frozen=True, tag="tell_minute"):
    """The room's clock: for mixed games that change by the minute, and for who comes back."""

    minute: int


class Sit(msgspec.Struct, frozen=True, tag="sit"):
    """Take a chair (the first free one, unless named) with ``buy_in`` chips."""

    name: str
    buy_in: Chips
    seat: Seat | None = None
    bot: bool = False


class Leave(msgspec.Struct, frozen=True, tag="leave"):
    """Get up with all chips: after the hand, if dealt into one; it is folded in his turn."""

    seat: Seat


class Clear(msgspec.Struct, frozen=True, tag="clear"):
    """Whoever runs the room frees a chair: after the hand, if its player was dealt into one.

    He plays it to its end as if nothing were; nobody folds another's hand. He cannot take it back.
    """

    seat: Seat


class ChangeSeat(msgspec.Struct, frozen=True, tag="change_seat"):
    """Move to a free chair, after the hand if dealt into one."""

    seat: Seat
    to: Seat


class JoinWaitingList(msgspec.Struct, frozen=True, tag="join_waiting_list"):
    """Wait for a chair at a full table."""

    name: str


class LeaveWaitingList(msgspec.Struct, frozen=True, tag="leave_waiting_list"):
    """Wait no longer; also for the room, for who was offered a chair and did not come."""

    name: str


class TopUp(msgspec.Struct, frozen=True, tag="top_up"):
    """More chips, or new ones for who is broke; after the hand, if dealt into one (0: not)."""

    seat: Seat
    amount: Chips


class AutoRebuy(msgspec.Struct, frozen=True, tag="auto_rebuy"):
    """Fill up to ``to`` after every hand that leaves less than ``below``; 0, 0 for off."""

    seat: Seat
    below: Chips
    to: Chips


class SitOut(msgspec.Struct, frozen=True, tag="sit_out"):
    """Not to be dealt in from the next hand on, or from the next big blind on."""

    seat: Seat
    when: Literal["now", "next_big_blind"] = "now"


class ComeBack(msgspec.Struct, frozen=True, tag="come_back"):
    """To be dealt in again; also takes back leaving, and sitting out at the big blind."""

    seat: Seat


class ChoosePost(msgspec.Struct, frozen=True, tag="choose_post"):
    """Post what is owed, to be dealt in as soon as the seat allows."""

    seat: Seat


class ChooseWait(msgspec.Struct, frozen=True, tag="choose_wait"):
    """Wait for the big blind instead."""

    seat: Seat


class Straddle(msgspec.Struct, frozen=True, tag="straddle"):
    """Straddle the next hand, from the left of its big blind; or do not."""

    seat: Seat
    on: bool = True


class KillPot(msgspec.Struct, frozen=True, tag="kill_pot"):
    """Post an overblind in the next hand (optional kill); 0 takes it back."""

    seat: Seat
    amount: Chips


class AgreeChop(msgspec.Struct, frozen=True, tag="agree_chop"):
    """The blinds' answer when all others have folded: each his blind back, or play."""

    seat: Seat
    agree: bool = True


class ChangeRules(msgspec.Struct, frozen=True, kw_only=True, tag="change_rules"):
    """Other house rules, game or buy-in from the next hand on; what is ``None`` stays.

    ``by`` is the name of who wants it.
    """

    rules: HouseRules | None = None
    games: tuple[Game, ...] | None = None
    min_buy_in: Chips | None = None
    max_buy_in: Chips | None = None
    by: str = ""


class Deal(msgspec.Struct, frozen=True, tag="deal"):
    """The next hand, from ``deck`` in the order dealt; the first one says where the button is."""

    deck: tuple[Card, ...]
    first_button: Seat | None = None


class Act(msgspec.Struct, frozen=True, tag="act"):
    """An action of the hand, by whose turn it is."""

    seat: Seat
    action: Action


class TimeOut(msgspec.Struct, frozen=True, tag="time_out"):
    """Who was to act did not: he checks, or folds to a bet; beaten, he mucks; he does not chop."""

    seat: Seat


class VoidHand(msgspec.Struct, frozen=True, tag="void_hand"):
    """Whoever runs the room calls the hand off: everybody has again what he began it with."""

    why: str


class Disconnect(msgspec.Struct, frozen=True, tag="disconnect"):
    """The player's connection is lost."""

    seat: Seat


class Reconnect(msgspec.Struct, frozen=True, tag="reconnect"):
    """The player's connection is back."""

    seat: Seat


class ShowHand(msgspec.Struct, frozen=True, tag="show_hand"):
    """Turn the hole cards up after the hand, where nothing asked for it."""

    seat: Seat


Command = (
    TellMinute
    | Sit
    | Leave
    | Clear
    | ChangeSeat
    | JoinWaitingList
    | LeaveWaitingList
    | TopUp
    | AutoRebuy
    | SitOut
    | ComeBack
    | ChoosePost
    | ChooseWait
    | Straddle
    | KillPot
    | AgreeChop
    | ChangeRules
    | Deal
    | Act
    | TimeOut
    | VoidHand
    | Disconnect
    | Reconnect
    | ShowHand
)
