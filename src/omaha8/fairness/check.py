"""Checking the shuffle of a hand from its history (floor 4): named checks, each with a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from omaha8.cards import CARD_TEXT
from omaha8.fairness.choice import dealt_deck, first_button, hash_nonce, permutation, seed_of
from omaha8.fairness.events import NonceHash
from omaha8.fairness.history import (
    Assigned,
    CardOpened,
    Chosen,
    Committed,
    HandHistory,
    HistoryError,
    Opened,
    Started,
    Voided,
    read_history,
)
from omaha8.fairness.merkle import CARDS, Tree, card_hash, root_of

_NUMBER = {text: number for number, text in enumerate(CARD_TEXT)}
_DECKS = ("first", "second")
FIRST_HAND = 1
"""Of a table."""


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at, and what was found.

    ``warning``: nothing is wrong, but less is proved than could be.
    """

    name: str
    ok: bool
    text: str
    warning: bool = False


_LOST: Final = "The hand is void, and none of its cards were opened: they cannot be checked."


def verify(history: object) -> tuple[Check, ...]:
    """All that can be checked of a decoded history of a hand; never raises.

    The checks end with the first on which the others would have to build.
    """
    try:
        record = read_history(history)
    except HistoryError as error:
        return (Check("history", False, _sentence(str(error))),)
    return tuple(_checks(record))


def _checks(record: HandHistory) -> Iterator[Check]:
    yield Check("history", True, f"This is hand {record.hand} of table {record.table}.")
    wrong = _order_fault(record)
    if wrong:
        yield Check("order", False, wrong)
        return
    committed = next(event for event in record.events if isinstance(event, Committed))
    chosen = next(event for event in record.events if isinstance(event, Chosen))
    yield Check("order", True, "The decks were committed to before the nonces were revealed.")
    faults = _nonce_faults(committed, chosen)
    if faults:
        yield Check("nonces", False, " ".join(faults))
        return
    yield _took_part(committed, chosen)

    hashes = [NonceHash(each.name, each.hash) for each in committed.hashes]
    nonces = {each.name: bytes.fromhex(each.nonce) for each in chosen.nonces}
    roots = [bytes.fromhex(root) for root in committed.roots]
    seed = seed_of(record.table, record.hand, roots, hashes, nonces)
    ok = seed.hex() == chosen.seed
    yield Check(
        "seed",
        ok,
        f"Table, hand, roots, hashes and nonces make the seed {chosen.seed[:16]}."
        if ok
        else f"The seed should be {seed.hex()[:16]}, and the history says {chosen.seed[:16]}.",
    )
    dealt = dealt_deck(seed)
    ok = dealt == chosen.dealt
    yield Check(
        "choice",
        ok,
        f"The seed chooses the {_DECKS[dealt]} deck."
        if ok
        else f"The seed chooses the {_DECKS[dealt]} deck, and the other one was dealt.",
    )
    yield from _button(record, seed)
    wrong = _other_fault(chosen.other, committed.roots[1 - dealt])
    yield Check(
        "other deck",
        not wrong,
        wrong
        or f"The {_DECKS[1 - dealt]} deck was opened: 52 different cards, as it was committed to.",
    )
    if record.told and not record.openings and Voided in map(type, record.events):
        # As where a disk has lost the deck: nobody has won or lost a chip by these cards.
        yield Check("openings", True, _LOST, warning=True)
        return
    faults = _opening_faults(record.openings, seed, committed.roots[dealt])
    count = len(record.openings)
    yield Check(
        "openings",
        not faults,
        " ".join(faults)
        or f"{_count(count, 'card')} opened: in the {_DECKS[dealt]} deck from the beginning, "
        "and dealt where the seed puts them.",
    )
    faults = _card_faults(record)
    yield Check(
        "cards",
        not faults,
        " ".join(faults) or "Every card told was opened, and no other; none came twice.",
    )


def _order_fault(record: HandHistory) -> str | None:
    """What is wrong with which event of the shuffle comes where."""
    kinds = [type(event) for event in record.events]
    for kind, what in ((Committed, "decks_committed"), (Chosen, "deck_chosen")):
        if kinds.count(kind) != 1:
            found = "no" if kind not in kinds else "more than one"
            return f"The history has {found} event {what}."
    if kinds.index(Committed) > kinds.index(Chosen):
        return "A deck was chosen before the decks were committed to."
    if any(kind not in (Committed, Chosen) for kind in kinds[: kinds.index(Chosen)]):
        return "The hand began before the deck was chosen."
    for event in record.events:
        if isinstance(event, Committed | Chosen | Assigned):
            number = event.number if isinstance(event, Assigned) else event.hand
            if number != record.hand:
                return f"An event belongs to hand {number}."
    if record.told and Started not in kinds:
        return "There are cards of a hand that never started."
    return None


