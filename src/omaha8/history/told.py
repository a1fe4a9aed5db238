"""Hands as a room gives them out: one JSON object each, or a few lines of text (floor 3).

``docs/fairness.md`` has the form. Read are the hand itself and what is said of its blinds; what has
to do with the shuffle is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import Meta

from omaha8.hand.codec import event_from_builtins
from omaha8.hand.events import Event, HandStarted
from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import Kill

VERSION: Final = 1
_HAND_EVENTS: Final = {kind.__struct_config__.tag for kind in get_args(Event)}
_Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
_Name = Annotated[str, Meta(max_length=200)]
_FIRST_LINE: Final = re.compile(r"# (.*), (hand \d+), \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC")
_HAND: Final = re.compile(r"(fl|pl|nl|s)o8[56]? \d+/\d+\S* b\d+ \S+ .*\|")
_NO_HAND: Final = ("# voided:", "# chopped:")


class ToldError(ValueError):
    """A value is no hand of a room, or not one that can be read; the message says where."""


class ToldPlaces(msgspec.Struct, frozen=True):
    """Where button and big blind are."""

    button: Seat
    big_blind: Seat


class ToldPositions(msgspec.Struct, frozen=True):
    """Who has what, and the seats dealt in; ``small_blind`` is ``None`` where nobody posts it."""

    places: ToldPlaces
    small_blind: Seat | None
    dealt: tuple[Seat, ...]


class ToldBlinds(msgspec.Struct, frozen=True, tag="blinds_assigned"):
    """What is said of the blinds before the hand; of some histories only its number."""

    number: int
    positions: ToldPositions | None = None
    straddler: Seat | None = None
    killer: Seat | None = None
    kill: Kill = Kill.OFF


class ToldVoid(msgspec.Struct, frozen=True, tag="hand_voided"):
    """The hand counts for nobody: everybody has again what he began it with."""

    stacks: tuple[Chips | None, ...]


class ToldChop(msgspec.Struct, frozen=True, tag="chopped"):
    """Both blinds took their money back."""

    seats: tuple[Seat, ...]
    amounts: tuple[Chips, ...]


class ToldAnswer(msgspec.Struct, frozen=True, tag="chop_answered"):
    """A blind agrees to chop, or does not."""

    seat: Seat
    agrees: bool


_Beside = ToldBlinds | ToldAnswer | ToldVoid | ToldChop
_BESIDE: Final = {kind.__struct_config__.tag for kind in get_args(_Beside)}


class ToldHand(msgspec.Struct, frozen=True, kw_only=True):
    """A finished hand as one viewer was told it.

    ``events`` are those of the hand, with their places in the history; there are none where it was
    voided before the first. ``end`` is how it ended where it was not played out; ``agreed`` are the
    seats that wanted to chop.
    """

    id: str
    number: int
    agreed: frozenset[Seat]
    events: tuple[tuple[int, Event], ...]
    blinds: ToldBlinds | None
    end: ToldVoid | ToldChop | None


class ToldLine(msgspec.Struct, frozen=True, kw_only=True):
    """The same as text: a hand in the notation, nothing where it was voided before it began.

    ``end`` tells that it was not played out.
    """

    id: str
    line: str
    end: bool


class _Frame(msgspec.Struct, frozen=True):
    omaha8_hand: int
    table: _Name
    hand: _Number
    events: tuple[dict[str, Any], ...]


def is_told(form: object) -> bool:
    """Whether it says of itself that it is a hand of a room."""
    return isinstance(form, Mapping) and "omaha8_hand" in form


def read_told(form: object) -> ToldHand:
    """The hand of a decoded JSON object. Raises `ToldError`."""
    if not is_told(form):
        raise ToldError("no history of a hand: an object with omaha8_hand is one")
    try:
        frame = msgspec.convert(form, _Frame)
    except (ValueError, RecursionError) as error:
        raise ToldError(f"the history: {error}") from None
    if frame.omaha8_hand != VERSION:
        raise ToldError(f"a history of kind {frame.omaha8_hand}; {VERSION} can be replayed here")
    events = list(_read_events(frame.events))
    _check_order([event for _, event in events])
    beside = [event for _, event in events if isinstance(event, _Beside)]
    answers = {each.seat: each.agrees for each in beside if isinstance(each, ToldAnswer)}
    return ToldHand(
        id=f"{frame.table} hand {frame.hand}",
        number=frame.hand,
        events=tuple((place, event) for place, event in events if not isinstance(event, _Beside)),
        blinds=next((each for each in beside if isinstance(each, ToldBlinds)), None),
        agreed=frozenset(seat for seat, agrees in answers.items() if agrees),
        end=next((each for each in beside if isinstance(each, ToldVoid | ToldChop)), None),
    )


def _check_order(events: Sequence[Event | _Beside]) -> None:
    """Blinds are told of, the hand starts, and ends: each once, and in this order."""
    blinds, starts, ends = (
        [place for place, event in enumerate(events) if isinstance(event, kinds)]
        for kinds in (ToldBlinds, HandStarted, ToldVoid | ToldChop)
    )
    if max(len(blinds), len(starts), len(ends)) > 1:
        raise ToldError("more than one hand begins or ends in it")
    if not starts and not ends:
        raise ToldError("no hand begins in it")
    first = starts[0] if starts else len(events)
    early = [event for event in events[:first] if not isinstance(event, _Beside)]
    if early or (blinds and blinds[0] > first):
        raise ToldError("something of the hand stands before hand_started")
    if ends and ends[0] != len(events) - 1:
        raise ToldError("something of the hand stands behind its end")


def _read_events(forms: Sequence[dict[str, Any]]) -> Iterator[tuple[int, Event | _Beside]]:
    for place, form in enumerate(forms):
        kind = form.get("type")
        if not isinstance(kind, str):
            raise ToldError(f"events[{place}] has no type")
        try:
            if kind in _HAND_EVENTS:
                yield place, event_from_builtins(form)
            elif kind in _BESIDE:
                yield place, msgspec.convert(form, _Beside)
        except (ValueError, RecursionError) as error:
            raise ToldError(f"events[{place}] ({kind}): {error}") from None


def is_text(lines: Iterable[str]) -> bool:
    """Whether they are a room's: the first is for people, or the first of the others is a hand."""
    for text in lines:
        line = text.strip()
        if _FIRST_LINE.fullmatch(line):
            return True
        if line and not line.startswith("#"):
            return _HAND.match(line) is not None
    return False


def read_lines(lines: Iterable[str], name: str) -> Iterator[ToldLine]:
    """The hands of a text; ``name`` is that of the file.

    What begins with ``#`` is for people, but names a hand before it and says after it how it ended.
    """
    title, hand, ended = "", "", False
    for number, text in enumerate(lines, start=1):
        line = text.strip()
        first = _FIRST_LINE.fullmatch(line)
        is_hand = bool(line) and not line.startswith("#")
        if first or (is_hand and (hand or ended)):
            if hand or ended:
                yield ToldLine(id=title, line=hand, end=ended)
            title, hand, ended = "", "", False
        if first:
            title = f"{first[1]} {first[2]}"
        elif is_hand:
            title, hand = title or f"{name}:{number}", line
        elif line.startswith(_NO_HAND):
            ended = True
    if hand or ended:
        yield ToldLine(id=title, line=hand, end=ended)
