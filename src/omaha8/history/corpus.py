"""The corpus format: one recorded hand a line, ``.jsonl`` or ``.jsonl.gz`` (floor 3).

A line becomes a `Record`, a hand of another game, or a `Broken` line with its reason; nothing in a
file can raise but the file itself. The format is described in ``docs/replay.md``.
"""

from __future__ import annotations

import gzip
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

GAME = "O8"
STREETS = ("preflop", "flop", "turn", "river")


class CorpusError(ValueError):
    """A file is no collection of hands; the message begins with its name."""


class Seated(msgspec.Struct, frozen=True):
    """A player before the posts; ``out`` is one who is not dealt in."""

    seat: int
    stack: int
    out: bool = False


class RecordedPost(msgspec.Struct, frozen=True):
    """A post as paid: ``live`` counts as a bet, ``dead`` does not."""

    seat: int
    kind: str
    live: int = 0
    dead: int = 0
    amount: int | None = None
    all_in: bool = False


class RecordedAction(msgspec.Struct, frozen=True, array_like=True):
    """``[seat, action, added, total of the round, all-in]``."""

    seat: int
    action: str
    added: int
    to: int
    all_in: bool = False


class Returned(msgspec.Struct, frozen=True):
    """An uncalled bet and who got it back."""

    seat: int
    amount: int


class Collected(msgspec.Struct, frozen=True):
    """Chips that a seat won; a seat may collect several times."""

    seat: int
    amount: int


class RecordedPot(msgspec.Struct, frozen=True):
    """A pot and the seats that were in it at the end."""

    amount: int
    eligible: tuple[int, ...]


class PayoutRule(msgspec.Struct, frozen=True):
    """How the payouts of a record come out to the unit: where odd chips and the rake go."""

    odd: str
    rake: str


class Stakes(msgspec.Struct, frozen=True):
    """The blinds as the room names them, and the bets of fixed limit."""

    bb: int | None = None
    sb: int | None = None
    ante: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None


class Record(msgspec.Struct, frozen=True):
    """One recorded hand. Amounts are integers in the hand's own unit; ``None`` is not known.

    ``hole`` holds the known cards by seat as text, ``fail`` what the record says against itself.
    ``number`` counts the hands of a ``session``, other games among them.
    """

    id: str
    structure: str
    stakes: Stakes
    seats: tuple[Seated, ...]
    actions: dict[str, tuple[RecordedAction, ...]]
    posts: tuple[RecordedPost, ...]
    site: str = ""
    session: str | None = None
    number: int | None = None
    button: int | None = None
    tournament: bool | None = None
    hole: dict[str, str | None] | None = None
    board: tuple[str, ...] | None = None
    uncalled: Returned | None = None
    collected: tuple[Collected, ...] | None = None
    pots: tuple[RecordedPot, ...] | None = None
    total_pot: int | None = None
    rake: int | None = None
    payout_rule: PayoutRule | None = None
    notes: tuple[str, ...] | None = None
    fail: tuple[str, ...] | None = None


class OtherGame(msgspec.Struct, frozen=True):
    """A hand of a game that is not Omaha Hi/Lo, passed over."""

    id: str
    game: str


class Broken(msgspec.Struct, frozen=True):
    """A line that is no record; ``id`` is its own, or ``FILE:LINE`` where it is nameless."""

    id: str
    reason: str
    nameless: bool = False


class _Head(msgspec.Struct, frozen=True):
    game: str


class _Name(msgspec.Struct, frozen=True):
    id: str


Line = Record | OtherGame | Broken

_Read = TypeVar("_Read")
_decode_head = msgspec.json.Decoder(_Head).decode
_decode_name = msgspec.json.Decoder(_Name).decode
_decode_record = msgspec.json.Decoder(Record).decode


def read_line(line: bytes, place: str) -> Line:
    """One line; ``place`` names it where the record has no ``id``."""
    try:
        game = _decode_head(line).game
        return _decode_record(line) if game == GAME else OtherGame(_id_of(line, place), game)
    except msgspec.ValidationError as error:
        reason = f"no record of a hand: {error}"
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = f"no JSON: {error}"
    except RecursionError:
        reason = "no record of a hand: brackets in brackets without end"
    name = _id_of(line, place)
    return Broken(name, reason, nameless=name == place)


def _id_of(line: bytes, place: str) -> str:
    try:
        return _decode_name(line).id or place
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return place


def read_file(path: Path) -> Iterator[Line]:
    """Every line of a file that is not blank, gzipped or not, with or without byte order marks.

    Raises `CorpusError` when the file cannot be opened, where it cannot be unpacked any further,
    and before any line when none of them is a JSON object with an ``id``.
    """
    return read_each(path, read_line, "not JSON lines")


def read_each(
    path: Path, read: Callable[[bytes, str], _Read | Broken], wrong: str
) -> Iterator[_Read | Broken]:
    """The same with another reader of a line; ``wrong`` is what a file without hands is."""
    nameless: list[Broken] = []
    usable = False
    try:
        with path.open("rb") as raw:
            packed = raw.peek(2)[:2] == b"\x1f\x8b"
            if not packed and path.suffix == ".gz":
                raise CorpusError(f"{path}: not gzipped, in spite of its name")
            lines = gzip.GzipFile(fileobj=raw) if packed else raw
            for number, line in enumerate(lines, start=1):
                text = line.removeprefix(BOM_UTF8)
                if not text.strip():
                    continue
                line_read = read(text, f"{path.name}:{number}")
                if isinstance(line_read, Broken) and line_read.nameless and not usable:
                    nameless.append(line_read)
                    continue
                if not usable:
                    usable = True
                    yield from nameless
                yield line_read
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror or error}") from error
    except (EOFError, zlib.error) as error:
        raise CorpusError(f"{path}: damaged gzip file: {error}") from error
    if nameless and not usable:
        complaint = nameless[0]
        raise CorpusError(f"{path}: {wrong}: {complaint.id}: {complaint.reason}")
