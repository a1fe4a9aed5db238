"""``/metrics`` and ``/healthz``: numbers that a scraper reads, and no name, card or secret."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.applications import Starlette
from starlette.routing import Route

from omaha8.room.metrics import CODES, RoomMetrics
from omaha8.server.health import Healthz, health_of
from omaha8.server.metrics import Gauges, Metrics


def client(app: Starlette, address: str = "127.0.0.1") -> httpx2.AsyncClient:
    transport = httpx2.ASGITransport(app, client=(address, 5))
    return httpx2.AsyncClient(transport=transport, base_url="http://room")


def app_of(metrics: Metrics) -> Starlette:
    return Starlette(routes=[Route("/metrics", metrics.answer)])


def counted() -> RoomMetrics:
    metrics = RoomMetrics()
    metrics.hands, metrics.voided, metrics.cut, metrics.actions = 7, 1, 2, 4
    for seconds in (0.0004, 0.003, 0.003, 9.0):
        metrics.action_seconds.add(seconds)
    metrics.commit(3, 0.01)
    metrics.refuse("stale")
    metrics.refuse("Ann said As")
    return metrics


NOW = Gauges(tables=3, frozen_tables=1, players=5, bots=4, sockets=6, queued=2, chips=1234)


async def scrape(
    app: Starlette,
    address: str = "127.0.0.1",
    headers: Mapping[str, str] = {},
) -> httpx2.Response:
    async with client(app, address) as asks:
        return await asks.get("/metrics", headers=headers)


async def test_what_a_scraper_reads() -> None:
    answer = await scrape(app_of(Metrics(counted(), lambda: NOW)))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }
    assert samples["omaha8_tables",] == 3
    assert samples["omaha8_chips_outstanding",] == 1234
    assert samples["omaha8_hands_total",] == 7
    assert samples["omaha8_actions_total",] == 4
    assert samples["omaha8_refused_messages_total", "stale"] == 1
    assert samples["omaha8_refused_messages_total", "other"] == 1
    assert samples["omaha8_action_seconds_bucket", "0.0005"] == 1
    assert samples["omaha8_action_seconds_bucket", "0.005"] == 3
    assert samples["omaha8_action_seconds_bucket", "2.5"] == 3
    assert samples["omaha8_action_seconds_bucket", "+Inf"] == 4
    assert samples["omaha8_action_seconds_count",] == 4
    assert samples["omaha8_action_seconds_sum",] == pytest.approx(9.0064)
    assert samples["omaha8_commit_writes_sum",] == 3


async def test_labels_have_only_values_that_the_program_knows() -> None:
    answer = await scrape(app_of(Metrics(counted(), lambda: NOW)))
    labels = {
        value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        for name, value in sample.labels.items()
        if name != "le"
    }
    assert labels == {*CODES, "other"}
    assert "Ann" not in answer.text


async def test_every_scrape_has_the_numbers_of_now() -> None:
    room = counted()
    app = app_of(Metrics(room, lambda: Gauges(tables=room.hands)))
    assert "omaha8_tables 7.0\n" in (await scrape(app)).text
    room.hands = 8
    assert "omaha8_tables 8.0\n" in (await scrape(app)).text


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.0.2.7", {}, 403),
        # A proxy on this machine brings somebody from elsewhere.
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7"}, 403),
        ("127.0.0.1", {"via": "1.1 proxy"}, 403),
        ("192.0.2.7", {"authorization": "Bearer let me in"}, 200),
        ("127.0.0.1", {"x-forwarded-for": "192.0.2.7", "authorization": "bearer let me in"}, 200),
        ("192.0.2.7", {"authorization": "Bearer let me"}, 403),
        ("192.0.2.7", {"authorization": "Basic let me in"}, 403),
        ("nowhere", {}, 403),
    ],
)
async def test_metrics_are_for_this_machine_or_a_token(
    address: str, headers: dict[str, str], status: int
) -> None:
    app = app_of(Metrics(RoomMetrics(), Gauges, "let me in"))
    answer = await scrape(app, address, headers)
    assert answer.status_code == status
    assert ("omaha8_tables" in answer.text) == (status == 200)


async def test_without_a_token_no_token_lets_in() -> None:
    for token in (None, ""):
        app = app_of(Metrics(RoomMetrics(), Gauges, token))
        for given in ("Bearer ", "Bearer None", "Bearer"):
            answer = await scrape(app, "192.0.2.7", {"authorization": given})
            assert answer.status_code == 403


def test_a_start_does_not_load_what_only_a_scrape_needs() -> None:
    script = "import sys, omaha8.server.metrics; print('prometheus_client' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("now", "fault", "status", "reasons"),
    [
        (Gauges(tables=2), None, 200, ()),
        (
            Gauges(frozen_tables=1),
            None,
            503,
            ("1 table is frozen, as something is wrong there.",),
        ),
        (
            Gauges(frozen_tables=2),
            "disk full: /data/x",
            503,
            (
                "2 tables are frozen, as something is wrong there.",
                "What happens cannot be saved.",
            ),
        ),
        (
            Gauges(oldest_write=2.34),
            None,
            200,
            ("The disk is slow: a write has waited for 2.3 s.",),
        ),
        (Gauges(queued=501), None, 200, ("501 messages wait for their tables.",)),
    ],
)
async def test_health(
    now: Gauges, fault: str | None, status: int, reasons: tuple[str, ...]
) -> None:
    app = Starlette(routes=[Route("/healthz", Healthz(lambda: now, lambda: fault).answer)])
    async with client(app) as asks:
        answer = await asks.get("/healthz")
    assert answer.status_code == status
    said = "degraded" if reasons else "ok"
    assert answer.json() == {"status": said, "reasons": list(reasons)}
    assert health_of(now, fault)[1] == status
