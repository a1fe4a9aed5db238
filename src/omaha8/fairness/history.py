"""Reading the history of a hand as far as its shuffle goes (floor 4): nothing is taken on trust.

What has nothing to do with the shuffle is passed over, so that histories of other versions can be
checked as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from omaha8.fairness.merkle import CARDS, DEPTH
from omaha8.fairness.slots import DealSlots
from omaha8.hand.dealer import FULL_BOARD
from omaha8.rules.game import Seat
from omaha8.rules.pots import in_order_from

VERSION: Final = 1
_SEATS: Final = 26

_HEX32: Final = "^[0-9a-f]{64}\\Z"
_CARD: Final = "^[2-9TJQKA][cdhs]\\Z"
_CARDS: Final = "^([2-9TJQKA][cdhs])*\\Z"
_IN_WORDS: Final = {
    _HEX32: "64 hexadecimal digits, 0-9 and a-f",
    _CARD: "a card, as in As",
    _CARDS: "cards, as in AsKd",
}

Hex32 = Annotated[str, Meta(pattern=_HEX32)]
CardText = Annotated[str, Meta(pattern=_CARD)]
CardsText = Annotated[str, Meta(pattern=_CARDS)]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Place = Annotated[int, Meta(ge=0, lt=CARDS)]
SeatNumber = Annotated[int, Meta(ge=0, lt=_SEATS)]
Name = Annotated[str, Meta(max_length=200)]


class HistoryError(ValueError):
    """A value is not the history of a hand; the message says where."""


class HashGiven(msgspec.Struct, frozen=True):
    name: Name
    hash: Hex32


class NonceGiven(msgspec.Struct, frozen=True):
    name: Name
    nonce: Hex32


class CardOpened(msgspec.Struct, frozen=True):
    card: CardText
    salt: Hex32


class Committed(msgspec.Struct, frozen=True, tag="decks_committed"):
    hand: Number
    roots: tuple[Hex32, Hex32]
    hashes: Annotated[tuple[HashGiven, ...], Meta(max_length=1000)]


class Chosen(msgspec.Struct, frozen=True, tag="deck_chosen"):
    hand: Number
    nonces: tuple[NonceGiven, ...]
    missing: tuple[Name, ...]
    seed: Hex32
    dealt: Literal[0, 1]
    other: tuple[CardOpened, ...]


class Assigned(msgspec.Struct, frozen=True, tag="blinds_assigned"):
    number: Number


class _Game(msgspec.Struct, frozen=True):
    hole_cards: Literal[4, 5, 6]


class _Rules(msgspec.Struct, frozen=True):
    # An option that has its usual value is not in the JSON form of house rules.
    burn: Literal["before_each_board_street", "none"] = "before_each_board_street"


class Started(msgspec.Struct, frozen=True, tag="hand_started"):
    rules: _Rules
    game: _Game
    button: SeatNumber
    stacks: Annotated[tuple[Number | None, ...], Meta(min_length=2, max_length=_SEATS)]

    @property
    def dealt(self) -> tuple[Seat, ...]:
        """Who is dealt in, in the order of the seats."""
        return tuple([Seat(i) for i, stack in enumerate(self.stacks) if stack])

    @property
    def burned(self) -> int:
        """Cards face down before each street of the board."""
        return int(self.rules.burn != "none")

    def slots(self) -> DealSlots:
        """Where the cards lie. Raises `HistoryError` where they do not suffice."""
        count = len(self.stacks)
        if self.button >= count:
            raise HistoryError(f"the button is at seat {self.button} of {count} seats")
        seats = [seat for seat in in_order_from(self.button, count) if self.stacks[seat]]
        if len(seats) * self.game.hole_cards + FULL_BOARD + 3 * self.burned > CARDS:
            raise HistoryError(f"{len(seats)} players need more than {CARDS} cards")
        return DealSlots(seats, self.game.hole_cards, bool(self.burned))


class HoleCards(msgspec.Struct, frozen=True, tag="hole_dealt"):
    seat: SeatNumber
    cards: CardsText | None


class BoardCards(msgspec.Struct, frozen=True, tag="board_dealt"):
    cards: CardsText
    burned: int


class ShownCards(msgspec.Struct, frozen=True, tag="shown"):
    seat: SeatNumber
    cards: CardsText


class Voided(msgspec.Struct, frozen=True, tag="hand_voided"):
    pass


class Opened(msgspec.Struct, frozen=True):
    slot: Place
    position: Place
    card: CardText
    salt: Hex32
    path: Annotated[tuple[Hex32, ...], Meta(min_length=DEPTH, max_length=DEPTH)]


Read = Committed | Chosen | Assigned | Started | HoleCards | BoardCards | ShownCards | Voided
_TAGS: Final = frozenset(
    {
        "decks_committed",
        "deck_chosen",
        "blinds_assigned",
        "hand_voided",
        "hand_started",
        "hole_dealt",
        "board_dealt",
        "shown",
    }
)


class _Frame(msgspec.Struct, frozen=True):
    omaha8_hand: int
    table: Name
    hand: Number
    events: tuple[dict[str, Any], ...]
    openings: tuple[Opened, ...]


class Told(msgspec.Struct, frozen=True):
    """A card in the history: its place in the deal, and where it stands in words."""

    slot: int
    card: str
    where: str


class HandHistory(msgspec.Struct, frozen=True, kw_only=True):
    """What a history says of the shuffle: the events in their order, and the cards told."""

    table: str
    hand: int
    events: tuple[Read, ...]
    openings: tuple[Opened, ...]
    told: tuple[Told, ...]


def is_history(form: object) -> bool:
    """Whether it says of itself that it is the history of a hand."""
    return isinstance(form, Mapping) and "omaha8_hand" in form


def read_history(form: object) -> HandHistory:
    """The history of a decoded JSON object. Raises `HistoryError`."""
    if not is_history(form):
        raise HistoryError("this is no history of a hand: an object with omaha8_hand is one")
    try:
        frame = msgspec.convert(form, _Frame)
        frame.table.encode()
    except (ValueError, RecursionError) as error:
        raise HistoryError(f"the history: {_in_words(error)}") from None
    if frame.omaha8_hand != VERSION:
        raise HistoryError(f"a history of kind {frame.omaha8_hand}; {VERSION} can be checked here")
    events = tuple(_read_events(frame.events))
    return HandHistory(
        table=frame.table,
        hand=frame.hand,
        events=events,
        openings=frame.openings,
        told=tuple(_told(events)),
    )


def _read_events(forms: tuple[dict[str, Any], ...]) -> Iterator[Read]:
    for number, form in enumerate(forms):
        kind = form.get("type")
        if not isinstance(kind, str):
            raise HistoryError(f"event {number} has no type")
        if kind not in _TAGS:
            continue
        try:
            event = msgspec.convert(form, Read)
            if isinstance(event, Committed):
                for each in event.hashes:
                    each.name.encode()
        except (ValueError, RecursionError) as error:
            raise HistoryError(f"event {number} ({kind}): {_in_words(error)}") from None
        yield event


def _in_words(error: Exception) -> str:
    """What is wrong, without patterns."""
    text = str(error)
    for pattern, words in _IN_WORDS.items():
        text = text.replace(f"`str` matching regex {pattern!r}", words)
    return text


def _told(events: tuple[Read, ...]) -> Iterator[Told]:
    """Every card in the events, as often as it stands there."""
    slots: DealSlots | None = None
    on_board = burned = 0
    for event in events:
        if isinstance(event, Started):
            if slots is not None:
                raise HistoryError("two hands start in it")
            slots, burned = event.slots(), event.burned
        elif isinstance(event, BoardCards):
            cards = _split(event.cards)
            if slots is None or on_board + len(cards) > FULL_BOARD:
                raise HistoryError("cards of a board that is not there")
            if event.burned != burned:
                raise HistoryError(f"{event.burned} cards were burned, by the rules {burned}")
            for card in cards:
                yield Told(slots.board[on_board], card, "the board")
                on_board += 1
        elif isinstance(event, HoleCards | ShownCards) and event.cards is not None:
            cards = _split(event.cards)
            places = () if slots is None else slots.hole(Seat(event.seat))
            if len(cards) != len(places):
                raise HistoryError(
                    f"seat {event.seat + 1} has {len(cards)} hole cards in it, "
                    f"{len(places)} were dealt"
                )
            for slot, card in zip(places, cards, strict=True):
                yield Told(slot, card, f"the hand of seat {event.seat + 1}")


def _split(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]
