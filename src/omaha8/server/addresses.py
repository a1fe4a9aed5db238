"""From where a request comes, also behind a proxy (floor 6)."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

UNIX = "unix"
"""The address of who comes through a socket of the file system."""


class Addresses:
    """``proxies`` are the addresses, networks or ``unix`` whose ``X-Forwarded-`` headers count.

    From anybody else these headers say whatever he likes, and are not read. ``public_url`` is what
    browsers call the server, where it stands behind a proxy. Raises `ValueError` for a proxy that
    is none of the three.
    """

    def __init__(self, proxies: Iterable[str] = (), public_url: str | None = None) -> None:
        proxies = tuple(proxies)
        called = urlsplit(public_url or "")
        self._by_https = called.hostname if called.scheme == "https" else None
        self._unix = UNIX in proxies
        self._networks = tuple(ip_network(proxy) for proxy in proxies if proxy != UNIX)

    def client(self, connection: HTTPConnection) -> str:
        """The address to count by: of IPv6 the network of 64 bits, which is one customer's."""
        address = UNIX if connection.client is None else connection.client.host
        if self._trusts(address):
            for name in reversed(connection.headers.getlist("x-forwarded-for")):
                for hop in reversed(name.split(",")):
                    # The nearest that is no proxy of ours; all before it is hearsay.
                    address = hop.strip()
                    if not self._trusts(address):
                        return _counted(address)
        return _counted(address)

    def counted(self, address: str) -> str | None:
        """As `client` counts who comes from ``address`` itself.

        ``None`` for a proxy, which has as many connections as all who come through it, and for
        this machine.
        """
        return None if self._trusts(address) or _is_loopback(address) else _counted(address)

    def secure(self, connection: HTTPConnection) -> bool:
        """Whether the browser came by https, or ought to have: who is called by an https name."""
        if connection.scope.get("scheme") in ("https", "wss"):
            return True
        host = connection.headers.get("host")
        if self._by_https is not None and name_of(host) == self._by_https:
            return True
        address = UNIX if connection.client is None else connection.client.host
        return self._trusts(address) and (
            connection.headers.get("x-forwarded-proto", "").strip().casefold() == "https"
        )

    def _trusts(self, address: str) -> bool:
        if address == UNIX:
            return self._unix
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped:
            parsed = parsed.ipv4_mapped
        return any(parsed in network for network in self._networks)


def name_of(host: str | None) -> str | None:
    """What ``Host`` says without the port; ``None`` where it says nothing."""
    try:
        return urlsplit(f"//{host or ''}").hostname
    except ValueError:
        return None


def _is_loopback(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    return parsed.is_loopback


def _counted(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)