def _button(record: HandHistory, seed: bytes) -> Iterator[Check]:
    """RULES, the button: that of a table's first hand is drawn, later ones move."""
    start = next((event for event in record.events if isinstance(event, Started)), None)
    if record.hand != FIRST_HAND or start is None or not start.dealt:
        return
    button = first_button(seed, start.dealt)
    ok = button == start.button
    yield Check(
        "button",
        ok,
        f"It is the first hand: the seed draws the button for seat {button + 1}."
        if ok
        else f"The seed draws the first button for seat {button + 1}; "
        f"seat {start.button + 1} had it.",
    )


def _nonce_faults(committed: Committed, chosen: Chosen) -> list[str]:
    if committed.roots[0] == committed.roots[1]:
        return ["Both decks have the same root: there was nothing to choose."]
    hashes = {each.name: each.hash for each in committed.hashes}
    if len(hashes) != len(committed.hashes):
        return ["A name stands twice in the list of hashes."]
    if len(set(hashes.values())) != len(hashes):
        return ["Two players have the same hash: one of them chose nothing himself."]
    given = [each.name for each in chosen.nonces]
    faults = [f"There is no hash of {name}." for name in given if name not in hashes]
    faults += [f"There is no hash of {name}." for name in chosen.missing if name not in hashes]
    accounted = Counter([*given, *chosen.missing])
    faults += [f"{name} is there twice." for name, count in accounted.items() if count > 1]
    faults += [
        f"{name} gave a hash, and nothing is said of the nonce."
        for name in hashes
        if name not in accounted
    ]
    faults += [
        f"The nonce of {each.name} does not fit its hash."
        for each in chosen.nonces
        if each.name in hashes and hash_nonce(bytes.fromhex(each.nonce)).hex() != hashes[each.name]
    ]
    return faults


def _took_part(committed: Committed, chosen: Chosen) -> Check:
    missing = ", ".join(chosen.missing)
    said = f"Their nonces came too late, or not at all: {missing}." if missing else ""
    if not chosen.nonces:
        text = "Nobody's nonce took part: nothing shows that the server did not choose the cards."
        return Check("nonces", True, f"{text} {said}".strip(), warning=True)
    names = ", ".join(each.name for each in chosen.nonces)
    text = f"The nonces fit their hashes: {names}. {said}".strip()
    return Check("nonces", True, text, warning=bool(missing))


def _other_fault(other: Sequence[CardOpened], root: str) -> str | None:
    if len(other) != CARDS:
        return f"The other deck has {len(other)} cards."
    cards = [_NUMBER[each.card] for each in other]
    twice = [card for card, count in Counter(cards).items() if count > 1]
    if twice:
        return f"The other deck has a card twice: {CARD_TEXT[twice[0]]}. It was no whole deck."
    leaves = [
        card_hash(position, card, bytes.fromhex(each.salt))
        for position, (card, each) in enumerate(zip(cards, other, strict=True))
    ]
    if Tree(leaves).root.hex() != root:
        return "The other deck is not the one that was committed to: its root is another."
    return None


def _opening_faults(openings: Sequence[Opened], seed: bytes, root: str) -> list[str]:
    faults = []
    order = permutation(seed)
    for each in openings:
        leaf = card_hash(each.position, _NUMBER[each.card], bytes.fromhex(each.salt))
        path = [bytes.fromhex(beside) for beside in each.path]
        if root_of(each.position, leaf, path).hex() != root:
            faults.append(f"Card {each.slot} ({each.card}) does not lead to the root of the deck.")
        elif order[each.slot] != each.position:
            faults.append(
                f"Card {each.slot} ({each.card}) lay at {each.position} of the deck; "
                f"the seed deals the one at {order[each.slot]}."
            )
    return faults


def _card_faults(record: HandHistory) -> list[str]:
    opened = {each.slot: each.card for each in record.openings}
    faults = []
    if len(opened) != len(record.openings):
        faults.append("A card was opened twice.")
    twice = [card for card, count in Counter(opened.values()).items() if count > 1]
    faults += [f"{card} was dealt twice." for card in twice]
    for each in record.told:
        found = opened.get(each.slot)
        if found is None:
            faults.append(f"{each.card} of {each.where} was not opened.")
        elif found != each.card:
            faults.append(f"{each.card} of {each.where} was dealt as {found}.")
    strange = sorted(set(opened) - {each.slot for each in record.told})
    faults += [f"Card {slot} was opened, and the history does not tell it." for slot in strange]
    return faults


def _count(count: int, what: str) -> str:
    return f"1 {what} was" if count == 1 else f"{count} {what}s were"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
