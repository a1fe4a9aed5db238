"""One player in his chair (floor 4)."""

from __future__ import annotations

import msgspec

from omaha8.rules.game import Chips, Seat
from omaha8.rules.house import HouseRules
from omaha8.table.entry import NO_DEBT, Debt, standing
from omaha8.table.positions import Standing


class Player(msgspec.Struct):
    """Somebody in a chair.

    During a hand ``stack`` is what he began it with. ``debt`` is what he owes before he is dealt
    in, ``posts`` what he chose about it (``None``: nothing yet). ``top_up`` and
    ``moves_to`` wait for the end of the hand.
    """

    name: str
    stack: Chips
    bot: bool = False
    debt: Debt = Debt(new=True)
    posts: bool | None = None
    sitting_out: bool = False
    out_at_big_blind: bool = False
    connected: bool = True
    top_up: Chips = Chips(0)
    moves_to: Seat | None = None
    rebuy_below: Chips = Chips(0)
    rebuy_to: Chips = Chips(0)

    @property
    def active(self) -> bool:
        """Has chips and wants to play."""
        return self.stack > 0 and not self.sitting_out

    def standing(self, rules: HouseRules, *, sits_out: bool = False) -> Standing:
        """How he stands before the next deal; ``sits_out``: the big blind has come for him."""
        if self.stack > 0 and not self.sitting_out and not sits_out:
            if self.debt == NO_DEBT:
                return Standing.READY
            return standing(self.debt, self.posts, rules)
        # RULES, sit out: blinds are missed by established players; a newcomer owes none yet.
        return Standing.EMPTY if self.debt.new else Standing.OUT
