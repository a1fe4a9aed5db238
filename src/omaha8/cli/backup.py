"""``omaha8 backup``: a copy of a server's data, while it runs."""

from __future__ import annotations

from pathlib import Path

from omaha8.cli.errors import UserError
from omaha8.cli.output import print_lines
from omaha8.store.backup import back_up
from omaha8.store.interface import StoreError


def run(out: Path, /, *, data: Path = Path("omaha8-data"), force: bool = False) -> None:
    """Copy the data of a server to one file, also while it runs, and check the copy.

    The file holds decks, and what people are recognised by: only its owner can read it.

    Args:
        out: The file that the copy goes to.
        data: The folder of the server.
        force: Write over a file that is there.
    """
    try:
        size = back_up(data, out, force=force)
    except StoreError as error:
        raise UserError(str(error)) from error
    print_lines([f"{out}: {size:,} bytes, checked"])
