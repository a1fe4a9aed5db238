"""Pot shares as a picture: how often each player wins how much of the pot, in SVG."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Final

from omaha8.cards import CardError, format_symbols, parse_cards
from omaha8.equity.result import Equity, PlayerEquity

_WIDTH: Final = 640
_LEFT: Final = 70
_RIGHT: Final = 60
_TITLE: Final = 64
_ROW: Final = 22
_BAR: Final = 14
_PLAYER: Final = 44
_STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1d2b24}"
    ".hand{font-weight:600;font-size:15px}.small{fill:#5b6b63;font-size:12px}"
    ".back{fill:#fff}.bar{fill:#1f7a4d}.part{fill:#6fb48f}.none{fill:#b9c4be}"
)
_WORDS: Final = {"0": "nothing", "1/4": "1/4", "1/2": "half", "3/4": "3/4", "1": "scoop"}


def shares_svg(result: Equity) -> str:
    """One picture: under each hand a bar for every share of the pot that he may win."""
    y = _TITLE
    parts: list[str] = []
    for player in result.players:
        lines, y = _player(player, result.boards, y)
        parts += lines
    title = f"Shares of the pot: {' v '.join([hand_symbols(p.hand) for p in result.players])}"
    board = f"Board {hand_symbols(result.board)}. " if result.board else ""
    low = f"{result.boards_with_low / result.boards:.1%} with a low"
    about = f"{board}{result.method.capitalize()}: {result.boards:,} boards, {low}."
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" role="img">',
        f"<title>{escape(title)}</title><desc>{escape(about)}</desc><style>{_STYLE}</style>",
        f'<rect class="back" width="{_WIDTH}" height="{y}"/>',
        f'<text class="hand" x="16" y="26">{escape("Shares of the pot")}</text>',
        f'<text class="small" x="16" y="46">{escape(about)}</text>',
    ]
    return "\n".join([*head, *parts, "</svg>", ""])


def hand_symbols(hand: str) -> str:
    """Cards with suit symbols, a range as it is written."""
    try:
        return format_symbols(parse_cards(hand))
    except CardError:
        return hand


def _player(player: PlayerEquity, boards: int, top: int) -> tuple[list[str], int]:
    at_end = f'x="{_WIDTH - 16}" y="{top + 20}" text-anchor="end"'
    lines = [
        f'<text class="hand" x="16" y="{top + 20}">{escape(hand_symbols(player.hand))}</text>',
        f'<text class="small" {at_end}>equity {player.equity:.2%}</text>',
    ]
    y = top + 32
    for share, count in reversed(player.shares.items()):
        part = count / boards
        width = max(1.0, part * (_WIDTH - _LEFT - _RIGHT - 16))
        name = _WORDS.get(share, share)
        kind = "bar" if share == "1" else "part" if Fraction(share) else "none"
        lines += [
            f'<text x="{_LEFT - 8}" y="{y + 12}" text-anchor="end">{name}</text>',
            f'<rect class="{kind}" x="{_LEFT}" y="{y}" width="{width:.1f}" height="{_BAR}"/>',
            f'<text class="small" x="{_LEFT + width + 6:.1f}" y="{y + 12}">{part:.2%}</text>',
        ]
        y += _ROW
    return lines, y + _PLAYER - 32
