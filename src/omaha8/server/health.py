"""``/healthz``: whether a load balancer, or a person, can rely on the server (floor 6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from omaha8.server.errors import json_response
from omaha8.server.metrics import Gauges

SLOW_DISK: Final = 1.0
"""Seconds that a write may wait before that is said."""
MANY_QUEUED: Final = 500


class Health(msgspec.Struct, frozen=True):
    """``reasons`` are sentences, none where all is well. They name no table and nobody."""

    status: Literal["ok", "degraded"]
    reasons: tuple[str, ...] = ()


def health_of(now: Gauges, store_fault: str | None) -> tuple[Health, int]:
    """How the server does, and the status: 503 where chips do not move any more."""
    failing = []
    if now.frozen_tables:
        are = "1 table is" if now.frozen_tables == 1 else f"{now.frozen_tables} tables are"
        failing.append(f"{are} frozen, as something is wrong there.")
    if store_fault is not None:
        failing.append("What happens cannot be saved.")
    slow = []
    if now.oldest_write > SLOW_DISK:
        slow.append(f"The disk is slow: a write has waited for {now.oldest_write:.1f} s.")
    if now.queued > MANY_QUEUED:
        slow.append(f"{now.queued} messages wait for their tables.")
    reasons = (*failing, *slow)
    return Health("degraded" if reasons else "ok", reasons), 503 if failing else 200


class Healthz:
    """The route. ``store_fault`` says why nothing can be saved, ``None`` where all can."""

    def __init__(self, gauges: Callable[[], Gauges], store_fault: Callable[[], str | None]) -> None:
        self._gauges = gauges
        self._store_fault = store_fault

    async def answer(self, _: Request) -> Response:
        """``ok`` or ``degraded``, and why."""
        health, status = health_of(self._gauges(), self._store_fault())
        return json_response(health, status)
