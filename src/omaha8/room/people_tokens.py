"""Tokens that cannot be guessed or forged, and what is kept of them (floor 5).

A token is 256 random bits and a check: ``<token>.<hmac>``. What is forged is known without a look
at the disk; on the disk is only a hash. Nothing of them stands in an address or a log.
"""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac
from secrets import choice, token_urlsafe
from typing import Final

CODES: Final = 8
_GROUPS: Final = 4
_LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ0123456789"
"""Of recovery codes: 32, without those that are read for another (Crockford)."""
_READ_AS: Final = str.maketrans("ILO", "110")
_BYTES: Final = 32
_LONGEST: Final = 100


class Seal:
    """The server's secret at work; ``use`` keeps a cookie from being taken for another token."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def new(self, use: str) -> str:
        """A fresh token."""
        token = token_urlsafe(_BYTES)
        return f"{token}.{self._check(use, token)}"

    def digest(self, use: str, value: str | None) -> bytes | None:
        """What is kept of a token; ``None`` for what this server has not made."""
        if value is None or len(value) > _LONGEST:
            return None
        token, _, check = value.partition(".")
        try:
            genuine = compare_digest(check, self._check(use, token))
        except (TypeError, UnicodeError):
            # compare_digest and the encoding take ASCII only.
            return None
        return sha256(token.encode()).digest() if genuine else None

    def code(self, code: str) -> bytes:
        """What is kept of a recovery code: 80 random bits need no slow hash."""
        return hmac(self._secret, b"code:" + plain_code(code).encode(), sha256)

    def _check(self, use: str, token: str) -> str:
        return hmac(self._secret, f"{use}:{token}".encode("ascii"), sha256).hex()[:32]


def new_codes() -> tuple[str, ...]:
    """Recovery codes, as in ``7K2M-PX9D-04TQ-WZ6H``."""
    return tuple(
        "-".join("".join(choice(_LETTERS) for _ in range(4)) for _ in range(_GROUPS))
        for _ in range(CODES)
    )


def plain_code(code: str) -> str:
    """A code as somebody has typed it, without what does not matter."""
    return "".join(code[:_LONGEST].upper().translate(_READ_AS).replace("-", " ").split())
