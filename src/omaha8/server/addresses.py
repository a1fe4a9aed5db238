"""From where a request comes, also behind a proxy (floor 6)."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

UNIX = "unix"
"""The address of who comes through a socket of the file system."""


class Addresses:
    """``proxies`` are the addresses, networks or ``unix`` whose ``X-Forwarded-`` headers count.

    From anybody else these headers say whatever he likes, and are not read. Raises `ValueError`
    for what is neither.
    """

    def __init__(self, proxies: Iterable[str] = ()) -> None:
        proxies = tuple(proxies)
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
        """Whether the browser came by https."""
        if connection.url.scheme in ("https", "wss"):
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
