"""``omaha8 verify-deal``: the shuffle of a hand, checked from its history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import JSONDecodeError, loads
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from omaha8.cli.errors import UserError
from omaha8.cli.output import WIDTH, print_json, print_lines
from omaha8.fairness.check import Check, verify
from omaha8.fairness.history import HistoryError, is_history, read_history

LARGEST: Final = 8 << 20
"""Bytes: a history has some 30,000."""


def run(file: Path, /, *, json: bool = False) -> int:
    """Check the shuffle of a hand from its history, as the room gives it out.

    The exit status is 1 if a check fails, 2 if the file cannot be checked: it is no history of a
    hand, or one that cannot be read.

    Args:
        file: The history (.json).
        json: Print one JSON object.
    """
    checks = verify(_read(file))
    ok = all(check.ok for check in checks)
    if json:
        print_json({"ok": ok, "checks": [_form(check) for check in checks]})
    else:
        print_lines(_report(checks, ok))
    return int(not ok)


def _read(file: Path) -> object:
    with file.open("rb") as stream:
        text = stream.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise UserError(f"{file}: larger than {LARGEST >> 20} MB, which no history of a hand is")
    try:
        form: object = loads(text)
    except JSONDecodeError as error:
        raise UserError(f"{file}: no JSON: {error}") from None
    except (ValueError, RecursionError):
        raise UserError(f"{file}: no JSON") from None
    if not is_history(form):
        raise UserError(
            f"{file}: no history of a hand: that is a JSON object with omaha8_hand, as the room "
            "gives it out for every hand"
        )
    try:
        read_history(form)
    except HistoryError as error:
        # What cannot be read accuses nobody.
        raise UserError(f"{file}: this cannot be checked: {error}") from None
    return form


def _form(check: Check) -> dict[str, Any]:
    return {
        "name": check.name,
        "ok": check.ok,
        "warning": check.warning,
        "text": check.text,
    }


def _report(checks: Sequence[Check], ok: bool) -> Iterator[str]:
    width = max(len(check.name) for check in checks)
    indent = " " * (width + 10)
    for check in checks:
        mark = "FAILED" if not check.ok else "note" if check.warning else "ok"
        head = f"{mark:<6}  {check.name:<{width}}  "
        yield from wrap(
            check.text,
            WIDTH,
            initial_indent=head,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
    yield ""
    yield "The deal is as it should be." if ok else "The deal is NOT as it should be."
