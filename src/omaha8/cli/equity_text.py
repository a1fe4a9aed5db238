"""Equities in words and tables for the terminal."""

from __future__ import annotations

from itertools import groupby

from rich.box import SIMPLE_HEAD
from rich.table import Table

from omaha8.cards import RANKS, SUIT_SYMBOLS, Card, parse_card, rank_of, suit_of
from omaha8.equity.next_card import LowChange, NextCard
from omaha8.equity.picture import hand_symbols
from omaha8.equity.plans import Plan
from omaha8.equity.result import Equity, PlayerEquity


def player_table(result: Equity) -> Table:
    """A row for each player: his equity, and how often he wins what."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("hand")
    columns = ("equity", "wins high", "ties high", "wins low", "ties low", "scoops", "quartered")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for player in result.players:
        table.add_row(hand_symbols(player.hand), _equity(player), *_percents(player, result.boards))
    return table


def _equity(player: PlayerEquity) -> str:
    if player.standard_error is None:
        return f"{player.equity:.2%}"
    return f"{player.equity:.2%} ±{player.standard_error * 100:.2f}"


def _percents(player: PlayerEquity, boards: int) -> list[str]:
    counts = (
        *(player.high_wins, player.high_ties, player.low_wins, player.low_ties),
        *(player.scoops, player.quartered),
    )
    return [f"{count / boards:.2%}" for count in counts]


def summary(result: Equity) -> str:
    """Whether it is exact, on how many boards, and how long it took."""
    low = f"{result.boards_with_low / result.boards:.2%} with a low"
    if result.method == "exact":
        counted = f"exact: {result.boards:,} boards, {low}"
    else:
        dealt = f"{result.boards:,} deals with seed {result.seed}"
        counted = f"sampled: {dealt}, {low}; ± is one standard error"
    taken = "" if result.seconds is None else f"; {result.seconds:.2f} s"
    note = f"\n{result.note}" if result.note else ""
    return f"{counted}{taken}{note}"


def next_card_table(result: Equity, coming: tuple[NextCard, ...]) -> Table:
    """What the next card does to each player's low, and his best and worst cards."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in ("next card", "improves low", "counterfeits", "kills", "best", "worst"):
        table.add_column(column)
    for place, player in enumerate(result.players):
        changes = [cards_text(_cards_that(coming, place, change)) for change in _CHANGES]
        equities = sorted({card.equities[place] for card in coming})
        ends = [_with_equity(coming, place, equity) for equity in (equities[-1], equities[0])]
        table.add_row(hand_symbols(player.hand), *changes, *ends)
    return table


_CHANGES: tuple[LowChange, ...] = ("improves", "counterfeits", "kills")


def _cards_that(coming: tuple[NextCard, ...], place: int, change: LowChange) -> list[Card]:
    return [parse_card(card.card) for card in coming if card.lows[place] == change]


def _with_equity(coming: tuple[NextCard, ...], place: int, equity: float) -> str:
    cards = [parse_card(card.card) for card in coming if card.equities[place] == equity]
    return f"{equity:.0%}: {cards_text(cards)}"


def cards_text(cards: list[Card]) -> str:
    """Cards by rank, the ace first: "A♣♦ 4♠"; "-" for none."""
    by_rank = groupby(sorted(cards, key=lambda card: (-rank_of(card), suit_of(card))), rank_of)
    texts = [
        RANKS[rank] + "".join([SUIT_SYMBOLS[suit_of(card)] for card in same])
        for rank, same in by_rank
    ]
    return " ".join(texts) or "-"


def exact_work(plan: Plan, cores: int) -> str:
    """What is being done, and about how long it takes."""
    doing = "counting every board" if plan.method == "exact" else "dealing"
    return f"{doing}, about {duration(plan.seconds / cores)}"


def duration(seconds: float) -> str:
    """In words: "5 seconds", "3 minutes", "2 hours", "4 days"."""
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= 1.5 * size:
            return f"{seconds / size:.0f} {unit}s"
    count = max(1, round(seconds))
    return f"{count} second{'s' * (count != 1)}"
