"""The marks of rows: each depends on everything before it, so that damage shows (floor 5)."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from omaha8.store.records import PersonId, TableId

SIZE: Final = 16


def first_mark(table: TableId) -> bytes:
    """What stands before the first row of a table."""
    return blake2b(table.encode(), digest_size=SIZE, person=b"omaha8 table").digest()


def mark_of(
    previous: bytes,
    seq: int,
    first: int,
    at: int,
    person: PersonId | None,
    ask: str | None,
    body: bytes,
) -> bytes:
    """The mark of a row, from the one before it and all that is in it."""
    # The lengths of what varies come first: no two rows are the same bytes.
    said = b"" if ask is None else ask.encode()
    head = b"%d %d %d %d %d " % (
        seq,
        first,
        at,
        -1 if person is None else person,
        -1 if ask is None else len(said),
    )
    return blake2b(b"".join((previous, head, said, body)), digest_size=SIZE).digest()


def mark_of_blob(number: int, blob: bytes) -> bytes:
    """The mark of a checkpoint or of the secrets of a hand."""
    return blake2b(b"%d " % number + blob, digest_size=SIZE, person=b"omaha8 blob").digest()
