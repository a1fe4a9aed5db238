"""A history is checked: right ones pass, and nothing in them can be changed unnoticed."""

from __future__ import annotations

import copy
from functools import partial
from random import Random
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omaha8.cards import DECK
from omaha8.fairness import Shuffle, first_button
from omaha8.fairness.check import verify
from omaha8.fairness.decks import CommittedDeck
from omaha8.rules.game import Seat
from tests.fairness.histories import (
    FOLDED,
    NAMES,
    SHOWDOWN,
    history_of,
    nonce_of,
    played,
    shuffled,
)
from tests.fairness.tampering import another, at, changed, lists, proved
from tests.hand_strategies import setups
from tests.random_hands import Policy, play_out

CHECKS: Final = (
    "history",
    "order",
    "nonces",
    "seed",
    "choice",
    "other deck",
    "openings",
    "cards",
)
_SHOWDOWN: Final = played(SHOWDOWN, viewer=0, shuffle=shuffled(missing=["Bob"]))


def failed(history: object) -> list[str]:
    """The names of the checks that fail."""
    return [check.name for check in verify(history) if not check.ok]


@settings(max_examples=25, deadline=None)
@given(setups(), st.integers(2, 1000), st.booleans())
def test_a_real_hand_passes_for_everybody(setup: Any, number: int, all_reveal: bool) -> None:
    missing = () if all_reveal else NAMES[:1]
    shuffle = shuffled(hand=number, chance=number, missing=missing)
    hand = setup.deal(shuffle.deck)
    play_out(hand, Policy(Random(number)))
    for viewer in (None, hand.public.deal_order[0]):
        checks = verify(history_of(shuffle, hand, viewer))
        assert [check.name for check in checks] == list(CHECKS)
        assert [check.text for check in checks if not check.ok] == []
        assert [check.name for check in checks if check.warning] == ["nonces"] * len(missing)


def test_the_first_button_is_drawn_by_the_seed() -> None:
    """Else whoever knows all nonces could pick one of three deals: cards go from the button on."""
    shuffle = shuffled(hand=1)
    found = {}
    for seat in range(3):
        line = SHOWDOWN.replace("b0", f"b{seat}")
        found[seat] = failed(played(line, shuffle=shuffle))
    drawn = first_button(shuffle.seed, [Seat(0), Seat(1), Seat(2)])
    assert found.pop(drawn) == []
    assert list(found.values()) == [["button"], ["button"]]


def test_the_first_button_is_drawn_among_who_is_dealt_in() -> None:
    shuffle = shuffled(hand=1)
    line = "plo8 1/2 b{} 200,-,200,-,200 | f f".format
    drawn = first_button(shuffle.seed, [Seat(0), Seat(2), Seat(4)])
    assert failed(played(line(drawn), shuffle=shuffle)) == []


def test_nobodys_nonce_proves_nothing_of_the_choice() -> None:
    check = next(each for each in verify(played(shuffle=shuffled([]))) if each.name == "nonces")
    assert check.warning
    assert check.text == (
        "Nobody's nonce took part: nothing shows that the server did not choose the cards."
    )


# tampering


def test_another_character_anywhere_is_found() -> None:
    random = Random(5)
    unnoticed = [
        path
        for path in proved(_SHOWDOWN)
        if not failed(changed(_SHOWDOWN, path, partial(another, random=random)))
    ]
    assert len(list(proved(_SHOWDOWN))) > 250
    assert unnoticed == []


@pytest.mark.parametrize(
    ("path", "check"),
    [
        (("events", 0, "roots", 0), "seed"),
        (("events", 0, "roots", 1), "seed"),
        (("events", 0, "hashes", 0, "hash"), "nonces"),
        (("events", 0, "hashes", 1, "hash"), "seed"),
        (("events", 1, "nonces", 0, "nonce"), "nonces"),
        (("events", 1, "seed"), "seed"),
        (("events", 1, "other", 0, "salt"), "other deck"),
        (("openings", 0, "salt"), "openings"),
        (("openings", 0, "path", 5), "openings"),
    ],
    ids=lambda value: "-".join(map(str, value)) if isinstance(value, tuple) else value,
)
def test_every_single_digit_is_found(path: tuple[str | int, ...], check: str) -> None:
    random = Random(6)
    for place in range(64):
        false = changed(_SHOWDOWN, path, partial(another, random=random, place=place))
        assert failed(false)[0] == check, place


def test_whatever_is_taken_away_is_missed() -> None:
    for path, count in lists(_SHOWDOWN):
        for i in range(count):
            less = copy.deepcopy(_SHOWDOWN)
            del at(less, path)[i]
            assert failed(less), (path, i)


def test_whatever_is_there_twice_is_found() -> None:
    for path, count in lists(_SHOWDOWN):
        for i in range(count):
            more = copy.deepcopy(_SHOWDOWN)
            at(more, path).insert(i, copy.deepcopy(at(more, path)[i]))
            assert failed(more), (path, i)


# servers that cheat


def with_decks(shuffle: Shuffle, *decks: CommittedDeck) -> Shuffle:
    """The same nonces, and these two decks."""
    other = Shuffle(shuffle.table, shuffle.hand, shuffle.chance, shuffle.hashes, shuffle.nonces)
    other.__dict__["decks"] = decks
    return other


