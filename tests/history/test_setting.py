"""How many hole cards a record tells: as many for everybody, or the record is broken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from omaha8.cards import CARD_TEXT, DECK
from tests.history.records import changed, own_records, replayed

REASON = "hole cards: "


def cards_too_many_or_few() -> Iterator[tuple[str, str, int]]:
    """Every known hand of the project's records with every other number of cards."""
    for name, record in own_records("hands").items():
        known = {seat: text for seat, text in record["hole"].items() if text and len(text) >= 8}
        alone = len(known) == 1
        for seat, text in known.items():
            for count in range(8):
                if count != len(text) // 2 and not (alone and count in (4, 5, 6)):
                    yield name, seat, count


def with_cards(name: str, seat: str, count: int) -> dict[str, Any]:
    """The record with ``count`` cards for a seat, none of them known elsewhere."""
    record = changed(name)
    own = record["hole"][seat]
    seen = {
        *record["board"],
        *(t[i : i + 2] for t in record["hole"].values() if t for i in range(0, len(t), 2)),
    }
    spare = [CARD_TEXT[card] for card in DECK if CARD_TEXT[card] not in seen]
    return {f"hole__{seat}": own[: 2 * count] + "".join(spare[: max(0, count - len(own) // 2)])}


@pytest.mark.parametrize(("name", "seat", "count"), [*cards_too_many_or_few()])
def test_a_hand_of_another_size_breaks_the_record(name: str, seat: str, count: int) -> None:
    """Else a pot of a showdown would go unchecked, since nobody could tell who won it."""
    for rule in ({}, {"payout_rule": None}):
        changes = {**with_cards(name, seat, count), **rule}
        strict, tolerant = (replayed(name, tolerant=t, **changes) for t in (False, True))
        assert strict.failure is not None
        assert REASON in strict.failure
        assert strict.failure == tolerant.failure


def test_the_sizes_are_told() -> None:
    """Omaha deals four cards to everybody, Big O five."""
    assert replayed("quartered", **with_cards("quartered", "8", 3)).failure == (
        "hole cards: 3 for seat 8, where 4, 5 or 6 are dealt"
    )
    assert replayed("quartered", **with_cards("quartered", "8", 5)).failure == (
        "hole cards: 4 for seat 2 and 5 for seat 8, where everybody is dealt as many"
    )
    assert replayed("quartered", notes=["5_card"]).failure == (
        "hole cards: 4 for seat 2 and 5 for a game of five, where everybody is dealt as many"
    )


@pytest.mark.parametrize(
    ("site", "seat", "cards", "reason"),
    [
        ("WPN", "2", "As", None),
        ("WPN", "2", "AsKs2d", None),
        ("own", "2", "As", "hole cards: 1 for seat 2,"),
        ("WPN", "1", "As", "hole cards: 1 for seat 1,"),  # he did not fold
        ("WPN", "2", "", "hole cards: 0 for seat 2,"),
    ],
)
def test_cards_shown_after_folding_where_a_site_has_it(
    site: str, seat: str, cards: str, reason: str | None
) -> None:
    failure = replayed("one-card-shown", site=site, hole={seat: cards}).failure
    assert (failure or "").startswith(reason or "")
    assert (failure is None) == (reason is None)
