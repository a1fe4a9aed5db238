"""``/metrics`` for Prometheus: how a room does, in numbers alone (floor 6).

The room counts in plain numbers (`omaha8.room.metrics`); they become samples when somebody asks. No
sample has a name, a card or a table's number, and no label a value that a client can make up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from hmac import compare_digest
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from omaha8.room.metrics import Histogram, RoomMetrics

if TYPE_CHECKING:
    from prometheus_client.core import (
        CounterMetricFamily,
        GaugeMetricFamily,
        HistogramMetricFamily,
    )
    from prometheus_client.registry import CollectorRegistry

_FORWARDED: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
_ELSEWHERE: Final = (
    "The metrics are for this machine, or for who brings the token of the server's configuration.\n"
)


class Gauges(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand now. Ages and times are in seconds.

    ``queued`` are messages that wait for a table, ``writes_waiting`` writes that wait for the disk,
    ``oldest_write`` how long the first of them has waited.
    """

    tables: int = 0
    frozen_tables: int = 0
    paused_tables: int = 0
    players: int = 0
    bots: int = 0
    sockets: int = 0
    queued: int = 0
    writes_waiting: int = 0
    oldest_write: float = 0.0
    last_commit: float = 0.0
    chips: int = 0


class Metrics:
    """The route of ``/metrics``. ``token`` lets a scraper in from another machine."""

    def __init__(
        self,
        counted: RoomMetrics,
        gauges: Callable[[], Gauges],
        token: str | None = None,
    ) -> None:
        self._counted = counted
        self._gauges = gauges
        self._token = token
        self._registry: CollectorRegistry | None = None

    async def answer(self, request: Request) -> Response:
        """The samples, in the format that is asked for."""
        if not self.lets_in(request):
            return PlainTextResponse(_ELSEWHERE, 403)
        if self._registry is None:
            # The first time the library is imported, and no table has to wait for that.
            await asyncio.to_thread(_library)
        from prometheus_client.exposition import choose_encoder

        encode, kind = choose_encoder(request.headers.get("accept", ""))
        return Response(encode(self.registry), headers={"content-type": kind})

    def lets_in(self, request: Request) -> bool:
        """By the token, or from this machine with no proxy between."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        if self._token and scheme.casefold() == "bearer":
            return compare_digest(given.strip().encode(), self._token.encode())
        if any(header in request.headers for header in _FORWARDED):
            return False
        try:
            return request.client is not None and ip_address(request.client.host).is_loopback
        except ValueError:
            return False

    @property
    def registry(self) -> CollectorRegistry:
        """Of this room alone; made when it is first asked for."""
        if self._registry is None:
            # A start does not wait for it.
            from prometheus_client.registry import CollectorRegistry

            self._registry = CollectorRegistry(auto_describe=False)
            self._registry.register(_Collector(self._counted, self._gauges))
        return self._registry


def _library() -> None:
    import prometheus_client.core
    import prometheus_client.exposition  # noqa: F401  to have it


class _Collector:
    """What `prometheus_client` asks at every scrape."""

    def __init__(self, counted: RoomMetrics, gauges: Callable[[], Gauges]) -> None:
        self._counted = counted
        self._gauges = gauges

    def collect(
        self,
    ) -> Iterator[CounterMetricFamily | GaugeMetricFamily | HistogramMetricFamily]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        now, counted = self._gauges(), self._counted
        for name, (text, value) in _gauges(now).items():
            yield GaugeMetricFamily(f"omaha8_{name}", text, value=value)
        for name, (text, count) in _counters(counted).items():
            yield CounterMetricFamily(f"omaha8_{name}", text, value=count)
        refused = CounterMetricFamily(
            "omaha8_refused_messages", "Messages answered with an error.", labels=("code",)
        )
        for code, count in counted.refused.items():
            refused.add_metric((code,), count)
        yield refused
        yield _histogram(
            "action_seconds",
            "From the receipt of an action to its last socket.",
            counted.action_seconds,
        )
        yield _histogram(
            "commit_seconds", "One transaction of the journal.", counted.commit_seconds
        )
        yield _histogram(
            "commit_writes", "Writes in one transaction of the journal.", counted.group_sizes
        )


def _gauges(now: Gauges) -> dict[str, tuple[str, float]]:
    return {
        "tables": ("Tables that are open.", now.tables),
        "frozen_tables": ("Tables that stopped as something is wrong.", now.frozen_tables),
        "paused_tables": ("Tables whose clocks the host stopped.", now.paused_tables),
        "players_seated": ("People in a seat.", now.players),
        "bots_seated": ("Bots of the house in a seat.", now.bots),
        "sockets": ("WebSocket connections.", now.sockets),
        "queued_messages": ("Messages that wait for their table.", now.queued),
        "journal_waiting_writes": ("Writes that wait for the disk.", now.writes_waiting),
        "journal_lag_seconds": ("How long the oldest of them has waited.", now.oldest_write),
        "journal_last_commit_seconds": ("The latest transaction.", now.last_commit),
        "chips_outstanding": ("Chips that lie on tables.", now.chips),
    }


def _counters(counted: RoomMetrics) -> dict[str, tuple[str, int]]:
    return {
        "hands": ("Hands that began.", counted.hands),
        "voided_hands": ("Hands that were taken back.", counted.voided),
        "actions": ("Actions that are in the journal.", counted.actions),
        "cut_sockets": ("Connections that did not read fast enough.", counted.cut),
    }


def _histogram(name: str, text: str, values: Histogram) -> HistogramMetricFamily:
    from prometheus_client.core import HistogramMetricFamily

    up_to, buckets = 0, []
    bounds = [*map(str, values.bounds), "+Inf"]
    for bound, count in zip(bounds, values.counts, strict=True):
        up_to += count
        buckets.append((bound, up_to))
    return HistogramMetricFamily(f"omaha8_{name}", text, buckets=buckets, sum_value=values.total)
