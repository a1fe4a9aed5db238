"""What a table waits for (floor 4). It always waits for something that somebody can do."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from omaha8.rules.game import Seat
from omaha8.table.next_hand import NextHand
from omaha8.table.offers import chop_offers
from omaha8.table.player import Player
from omaha8.table.positions import Standing
from omaha8.table.refusal import seat_words
from omaha8.table.state import PublicTable

LOST: Final = "its deck is lost"
"""Why a hand that began takes no action any more."""


class Need(msgspec.Struct, frozen=True):
    """One thing that would bring a player into the next hand; ``seat`` is ``None`` to sit down."""

    what: Literal["sit", "come_back", "top_up", "choose_post"]
    seat: Seat | None

    @property
    def text(self) -> str:
        """``seat 3 to come back``, counted from 1."""
        if self.seat is None:
            return "somebody to sit down"
        ways = {"come_back": "come back", "top_up": "buy chips", "choose_post": "post"}
        return f"{seat_words(self.seat)} to {ways[self.what]}"


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """What is to come next.

    ``action``: an action of ``seat``. ``chop``: the answer of ``seat`` to the other blind (who may
    also go on playing). ``deck``: the next hand. ``first_deck``: the first one, with its button.
    ``players``: two of them; ``needs`` says what would bring one. ``void``: the end of a hand whose
    deck is lost (`VoidHand`).
    """

    what: Literal["action", "chop", "deck", "first_deck", "players", "void"]
    seat: Seat | None = None
    needs: tuple[Need, ...] = ()

    @property
    def text(self) -> str:
        """As a sentence says it: ``an action of seat 3``, counted from 1."""
        who = "" if self.seat is None else seat_words(self.seat)
        match self.what:
            case "action":
                return f"an action of {who}"
            case "chop":
                return f"{who} to chop or not"
            case "deck":
                return "a deck for the next hand"
            case "first_deck":
                return "a deck and the button of the first hand"
            case "void":
                return f"the hand to be voided: {LOST}"
        return "two players for a hand: " + ", or ".join(need.text for need in self.needs)


def waiting_for(table: PublicTable, following: NextHand | None) -> Waiting:
    """What the table waits for; ``following`` is the next hand as things stand."""
    if table.hand is not None and table.playing:
        for offer in chop_offers(table):
            if offer.chosen is None and table.chop:
                return Waiting(what="chop", seat=offer.seat)
        return Waiting(what="action", seat=table.hand.turn)
    if following is not None:
        return Waiting(what="deck")
    if table.places is None and sum(_stays(player) for player in table.seats) > 1:
        return Waiting(what="first_deck")
    return Waiting(what="players", needs=tuple(_needs(table)))


def _stays(player: Player | None) -> bool:
    """Plays the first hand, wherever its big blind is."""
    return player is not None and player.active and not player.out_at_big_blind


def _needs(table: PublicTable) -> list[Need]:
    needs = []
    rules = table.coming_rules
    for i, player in enumerate(table.seats):
        if player is None:
            continue
        if player.stack == 0:
            needs.append(Need("top_up", Seat(i)))
        elif player.sitting_out or player.out_at_big_blind:
            needs.append(Need("come_back", Seat(i)))
        elif player.standing(rules) is Standing.OUT:
            needs.append(Need("choose_post", Seat(i)))
    if table.free:
        needs.append(Need("sit", None))
    return needs
