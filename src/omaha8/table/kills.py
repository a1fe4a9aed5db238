"""Kill pots: who owes one, what it costs, which game it makes (floor 4)."""

from __future__ import annotations

from omaha8.hand.public import PublicHand
from omaha8.rules.game import Chips, Game
from omaha8.rules.house import HouseRules
from omaha8.rules.options import Kill, KillTrigger, Structure
from omaha8.table.between_hands import KillOwed

REQUIRED = (Kill.FULL, Kill.HALF)


def kill_owed(hand: PublicHand) -> KillOwed | None:
    """The kill that a finished hand asks of who won it, if any.

    RULES, required kill: who scoops a pot of at least ``kill_min_pot`` big bets, of the stakes that
    were played. A scoop is all of every pot, at a showdown.
    """
    rules, game = hand.rules, hand.game
    if rules.kill not in REQUIRED or game.structure is not Structure.FIXED_LIMIT:
        return None
    winners = {award.seat for award in hand.awards}
    if len(winners) != 1:
        return None
    (winner,) = winners
    if rules.kill_trigger is KillTrigger.SCOOP and hand.in_count < 2:
        return None
    pot = hand.raked + sum(award.amount for award in hand.awards)
    if pot < rules.kill_min_pot_big_bets * game.big_bet:
        return None
    return KillOwed(winner, rules.kill, Chips(pot))


def can_be_killed(game: Game, rules: HouseRules, kinds: tuple[Kill, ...]) -> bool:
    """Whether a hand of ``game`` can be a kill pot of one of these kinds."""
    return rules.kill in kinds and game.structure is Structure.FIXED_LIMIT
