"""Where a server is, and who calls it (floor 6)."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

import msgspec

_SCHEMES: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}


class Address(msgspec.Struct, frozen=True):
    """The server at ``host`` and ``port``; ``path`` is before ``/ws`` and ``/api``, mostly empty.

    ``token`` is that of a bot, ``cookie`` the value of a person's cookie; with neither one watches.
    """

    host: str
    port: int
    secure: bool = False
    path: str = ""
    token: str | None = None
    cookie: str | None = None

    @property
    def socket(self) -> str:
        """The URL of the WebSocket."""
        return f"{'wss' if self.secure else 'ws'}://{self._authority}{self.path}/ws"

    @property
    def headers(self) -> dict[str, str]:
        """Those that tell who calls."""
        if self.token is not None:
            return {"Authorization": f"Bearer {self.token}"}
        return {} if self.cookie is None else {"Cookie": f"omaha8={self.cookie}"}

    @property
    def _authority(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self._authority}{self.path}/"


def parse_address(url: str, *, token: str | None = None, cookie: str | None = None) -> Address:
    """``http://127.0.0.1:8008/``, or with ``https``, ``ws``, ``wss``. Raises `ValueError`."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    scheme = _SCHEMES.get(parts.scheme)
    if scheme is None or not parts.hostname:
        raise ValueError(f"an address is http://HOST:PORT/ or https://HOST/, not {url!r}")
    secure = scheme == "https"
    return Address(
        host=parts.hostname,
        port=parts.port or (443 if secure else 80),
        secure=secure,
        path=parts.path.removesuffix("/").removesuffix("/ws"),
        token=token,
        cookie=cookie,
    )
