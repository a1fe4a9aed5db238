"""What a room counts."""

from __future__ import annotations

from omaha8.room.metrics import CODES, Histogram, RoomMetrics


def test_a_value_on_a_bound_counts_below_it() -> None:
    times = Histogram((0.1, 0.5))
    for value in (0.05, 0.1, 0.3, 0.5, 7.0):
        times.add(value)
    assert times.counts == [2, 2, 1]
    assert times.total == 7.95


def test_no_client_can_make_up_a_new_code() -> None:
    metrics = RoomMetrics()
    kinds = len(metrics.refused)
    for code in ("stale", "stale", "buy_in", 'x"} 1\n', "As2sKhQd"):
        metrics.refuse(code)
    assert (metrics.refused["stale"], metrics.refused["buy_in"], metrics.refused["other"]) == (
        2,
        1,
        2,
    )
    assert len(metrics.refused) == kinds == len(CODES) + 1


def test_transactions_are_counted_by_size_and_time() -> None:
    metrics = RoomMetrics()
    metrics.commit(1, 0.002)
    metrics.commit(40, 0.004)
    assert sum(metrics.group_sizes.counts) == sum(metrics.commit_seconds.counts) == 2
    assert metrics.group_sizes.total == 41
