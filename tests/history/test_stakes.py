"""Blinds and antes: what is posted is what the stakes say, or the rest of a stack."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tests.history.records import changed, kinds, own_records, replayed

KINDS = ("sb", "bb", "ante")
"""The posts that have a stake of their own."""


def other_stakes() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every stake that somebody posts in full, ten times as high, a unit higher and lower."""
    for name, record in own_records("hands").items():
        for key in KINDS:
            posted = {
                post["amount"]
                for post in record["posts"]
                if post["kind"] == key and not post["all_in"]
            }
            for amount in posted:
                for stake in (amount * 10, amount + 1, amount - 1):
                    yield name, {f"stakes__{key}": stake}


def other_posts() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every blind and ante that leaves chips behind, a unit more and less."""
    for name, record in own_records("hands").items():
        for place, post in enumerate(record["posts"]):
            if post["kind"] not in KINDS or post["all_in"]:
                continue
            part = "dead" if post["dead"] else "live"
            for amount in (post[part] - 1, post[part] + 1):
                at = f"posts__{place}__"
                yield name, {f"{at}{part}": amount, f"{at}amount": amount}


@pytest.mark.parametrize(("name", "changes"), [*other_stakes(), *other_posts()])
def test_no_blind_or_ante_but_that_of_the_stakes(name: str, changes: dict[str, Any]) -> None:
    failure = replayed(name, **changes).failure
    assert failure is not None
    assert failure.startswith("stakes_differ: ")


def test_somebody_who_posts_no_ante_is_named() -> None:
    posts = changed("short-ante")["posts"]
    assert replayed("short-ante", posts=posts[1:]).failure == (
        "stakes_differ: seat 2 posts no ante of 10"
    )


@pytest.mark.parametrize(("stack", "fails"), [(8, False), (7, True), (9, True)])
def test_an_ante_may_be_short_only_with_the_rest_of_a_stack(stack: int, fails: bool) -> None:
    done = replayed("short-ante", seats__3__stack=stack)
    assert (done.failure is not None) == fails


def test_an_all_in_post_is_no_more_than_the_stakes() -> None:
    """A stack of 12 that antes 12 where the ante is 10 has paid two units too many."""
    paid: dict[str, Any] = {"posts__2__amount": 12, "posts__2__dead": 12, "seats__3__stack": 12}
    failure = replayed("short-ante", **paid).failure
    assert failure == "stakes_differ: the ante of seat 4 is 12, the stakes say 10"


def test_antes_that_no_stakes_name_are_all_the_same() -> None:
    assert replayed("short-ante", stakes__ante=None).failure is None
    short: dict[str, Any] = {"posts__0__amount": 9, "posts__0__dead": 9}
    failure = replayed("short-ante", stakes__ante=None, **short).failure
    assert failure == "stakes_differ: the ante of seat 2 is 9, another one 10"


def test_one_big_blind_ante_is_for_all() -> None:
    """TDA, big-blind ante: one player posts it, the others none."""
    antes = changed("short-ante")["posts"]
    blinds = antes[4:]
    for amount, differs in ((10, False), (20, True)):
        ante = {"seat": 3, "kind": "bb_ante", "amount": amount, "live": 0, "dead": amount}
        done = replayed("short-ante", tolerant=True, posts=[*blinds, ante])
        assert ("stakes_differ" in kinds(done)) == differs


def test_every_kind_of_stake_was_changed() -> None:
    keys = [key for _, changes in itertools.chain(other_stakes(), other_posts()) for key in changes]
    assert {f"stakes__{key}" for key in KINDS} <= set(keys)
