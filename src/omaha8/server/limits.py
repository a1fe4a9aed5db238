"""How often anybody may ask: token buckets by address and by account (floor 6)."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

import msgspec

MOST_BUCKETS: Final = 50_000
"""Of one kind; 5 MB."""


class Rate(msgspec.Struct, frozen=True):
    """``burst`` at once, and then one more every ``every`` seconds; 0 for no limit."""

    burst: int
    every: float

    def __post_init__(self) -> None:
        if self.burst < 1 or not 0 <= self.every < 1e6:
            raise ValueError(f"a limit is at least 1 at once and seconds from 0, not {self}")


class LimitSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What is usual suits a club whose members sit behind one address now and then."""

    requests_of_address: Rate = Rate(200, 0.02)
    requests_of_person: Rate = Rate(60, 0.1)
    passwords_of_address: Rate = Rate(20, 5.0)
    """Logging in, registering, recovering: each costs the server a slow hash."""
    passwords_of_account: Rate = Rate(10, 30.0)
    """Tries at one name, from wherever."""
    accounts_of_address: Rate = Rate(20, 20.0)
    """New guests and bots."""


NO_LIMITS: Final = LimitSettings(**{name: Rate(1, 0.0) for name in LimitSettings.__struct_fields__})
"""For tests and measurements."""


class Buckets:
    """One bucket per key, each kept as the moment at which it is full again.

    A bucket that is full is no different from none, so those are forgotten first; when ``most``
    are not full, the fuller half of them.
    """

    def __init__(
        self, rate: Rate, now: Callable[[], float] = monotonic, most: int = MOST_BUCKETS
    ) -> None:
        self._rate = rate
        self._now = now
        self._most = most
        self._full_at: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: str, tokens: int = 1) -> float:
        """Takes so many tokens, or all that a full bucket has; 0 if they were there, else the
        seconds until they are (none is taken).
        """
        if not self._rate.every:
            return 0.0
        now = self._now()
        cost = min(tokens, self._rate.burst) * self._rate.every
        full_at = max(self._full_at.get(key, now), now) + cost
        late = full_at - now - self._rate.burst * self._rate.every
        # A token that is due within a microsecond is there: sums of floats are not exact.
        if late > 1e-6:
            return late
        if len(self._full_at) >= self._most and key not in self._full_at:
            self._forget(now)
        self._full_at[key] = full_at
        return 0.0

    def give_back(self, key: str) -> None:
        """The token last taken, as nothing was tried at with it."""
        if key in self._full_at:
            self._full_at[key] -= self._rate.every

    def _forget(self, now: float) -> None:
        kept = {key: at for key, at in self._full_at.items() if at > now}
        if len(kept) >= self._most:
            emptiest = sorted(kept.items(), key=lambda item: item[1])[len(kept) // 2 :]
            kept = dict(emptiest)
        self._full_at = kept


class Limits:
    """The buckets of a server, by what they are for."""

    def __init__(
        self, settings: LimitSettings | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        settings = settings or LimitSettings()
        self.requests_of_address = Buckets(settings.requests_of_address, now)
        self.requests_of_person = Buckets(settings.requests_of_person, now)
        self.passwords_of_address = Buckets(settings.passwords_of_address, now)
        self.passwords_of_account = Buckets(settings.passwords_of_account, now)
        self.accounts_of_address = Buckets(settings.accounts_of_address, now)
