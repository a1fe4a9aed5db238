"""The shuffle as the server keeps it: what it refuses, what it tells, and that it can be kept."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omaha8.cards import CARD_TEXT, DECK
from omaha8.fairness import (
    CHANCE_SIZE,
    Shuffle,
    ShuffleError,
    hash_nonce,
    make_deck,
    permutation,
    shuffle_from_json,
    shuffle_to_json,
)
from omaha8.fairness.events import NonceHash
from tests.fairness.histories import chance_of, nonce_of, shuffled
from tests.fairness.test_choice import chi_square

_ANN: Final = hash_nonce(nonce_of("Ann", 7)).hex()


def begun(*names: str) -> Shuffle:
    hashes = {name: hash_nonce(nonce_of(name, 7)).hex() for name in names}
    return Shuffle.begin("k3x9", 7, hashes, chance_of(1))


def test_what_is_told_before_the_choice_are_roots_and_hashes() -> None:
    told = begun("Ann", "Bob").committed
    assert told.hand == 7
    assert [each.name for each in told.hashes] == ["Ann", "Bob"]
    assert told.hashes[0] == NonceHash("Ann", _ANN)
    assert len({*told.roots, *(each.hash for each in told.hashes)}) == 4


def test_the_choice_names_who_did_not_reveal() -> None:
    told = shuffled(["Ann", "Bob", "Cyd"], missing=["Bob"]).chosen
    assert [each.name for each in told.nonces] == ["Ann", "Cyd"]
    assert told.missing == ("Bob",)
    assert sorted(each.card for each in told.other) == sorted(CARD_TEXT)
    assert len({each.salt for each in told.other}) == 52


def test_the_deal_is_the_chosen_deck_in_the_order_of_the_seed() -> None:
    shuffle = shuffled()
    dealt = shuffle.decks[shuffle.chosen.dealt]
    assert shuffle.deck == tuple(dealt.cards[at] for at in permutation(shuffle.seed))
    assert sorted(shuffle.deck) == list(DECK)
    assert [each.card for each in shuffle.openings(range(52))] == [
        CARD_TEXT[card] for card in shuffle.deck
    ]


def test_openings_of_the_deck_that_is_dealt_give_nothing_of_the_other_cards_away() -> None:
    """What is opened has its own salt only, and hashes over others."""
    shuffle = shuffled()
    dealt = shuffle.decks[shuffle.chosen.dealt]
    opened = shuffle.openings([0, 5])
    own = {each.position for each in opened}
    told = json.dumps([[each.salt, each.path] for each in opened])
    assert all(
        (salt.hex() in told) == (position in own) for position, salt in enumerate(dealt.salts)
    )


def test_without_any_nonce_there_is_a_deal_all_the_same() -> None:
    shuffle = shuffled([])
    assert shuffle.chosen.nonces == ()
    assert shuffle.chosen.missing == ()
    assert sorted(shuffle.deck) == list(DECK)


def test_the_server_alone_shuffles_well_too() -> None:
    """With the same nonces every card is dealt first as often: 51 degrees of freedom."""
    random = Random(4)
    counts = [0] * 52
    for _ in range(2600):
        deck = make_deck(random.randbytes(32))
        counts[deck.cards[17]] += 1
    assert chi_square(counts) < 110


def test_a_deck_has_different_cards_and_different_salts() -> None:
    first, second = begun("Ann").decks
    assert sorted(first.cards) == sorted(second.cards) == list(DECK)
    assert Counter((*first.salts, *second.salts)).most_common(1)[0][1] == 1
    assert {len(salt) for salt in first.salts} == {32}


def test_a_nonce_fits_its_hash_and_its_player_only() -> None:
    shuffle = begun("Ann", "Bob")
    nonce = nonce_of("Ann", 7).hex()
    assert shuffle.fits("Ann", nonce)
    assert not shuffle.fits("Bob", nonce)
    assert not shuffle.fits("Cyd", nonce)
    assert not shuffle.fits("Ann", nonce_of("Ann", 8).hex())
    assert not shuffle.fits("Ann", "no nonce")


@pytest.mark.parametrize("size", [0, CHANCE_SIZE - 1, CHANCE_SIZE + 1])
def test_it_takes_64_bytes_of_chance(size: int) -> None:
    with pytest.raises(ShuffleError, match=f"64 bytes of chance, {size} given"):
        Shuffle.begin("k3x9", 7, {}, bytes(size))


def test_the_same_hash_twice_is_refused() -> None:
    with pytest.raises(ShuffleError, match="the hash of one and the same nonce"):
        Shuffle.begin("k3x9", 7, {"Ann": _ANN, "Bob": _ANN}, chance_of(1))


@pytest.mark.parametrize("text", ["", "zz" * 32, _ANN.upper(), _ANN[:-2], f" {_ANN}"])
def test_a_hash_is_64_digits(text: str) -> None:
    with pytest.raises(ShuffleError, match="the hash of Ann is 64 hexadecimal digits"):
        Shuffle.begin("k3x9", 7, {"Ann": text}, chance_of(1))


def test_a_nonce_that_does_not_fit_chooses_nothing() -> None:
    with pytest.raises(ShuffleError, match="the nonce of Ann does not fit its hash"):
        begun("Ann").choose({"Ann": nonce_of("Ann", 8).hex()})


def test_nobody_chooses_twice() -> None:
    with pytest.raises(ShuffleError, match="the deck of hand 7 has been chosen"):
        shuffled(hand=7).choose({})


def test_before_the_choice_there_is_no_deck() -> None:
    with pytest.raises(ShuffleError, match="the deck of hand 7 has not been chosen yet"):
        _ = begun("Ann").deck


@given(
    names=st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=4, unique=True),
    missing=st.integers(0, 4),
    table=st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    hand=st.integers(0, 2**53 - 1),
)
def test_it_can_be_kept(names: list[str], missing: int, table: str, hand: int) -> None:
    shuffle = shuffled(names, table=table, hand=hand, missing=names[:missing])
    begun = Shuffle(shuffle.table, shuffle.hand, shuffle.chance, shuffle.hashes)
    for each in (begun, shuffle):
        kept = shuffle_from_json(shuffle_to_json(each))
        assert kept == each
        assert kept.committed == shuffle.committed
    again = shuffle_from_json(shuffle_to_json(shuffle))
    assert again.chosen == shuffle.chosen
    assert again.deck == shuffle.deck


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"omaha8_shuffle": "2"}, "Invalid value '2'"),
        ({"chance": "00"}, "a hand takes 64 bytes of chance, 1 given"),
        ({"chance": "x"}, "non-hexadecimal"),
        ({"hashes": [{"name": "Ann", "hash": "00"}]}, "the hash of Ann is 64"),
        ({"hashes": [{"name": "Ann", "hash": _ANN}] * 2}, "a player stands in it twice"),
        ({"nonces": {"Ann": "00" * 32}}, "the nonce of Ann does not fit its hash"),
        ({"hand": "7"}, "Expected `int`"),
    ],
)
def test_what_was_not_kept_like_this_is_refused(change: dict[str, object], said: str) -> None:
    form = json.loads(shuffle_to_json(shuffled(["Ann"])))
    with pytest.raises(ShuffleError, match=f"this is no shuffle of a hand: .*{said}"):
        shuffle_from_json(json.dumps({**form, **change}))


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 5000, b"\xff"])
def test_what_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(ShuffleError, match="this is no shuffle of a hand"):
        shuffle_from_json(text)