def test_a_deck_with_two_aces_of_spades_is_caught_every_other_hand() -> None:
    """It is opened in full when it is not chosen; and nonces choose, not the server."""
    caught = 0
    for hand in range(2, 202):
        shuffle = shuffled(hand=hand, chance=hand)
        true, false = shuffle.decks
        stacked = CommittedDeck((DECK[51], *DECK[1:]), false.salts)
        cheat = with_decks(shuffle, true, stacked)
        if cheat.chosen.dealt == 0:
            assert failed(played(FOLDED, shuffle=cheat)) == ["other deck"]
            caught += 1
    # 100 expected, with a deviation of 7.
    assert 72 <= caught <= 128


def test_a_deck_in_known_order_is_dealt_in_the_order_of_the_nonces() -> None:
    """What a server stacks is shuffled by the players: every deal is another one."""
    firsts = set()
    for hand in range(60):
        shuffle = shuffled(hand=hand, chance=1)
        stacked = [CommittedDeck(DECK, deck.salts) for deck in shuffle.decks]
        firsts.add(with_decks(shuffle, *stacked).deck[:4])
    assert len(firsts) == 60


def test_the_same_root_twice_leaves_no_choice() -> None:
    shuffle = shuffled()
    same = with_decks(shuffle, shuffle.decks[0], shuffle.decks[0])
    assert failed(played(shuffle=same)) == ["nonces"]


def test_the_other_deck_cannot_be_dealt_instead() -> None:
    shuffle = shuffled()
    first, second = shuffle.decks
    swapped = with_decks(shuffle, second, first)
    false = played(shuffle=swapped)
    false["events"][0] = played(shuffle=shuffle)["events"][0]
    assert set(failed(false)) >= {"seed", "other deck", "openings"}


def test_cards_of_the_right_deck_in_another_order_are_found() -> None:
    false = copy.deepcopy(_SHOWDOWN)
    first, second = false["openings"][:2]
    first["slot"], second["slot"] = second["slot"], first["slot"]
    assert failed(false) == ["openings", "cards"]


def test_another_nonce_for_somebody_who_was_late_does_not_fit() -> None:
    """The server cannot make a nonce for who did not reveal his."""
    false = copy.deepcopy(_SHOWDOWN)
    chosen = false["events"][1]
    chosen["missing"] = []
    chosen["nonces"].append({"name": "Bob", "nonce": nonce_of("Bob", 8).hex()})
    assert failed(false) == ["nonces"]


def test_a_hand_of_another_table_or_number_does_not_fit() -> None:
    assert failed({**_SHOWDOWN, "table": "q7z2"})[0] == "seed"
    moved = copy.deepcopy(_SHOWDOWN)
    moved["hand"] = 8
    for event, key in zip(moved["events"], ("hand", "hand", "number"), strict=False):
        event[key] = 8
    assert failed(moved)[0] == "seed"


def test_two_players_with_one_hash_are_named() -> None:
    false = copy.deepcopy(_SHOWDOWN)
    hashes = false["events"][0]["hashes"]
    hashes[1]["hash"] = hashes[0]["hash"]
    check = verify(false)[-1]
    assert check.text == "Two players have the same hash: one of them chose nothing himself."


def test_a_card_opened_that_nobody_may_see_is_named() -> None:
    shuffle = shuffled()
    false = played(shuffle=shuffle)
    more = shuffle.openings([12])[0]
    false["openings"].append(msgspec.to_builtins(more))
    check = verify(false)[-1]
    assert (check.ok, check.text) == (
        False,
        "Card 12 was opened, and the history does not tell it.",
    )


def test_a_void_hand_whose_deck_was_lost_accuses_nobody() -> None:
    void = {"type": "hand_voided", "why": "Its deck was lost.", "stacks": [200, 200, 200]}
    lost = {**_SHOWDOWN, "openings": [], "events": [*_SHOWDOWN["events"], void]}
    assert failed(lost) == []
    last = verify(lost)[-1]
    assert (last.name, last.warning) == ("openings", True)
    assert last.text.startswith("The hand is void")
    # As long as it was not void, each card had to be opened; and what was opened has to be right.
    assert failed({**lost, "events": _SHOWDOWN["events"]}) == ["cards"]
    assert failed({**lost, "openings": _SHOWDOWN["openings"][1:]}) == ["cards"]


def test_a_hand_dealt_before_its_deck_was_chosen_is_named() -> None:
    false = copy.deepcopy(_SHOWDOWN)
    events = false["events"]
    events.insert(0, events.pop(3))
    assert verify(false)[-1].text == "The hand began before the deck was chosen."


def test_a_hand_without_committed_decks_is_named() -> None:
    plain = {**_SHOWDOWN, "events": _SHOWDOWN["events"][2:], "openings": []}
    assert verify(plain)[-1].text == "The history has no event decks_committed."


# it never raises

_JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.sampled_from(["deck_chosen", "As2s", "00" * 32, "\ud800", 2**64, -1]),
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=3), each, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=100, deadline=None)
@given(_JSON)
def test_whatever_it_is_given_it_says_what_is_wrong(form: object) -> None:
    assert failed(form) == ["history"]


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_whatever_stands_in_a_history_it_says_what_is_wrong(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(_PATHS))
    value = data.draw(_JSON)
    false = changed(_SHOWDOWN, path, lambda _: value)
    checks = verify(false)
    assert all(check.text for check in checks)
    assert [check.name for check in checks] == list(CHECKS[: len(checks)])


def _every_path(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    paths = [path] if path else []
    if isinstance(value, dict):
        for key, each in value.items():
            paths += _every_path(each, (*path, key))
    elif isinstance(value, list):
        for i, each in enumerate(value):
            paths += _every_path(each, (*path, i))
    return paths


_PATHS: Final = _every_path(_SHOWDOWN)
