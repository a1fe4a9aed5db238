"""``omaha8 audit``: the ledger, proved from the journal."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from omaha8.cli.errors import UserError
from omaha8.cli.output import print_json, print_lines
from omaha8.room.audit import Audit, audit
from omaha8.store.interface import StoreError

EVERY: Final = 20_000
"""Events between two lines of progress."""


def run(*, data: Path = Path("omaha8-data"), json: bool = False) -> int:
    """Prove the ledger from the journal: every chip that moved was moved by an event.

    A server may be running on the folder; what it wrote up to now is checked.

    The exit status is 1 if something does not fit; the first difference of each table is named.

    Args:
        data: The folder of the server, or the file of a backup.
        json: Print one JSON object.
    """
    watched = sys.stderr.isatty()

    def watch(events: int) -> None:
        if events % EVERY == 0:
            print(f"\r{events:,} events", end="", file=sys.stderr, flush=True)

    try:
        found = audit(data, watch if watched else None)
    except StoreError as error:
        raise UserError(str(error)) from error
    finally:
        if watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    if json:
        print_json({"sound": found.sound, **msgspec.to_builtins(found)})
    else:
        print_lines(_report(found))
    return 0 if found.sound else 1


def _report(found: Audit) -> list[str]:
    rows = (
        ("Tables", found.tables),
        ("Hands", found.hands),
        ("Events", found.events),
        ("Transfers", found.transfers),
        ("Accounts", found.accounts),
        ("On tables", found.on_tables),
    )
    lines = [f"{name:<10} {number:>12,}" for name, number in rows]
    if found.cuts:
        lines.append(f"{'Cuts':<10} {found.cuts:>12,}  damaged ends of tables, cut off")
    for loss in found.losses:
        when = datetime.fromtimestamp(loss.at / 1000, UTC)
        lines += ["", f"Found by the server that started on {when:%Y-%m-%d %H:%M} UTC:"]
        lines.append(f"  {loss.text}")
    if found.sound:
        lines += ["", "Ledger, journal and tables agree; all accounts add up to 0."]
    else:
        lines += ["", f"Differences ({len(found.differences):,})"]
        lines += [f"  {difference.text}" for difference in found.differences]
    return lines
