"""``omaha8 host-link``: a new one-time link that makes its user a host."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from omaha8.cli.errors import UserError
from omaha8.cli.output import print_lines
from omaha8.store.interface import StoreError

if TYPE_CHECKING:
    from omaha8.store.store import Store


def run(*, data: Path = Path("omaha8-data"), address: str = "http://localhost:8008") -> None:
    """Make a new link that makes whoever opens it first a host, while no server runs.

    The links made before are worth nothing any more. While a server runs, a host makes others
    hosts on the page of the host.

    Args:
        data: The folder of the server.
        address: What the server is called in the browser, from http:// or https:// on.
    """
    from omaha8.server.config_sections import web_address
    from omaha8.store.files import FILE
    from omaha8.store.store import Store

    if web_address(address) is None or "?" in address or "#" in address:
        raise UserError(
            "--address: http:// or https:// and a name, as in https://poker.example.org, "
            f"not {address!r}"
        )
    if not (data / FILE).exists():
        raise UserError(f"--data: no server has kept anything in {data} yet; start one first")
    try:
        store = Store.open(data)
        try:
            token = asyncio.run(_new_link(store))
        finally:
            store.close()
    except StoreError as error:
        raise UserError(str(error)) from error
    print_lines([f"{address.rstrip('/')}/#host={token}"])


async def _new_link(store: Store) -> str:
    from omaha8.room.people import People

    people = await People.open(store)
    token = await people.staff.host_link(again=True)
    people.close()
    assert token is not None
    return token
