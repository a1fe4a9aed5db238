"""The sections of a configuration, and what their values may be (floor 6)."""

from __future__ import annotations

from ipaddress import ip_network
from math import isfinite
from typing import Final, Literal
from urllib.parse import SplitResult, urlsplit

import msgspec

from omaha8.room.settings import MOST_CHIPS, RoomSettings
from omaha8.rules.game import Chips

LONGEST: Final = 86_400.0
LONGEST_PACE: Final = 60.0
LONGEST_DELAY: Final = 600.0
"""Seconds."""
SHORTEST_TOKEN: Final = 16
MOST_CONNECTIONS: Final = 1_000_000
BROADEST: Final = {4: 8, 6: 16}
"""The widest networks of proxies, in bits: more than a site has is a mistake."""

_AT_LEAST_ONE: Final = frozenset(
    {
        "sit_out_after",
        "queue",
        "most_clients",
        "clients_each",
        "commands",
        "checkpoint_every",
        "answers",
    }
)


def _check(name: str, value: float, least: float, most: float) -> None:
    # What is not a number is in no range.
    if not (least <= value <= most and isfinite(value)):
        raise ValueError(f"{name}: {least:g} to {most:.16g}, not {value}")


def web_address(url: str) -> SplitResult | None:
    """The parts of ``http://`` or ``https://`` and a host; ``None`` for anything else."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") and parts.hostname else None


def _check_url(url: str) -> None:
    parts = web_address(url)
    if (
        parts is None
        or parts.path.removeprefix("/")
        or parts.query
        or parts.fragment
        or "@" in parts.netloc
    ):
        raise ValueError(
            f"public_url: https:// and a name, with nothing behind it, as in "
            f"https://poker.example.org, not {url!r}"
        )


def _check_proxy(proxy: str) -> None:
    if proxy == "unix":
        return
    try:
        network = ip_network(proxy)
    except ValueError:
        raise ValueError(
            f"trusted_proxies: addresses or networks, as in 127.0.0.1 or 10.0.0.0/24, or unix; "
            f"not {proxy!r}"
        ) from None
    if network.prefixlen < BROADEST[network.version]:
        raise ValueError(
            f"trusted_proxies: {proxy} is nearly everybody, and they may claim any address"
        )


class ServerSection(msgspec.Struct, frozen=True, kw_only=True):
    """Where the server listens, where it keeps things, and what it is called from outside."""

    host: str = "127.0.0.1"
    port: int = 8008
    data: str = "omaha8-data"
    public_url: str | None = None
    trusted_proxies: tuple[str, ...] = ()
    connections_each: int = 200

    def __post_init__(self) -> None:
        if not self.host:
            raise ValueError("host: an address or a name, as in 127.0.0.1, not nothing")
        if not 0 <= self.port <= 65535:
            raise ValueError(f"port: 0 to 65535, not {self.port}")
        if not self.data:
            raise ValueError("data: a folder, not nothing")
        if self.public_url is not None:
            _check_url(self.public_url)
        for proxy in self.trusted_proxies:
            _check_proxy(proxy)
        _check("connections_each", self.connections_each, 0, MOST_CONNECTIONS)


class RoomSection(RoomSettings, frozen=True, kw_only=True):
    """Who may do what, and all that `RoomSettings` has."""

    create_tables: Literal["host", "registered", "everybody"] = "host"
    credit: Literal["unlimited"] | int = "unlimited"
    starting_chips: int = 0
    spectator_delay: float = 0.0

    def __post_init__(self) -> None:
        if self.credit != "unlimited":
            _check("credit", self.credit, 0, MOST_CHIPS)
        _check("starting_chips", self.starting_chips, 0, MOST_CHIPS)
        _check("spectator_delay", self.spectator_delay, 0, LONGEST_DELAY)
        for name in RoomSettings.__struct_fields__:
            least = 1 if name in _AT_LEAST_ONE else 0
            most = LONGEST_PACE if name == "pace" else LONGEST
            _check(name, getattr(self, name), least, most)

    @property
    def settings(self) -> RoomSettings:
        """The part that a room is made with."""
        names = RoomSettings.__struct_fields__
        return RoomSettings(**{name: getattr(self, name) for name in names})

    @property
    def most_debt(self) -> Chips | None:
        """How far below 0 somebody's balance may go; ``None`` for as far as he likes."""
        return None if self.credit == "unlimited" else Chips(self.credit)


class LogSection(msgspec.Struct, frozen=True, kw_only=True):
    """``text`` is for people, ``json`` has one object a line. Requests are told at ``info``."""

    level: Literal["debug", "info", "warning", "error"] = "warning"
    format: Literal["text", "json"] = "text"


class MetricsSection(msgspec.Struct, frozen=True, kw_only=True):
    """``token`` is what a reader of ``/metrics`` has to bring along; without one, only somebody
    on the same machine reads them.
    """

    token: str | None = None

    def __post_init__(self) -> None:
        if self.token is not None and len(self.token) < SHORTEST_TOKEN:
            raise ValueError(f"token: at least {SHORTEST_TOKEN} characters that nobody guesses")
