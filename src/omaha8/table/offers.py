"""What players may choose before and around a hand, and what the table waits for (floor 4).

The table offers; it takes nothing by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from omaha8.hand.events import PostKind
from omaha8.hand.posts import optional_kill_bounds
from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import HouseRules
from omaha8.rules.options import ChopBlinds, Kill
from omaha8.table.entry import EntryOffer, entry_offer, may_post, standing
from omaha8.table.kills import can_be_killed
from omaha8.table.next_hand import NextHand
from omaha8.table.positions import next_positions
from omaha8.table.state import PublicTable


class StraddleOffer(msgspec.Struct, frozen=True):
    """Left of the big blind of the next hand: may straddle it with ``amount``."""

    seat: Seat
    amount: Chips
    chosen: bool

    @property
    def text(self) -> str:
        """``straddle with 4``."""
        return f"straddle with {self.amount}"


class KillOffer(msgspec.Struct, frozen=True):
    """May kill the next hand with an overblind from ``least`` to ``most``."""

    seat: Seat
    least: Chips
    most: Chips
    chosen: Chips

    @property
    def text(self) -> str:
        """``kill the next pot with 4 to 100``."""
        return f"kill the next pot with {self.amounts}"

    @property
    def amounts(self) -> str:
        """``4 to 100``, or the only one."""
        return f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"


class ChopOffer(msgspec.Struct, frozen=True):
    """All others have folded: with both blinds agreed, each takes his back."""

    seat: Seat
    amount: Chips
    chosen: bool | None

    @property
    def text(self) -> str:
        """``chop: take 2 back``."""
        return f"chop: take {self.amount} back"


Offer = EntryOffer | StraddleOffer | KillOffer | ChopOffer


def offers(table: PublicTable, following: NextHand | None) -> list[Offer]:
    """All open choices; ``following`` is the next hand as things stand."""
    found: list[Offer] = [*entry_offers(table, following), *chop_offers(table)]
    if following is None or table.playing:
        return found
    seat = following.may_straddle
    if seat is not None:
        amount = Chips(2 * following.plain.big_blind)
        found.append(StraddleOffer(seat, amount, seat in table.straddlers))
    return found + list(kill_offers(table, following))


def entry_offers(table: PublicTable, following: NextHand | None) -> Iterator[EntryOffer]:
    """Who may post to come in, and for how much. Into a first hand everybody is dealt."""
    if table.places is None:
        return
    rules = table.coming_rules
    game = following.plain if following is not None else table.game
    positions = None if following is None else following.positions
    for i, player in enumerate(table.seats):
        seat = Seat(i)
        if player is None or not player.active or not may_post(player.debt, rules):
            continue
        dealt = positions is not None and seat in positions.dealt
        if positions is not None and dealt and (positions.fresh or seat == positions.big_blind):
            continue
        now = _would_be_dealt(table, seat, rules)
        yield entry_offer(seat, player.debt, player.posts, game, rules, now=now)


def _would_be_dealt(table: PublicTable, seat: Seat, rules: HouseRules) -> bool:
    """Whether posting now would deal him into the next hand."""
    player = table.player(seat)
    standings = table.standings(rules)
    standings[seat] = standing(player.debt, True, rules)
    positions = next_positions(standings, table.places, rules)
    return positions is not None and seat in positions.dealt


def kill_offers(table: PublicTable, following: NextHand) -> Iterator[KillOffer]:
    """RULES, optional kill: any player in the next hand, one of them, before cards.

    Also while this hand is going on, when nobody need decide yet.
    """
    game, rules, asked = following.plain, following.rules, table.kill_asked
    if table.kill_owed is not None or not can_be_killed(game, rules, (Kill.OPTIONAL,)):
        return
    for seat in sorted(following.positions.dealt):
        stack = table.player(seat).stack
        least, most = optional_kill_bounds(game, rules, stack)
        if stack >= least and (asked is None or asked.seat == seat):
            yield KillOffer(seat, least, most, Chips(0) if asked is None else asked.amount)


def chop_offers(table: PublicTable) -> list[ChopOffer]:
    """RULES, chop: all have folded to the blinds, and nothing but the blinds is in the pot."""
    hand = table.hand
    if hand is None or hand.ended or hand.rules.chop_blinds is ChopBlinds.OFF:
        return []
    if hand.board or hand.in_count != 2 or len(hand.posts) != 2 or False in table.chop.values():
        return []
    kinds = {posted.kind for posted in hand.posts}
    paid = {posted.seat: posted.live for posted in hand.posts}
    if kinds != {PostKind.SMALL_BLIND, PostKind.BIG_BLIND} or hand.pot != sum(paid.values()):
        return []
    if not all(hand.in_hand[seat] for seat in paid):
        return []
    return [ChopOffer(seat, paid[seat], table.chop.get(seat)) for seat in paid]
