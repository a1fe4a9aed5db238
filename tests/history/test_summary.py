"""Many hands and what came of them."""

from __future__ import annotations

from omaha8.history.corpus import Broken, OtherGame
from omaha8.history.summary import Summary, replay_files
from tests.history.records import DATA, record_of


def test_hands_are_replayed_failed_or_skipped() -> None:
    summary = Summary()
    summary.add(record_of("quartered"))
    summary.add(record_of("raise-cut"))
    summary.add(record_of("quartered", collected=[], id="unpaid"))
    summary.add(OtherGame("h-1", "NLHE"))
    summary.add(OtherGame("h-2", "NLHE"))
    summary.add(Broken("x.jsonl:7", "no JSON: Input data was truncated"))
    told = summary.as_dict()
    assert {key: told[key] for key in ("hands", "replayed", "skipped")} == {
        "hands": 6,
        "replayed": 1,
        "skipped": {"NLHE": 2},
    }
    assert [failed["id"] for failed in told["failed"]] == ["raise-cut", "unpaid", "x.jsonl:7"]
    assert told["failed"][1]["reason"] == "nobody collects the pot of 43"
    assert [(d["id"], d["kind"]) for d in told["deviations"]] == [
        ("raise-cut", "bet_cut_to_opponent_stack")
    ]
    assert (told["payouts_checked"], told["payouts_exact"]) == (1, 1)


def test_a_payout_that_differs_is_checked_and_not_exact() -> None:
    summary = Summary()
    parts = [{"seat": 2, "amount": 33}, {"seat": 8, "amount": 10}]
    summary.add(record_of("quartered", collected=parts), tolerant=True)
    assert (summary.payouts_checked, summary.payouts_exact, summary.replayed) == (1, 0, 0)


def test_the_projects_own_hands_in_tolerant_replay() -> None:
    summary = replay_files([DATA / "hands.jsonl", DATA / "odd.jsonl"], tolerant=True)
    assert (summary.hands, summary.replayed) == (35, 35)
    assert (summary.payouts_checked, summary.payouts_exact) == (16, 16)
    assert next(iter(summary.by_kind().items())) == (
        "bet_cut_to_opponent_stack",
        ["raise-cut", "raise-cut-to-a-call"],
    )
