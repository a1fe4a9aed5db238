"""``omaha8 range``: how many hands a range has, what it means, and the hands themselves."""

from __future__ import annotations

import sys

import msgspec

from omaha8.cards import CardError, format_cards
from omaha8.cli.errors import UserError
from omaha8.equity.range_explain import Description, describe, hand_lines
from omaha8.equity.ranges import RangeError, parse_range

USER_ERROR = 2


def run(
    text: str,
    /,
    *,
    dead: str = "",
    count: bool = False,
    list_: bool = False,
    json: bool = False,
) -> int:
    """How many hands a range has, what its spans and macros mean, and examples.

    For example 'A2:$ds', 'AA!AAA', 'A2-A5' or '(AA,KK):xxyy'; docs/ranges.md has the language.

    Put a range in single quotes: the shell has its own use for most of the signs.

    Args:
        text: The range.
        dead: Cards that no hand of it has.
        count: Print the number of hands alone.
        list_: Print every hand on a line of its own.
        json: Print one JSON object.
    """
    if count + list_ + json > 1:
        raise UserError("one of --count, --list and --json at a time")
    try:
        chosen = parse_range(text).without(dead)
    except RangeError as error:
        # Not one line: the caret stands under the character.
        print(f"omaha8: {error}", file=sys.stderr)
        return USER_ERROR
    except CardError as error:
        raise UserError(f"--dead: {error}") from error
    if count:
        print(len(chosen))
    elif list_:
        sys.stdout.writelines(f"{line}\n" for line in hand_lines(chosen))
    elif json:
        print(_as_json(describe(chosen)))
    else:
        print(describe(chosen))
    return 0


def _as_json(about: Description) -> str:
    report = {
        "range": about.text,
        "hands": about.hands,
        "percent": round(about.percent, 4),
        "weights": about.weights,
        "notes": [{"text": note.text, "meaning": note.meaning} for note in about.notes],
        "examples": [format_cards(cards) for cards in about.examples],
    }
    return msgspec.json.encode(report).decode()
