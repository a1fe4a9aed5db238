"""Hands as a room plays them: its preset, at stakes named as the room names them."""

from __future__ import annotations

from typing import Any

from omaha8.cards import parse_cards
from omaha8.evaluation import Evaluation, evaluate
from omaha8.hand.events import BoardDealt, Posted
from omaha8.hand.hand import Hand
from omaha8.hand.notation import play
from omaha8.rules.game import Game, stakes
from omaha8.rules.options import Structure
from omaha8.rules.presets import find_rules
from omaha8.table.between_hands import AnyEvent
from omaha8.table.machine import Table
from tests.table.at_the_table import act

ALL_CALL = "c c c c"
TO_THE_FLOP, TO_THE_TURN, TO_THE_RIVER = (" ".join([f"{ALL_CALL} /"] * n) for n in (1, 2, 3))
"""Four players check and call as far as that."""
CHECKED_DOWN = f"{TO_THE_RIVER} {ALL_CALL}"

SHOWDOWN = "board:KsKd7h6c2d 0:KhKcQhQc 1:As3sQdJd 2:AhTsTc9c 3:Ac3cJhJc"
"""Seat 0 has quads; 1 and 3 the same low; 2, with a pair of tens, has no share."""


def opening(
    preset: str, structure: str, low: int, high: int, stacks: str = "1000*4", extras: str = ""
) -> str:
    """A line of notation up to the bar, at the stakes that the room calls ``low/high``.

    The button is in seat 0, so the small blind in 1, the big blind in 2.
    """
    game = stakes(structure, low, high, find_rules(preset))
    amounts = f"{game.small_blind}/{game.big_blind}:{game.small_bet}/{game.big_bet}"
    if game.structure is Structure.SPREAD:
        amounts += f"..{game.spread_max}"
    if game.ante:
        amounts += f"a{game.ante}"
    letters = "s" if game.structure is Structure.SPREAD else structure
    return f"{letters}o8 {amounts} b0 {stacks} {preset} {extras} |"


def game_of(preset: str, structure: str, low: int, high: int, **more: Any) -> Game:
    """The game that the room calls ``low/high``."""
    return stakes(structure, low, high, find_rules(preset), **more)


def posted(line: str) -> list[tuple[int, str, int]]:
    """Who posted what: seat, kind, amount."""
    events = play(line).events
    return [(e.seat, str(e.kind), e.live + e.dead) for e in events if isinstance(e, Posted)]


def streets(hand: Hand) -> list[tuple[int, int]]:
    """Cards burned and cards turned up, street by street."""
    return [(e.burned, len(e.cards)) for e in hand.events if isinstance(e, BoardDealt)]


def made(hole: str, board: str) -> Evaluation:
    """What hole cards make on a board."""
    return evaluate(parse_cards(hole), parse_cards(board))


def low_of(hole: str, board: str) -> str | None:
    """The low, high card first (``8-6-4-2-A``), or None."""
    low = made(hole, board).low
    return None if low is None else low.dashes


def play_out(table: Table) -> list[AnyEvent]:
    """The rest of a table's hand: all check and call to the end, and show where they may muck."""
    events: list[AnyEvent] = []
    while (choices := table.legal) is not None:
        events += act(table, "s" if choices.showdown else "c")
    return events
