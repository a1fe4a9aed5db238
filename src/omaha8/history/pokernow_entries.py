"""What a line of a PokerNow log says, as values (floor 3).

Players are told apart by their id, the text behind the ``@``; amounts are whole smallest units
(cents, where the log has decimals); seats are 0-based: the log's ``#1`` is seat 0.
"""

from __future__ import annotations

import msgspec

from omaha8.rules.game import Chips, Seat


class Entry(msgspec.Struct, frozen=True, tag=True):
    """One line of a log."""


# hands


class HandBegins(Entry, frozen=True):
    """``dealer`` is who has the button; ``None`` is a dead button."""

    number: int
    game: str
    dealer: str | None
    id: str = ""

    @property
    def hilo(self) -> bool:
        """Omaha Hi/Lo is dealt, and not one of the room's other games."""
        return "Omaha" in self.game and "Hi/Lo" in self.game


class Place(msgspec.Struct, frozen=True):
    """A player dealt in, and the stack before the posts."""

    seat: Seat
    player: str
    stack: Chips


class StacksListed(Entry, frozen=True):
    """Everybody who is dealt in."""

    places: tuple[Place, ...]


class Posted(Entry, frozen=True):
    """``kind`` as logged: small blind, missing small blind, big blind, missed big blind, ante..."""

    player: str
    kind: str
    amount: Chips
    all_in: bool = False


class DeadSmallBlind(Entry, frozen=True):
    """Nobody posts the small blind of this hand."""


class Acted(Entry, frozen=True):
    """``folds``, ``checks``, ``calls``, ``bets``, ``raises``; ``to`` is the total of the round."""

    player: str
    action: str
    to: Chips = Chips(0)
    all_in: bool = False


class BoardDealt(Entry, frozen=True):
    """``cards`` as logged, all of the board so far; ``undealt`` are those that were not needed."""

    street: str
    cards: tuple[str, ...]
    run: int = 1


class OwnCards(Entry, frozen=True):
    """The hole cards of whose log it is."""

    cards: tuple[str, ...]


class Uncalled(Entry, frozen=True):
    """An uncalled bet goes back."""

    player: str
    amount: Chips


class Collected(Entry, frozen=True):
    """``hand`` in the room's words; empty where nobody called."""

    player: str
    amount: Chips
    hand: str = ""
    run: int = 1


class Shown(Entry, frozen=True):
    """Cards turned up."""

    player: str
    cards: tuple[str, ...]


class RunTwice(Entry, frozen=True):
    """Whether the board is run out twice: asked, chosen by ``player``, or decided."""

    text: str
    player: str | None = None


class HandEnds(Entry, frozen=True):
    """The last line of a hand."""

    number: int


# players


class SeatRequested(Entry, frozen=True):
    """Asks the host for a seat."""

    player: str


class RequestOver(Entry, frozen=True):
    """The request for a seat was taken back, or refused."""

    player: str


class Approved(Entry, frozen=True):
    """Has a seat and ``stack`` chips: plays as soon as the room lets in whoever sits there."""

    player: str
    stack: Chips


class Joined(Entry, frozen=True):
    """The room deals the player in, from the hand on that begins."""

    player: str
    stack: Chips


class StoodUp(Entry, frozen=True):
    """Sits out, and keeps the seat."""

    player: str
    stack: Chips


class SatBack(Entry, frozen=True):
    """Wants to be dealt in again."""

    player: str
    stack: Chips


class Quit(Entry, frozen=True):
    """The seat is free."""

    player: str
    stack: Chips


class IdChanged(Entry, frozen=True):
    """The same player under another id."""

    player: str
    to: str


# the host


class StackChanged(Entry, frozen=True):
    """The host has changed a stack: a top-up, or chips taken off."""

    player: str
    before: Chips
    after: Chips


class StackChangeQueued(Entry, frozen=True):
    """The host will change a stack after this hand; ``how``: adding, removing or reseting."""

    player: str
    how: str
    amount: Chips


class StakesChanged(Entry, frozen=True):
    """From the next hand on; ``what``: small blind, big blind or ante."""

    what: str
    before: Chips
    after: Chips


class HostActs(Entry, frozen=True):
    """What the host asks for and other lines then tell: to remove a player, to stop the game..."""

    text: str


class Notice(Entry, frozen=True):
    """Spectators and other things that change nothing at the table."""

    text: str


class Unknown(Entry, frozen=True):
    """A line that is none of these."""

    text: str
