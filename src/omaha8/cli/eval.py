"""``omaha8 eval``: the best high and the best low of hole cards on a board."""

from __future__ import annotations

import msgspec

from omaha8.cards import CARD_TEXT, Card, CardError, format_symbols, parse_cards
from omaha8.cli.errors import UserError
from omaha8.evaluation import Evaluation, evaluate
from omaha8.evaluation.readout import Line, readout


def run(hole: str, board: str, *, json: bool = False) -> None:
    """The best high and the best low of a hand: two cards of its own and three of the board.

    Cards are written As2sKhQd, "A♠ 2♠ K♥ Q♦" or as,2s,kh,10d.

    Args:
        hole: Four, five or six hole cards.
        board: Three, four or five board cards, in order.
        json: Print one JSON object.
    """
    try:
        hole_cards, board_cards = _parse("--hole", hole), _parse("--board", board)
        made = evaluate(hole_cards, board_cards)
    except CardError as error:
        raise UserError(str(error)) from error
    print(_as_json(made) if json else _as_text(made, hole_cards, board_cards))


def _parse(option: str, text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise UserError(f"{option}: {error}") from error


def _as_json(made: Evaluation) -> str:
    high, low = made.high, made.low
    report = {
        "high": {"class": high.high_class, "name": high.name, "cards": _texts(high.cards)},
        "low": low and {"ranks": low.ranks, "name": low.name, "cards": _texts(low.cards)},
    }
    return msgspec.json.encode(report).decode()


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [CARD_TEXT[card] for card in cards]


def _as_text(made: Evaluation, hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    said = readout(hole, board)
    high = Line(made.high.name, made.high.cards, made.high.hole_cards)
    width = max(len(line.text) for line in (high, said.low) if line.cards)
    lines = [f"High  {_columns(high, width)}", f"Low   {_columns(said.low, width)}"]
    return "\n".join([*lines, said.counterfeited] if said.counterfeited else lines)


def _columns(line: Line, width: int) -> str:
    if not line.cards:
        return line.text
    played = format_symbols(line.hole_cards)
    return f"{line.text:<{width}}  {format_symbols(line.cards)}  {played} play"
