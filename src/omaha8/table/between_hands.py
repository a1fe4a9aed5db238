"""What happens at a table between two hands and around one (floor 4).

With the events of its hands, in one order, these are everything that changes a table: its state is
what they add up to (`omaha8.table.state.PublicTable`). All of them are public. The common six, of
chairs and chips, are in `omaha8.table.events`; all JSON is in `omaha8.table.event_codec`.
"""

from __future__ import annotations

import msgspec

from omaha8.hand.events import Event
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import Kill
from omaha8.table.events import CameBack, Leaving, Left, Rebought, SatOut, Seated
from omaha8.table.positions import Positions


class TableOpened(msgspec.Struct, frozen=True, kw_only=True, tag="table_opened"):
    """The first event: house rules, game (several that rotate, in mixed), chairs, buy-in."""

    rules: HouseRules
    games: tuple[Game, ...]
    seats: int
    min_buy_in: Chips
    max_buy_in: Chips


class MinuteTold(msgspec.Struct, frozen=True, tag="minute_told"):
    """The room's clock stands at ``minute``; a table has none of its own."""

    minute: int


class RulesChangeAsked(msgspec.Struct, frozen=True, kw_only=True, tag="rules_change_asked"):
    """From the next hand on the table is played like this, as ``by`` wants it."""

    rules: HouseRules
    games: tuple[Game, ...]
    min_buy_in: Chips
    max_buy_in: Chips
    by: str = ""


class RulesChanged(msgspec.Struct, frozen=True, tag="rules_changed"):
    """What was asked for is in force; a rotation begins with its first game."""


class GameChanged(msgspec.Struct, frozen=True, tag="game_changed"):
    """Mixed: the next game of the rotation, by its place there, before the hand."""

    index: int
    game: Game


class Listed(msgspec.Struct, frozen=True, tag="listed"):
    """``name`` waits for a chair, last on the list."""

    name: str


class Unlisted(msgspec.Struct, frozen=True, tag="unlisted"):
    """``name`` waits no longer."""

    name: str


class ClearAsked(msgspec.Struct, frozen=True, tag="clear_asked"):
    """Whoever runs the room frees this chair after the hand; its player plays that to its end."""

    seat: Seat


class SeatChangeAsked(msgspec.Struct, frozen=True, tag="seat_change_asked"):
    """Moves to chair ``to`` after this hand; the chair is kept for him."""

    seat: Seat
    to: Seat


class SeatChanged(msgspec.Struct, frozen=True, tag="seat_changed"):
    """Sits in ``to`` now, new to the blinds of that chair; missed blinds go with him."""

    seat: Seat
    to: Seat


class TopUpAsked(msgspec.Struct, frozen=True, tag="top_up_asked"):
    """``amount`` more chips come after this hand; 0 takes it back."""

    seat: Seat
    amount: Chips


class AutoRebuySet(msgspec.Struct, frozen=True, tag="auto_rebuy_set"):
    """After a hand that leaves less than ``below``, the stack is filled up to ``to``; 0 for off."""

    seat: Seat
    below: Chips
    to: Chips


class SitOutAtBigBlind(msgspec.Struct, frozen=True, tag="sit_out_at_big_blind"):
    """Sits out when the big blind comes."""

    seat: Seat


class EntryChosen(msgspec.Struct, frozen=True, tag="entry_chosen"):
    """Posts what is owed to come in (``post``), or waits for the big blind."""

    seat: Seat
    post: bool


class ConnectionLost(msgspec.Struct, frozen=True, tag="connection_lost"):
    """The player cannot be reached; he keeps his chair and his hand."""

    seat: Seat


class ConnectionBack(msgspec.Struct, frozen=True, tag="connection_back"):
    """The player can be reached again."""

    seat: Seat


class StraddleAsked(msgspec.Struct, frozen=True, tag="straddle_asked"):
    """Straddles the next hand if he is left of the big blind then; or does not after all."""

    seat: Seat
    on: bool


class KillAsked(msgspec.Struct, frozen=True, tag="kill_asked"):
    """Kills the next hand with an overblind of ``amount``; 0 takes it back."""

    seat: Seat
    amount: Chips


class KillOwed(msgspec.Struct, frozen=True, tag="kill_owed"):
    """Took all of a pot of ``pot``: the next hand he is dealt into is a kill pot."""

    seat: Seat
    kind: Kill
    pot: Chips


class KillLapsed(msgspec.Struct, frozen=True, tag="kill_lapsed"):
    """No kill pot after all: the next hand is no game that can be killed."""

    seat: Seat


class ChopAnswered(msgspec.Struct, frozen=True, tag="chop_answered"):
    """A blind agrees to chop, or does not."""

    seat: Seat
    agrees: bool


class Chopped(msgspec.Struct, frozen=True, tag="chopped"):
    """Both blinds took their money back: the hand is over, the stacks are as before it."""

    seats: tuple[Seat, ...]
    amounts: tuple[Chips, ...]


class HandVoided(msgspec.Struct, frozen=True, tag="hand_voided"):
    """The hand counts for nobody: all bets are back in the stacks it began with.

    ``stacks`` has an entry for every seat, ``None`` where nobody was dealt in.
    """

    why: str
    stacks: tuple[Chips | None, ...]


class BlindsAssigned(msgspec.Struct, frozen=True, kw_only=True, tag="blinds_assigned"):
    """Who has the button and the blinds of hand ``number`` (from 1), and who missed one.

    Whoever is dealt in owes nothing any more. The posts themselves are events of the hand.
    """

    number: int
    positions: Positions
    straddler: Seat | None = None
    killer: Seat | None = None
    kill: Kill = Kill.OFF


TableEvent = (
    TableOpened
    | MinuteTold
    | RulesChangeAsked
    | RulesChanged
    | GameChanged
    | Listed
    | Unlisted
    | Seated
    | Leaving
    | Left
    | ClearAsked
    | SeatChangeAsked
    | SeatChanged
    | TopUpAsked
    | Rebought
    | AutoRebuySet
    | SatOut
    | SitOutAtBigBlind
    | CameBack
    | EntryChosen
    | ConnectionLost
    | ConnectionBack
    | StraddleAsked
    | KillAsked
    | KillOwed
    | KillLapsed
    | ChopAnswered
    | Chopped
    | HandVoided
    | BlindsAssigned
)
AnyEvent = TableEvent | Event
