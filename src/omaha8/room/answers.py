"""What was asked for and done, so that a repeat gets the first answer (floor 5)."""

from __future__ import annotations

from collections.abc import Iterator

from omaha8.store.records import PersonId

MOST_PERSONS = 200


class Answers:
    """By person and by the name he gave his message, the number of the first event it made.

    The last ``kept`` of a person are remembered, and the last `MOST_PERSONS` persons.
    """

    __slots__ = ("_by_person", "kept")

    def __init__(self, kept: int) -> None:
        self.kept = kept
        self._by_person: dict[PersonId, dict[str, int]] = {}

    def __iter__(self) -> Iterator[tuple[PersonId, dict[str, int]]]:
        return iter(self._by_person.items())

    def find(self, person: PersonId, ask: str) -> int | None:
        """The number of the first event, if that was done already."""
        return self._by_person.get(person, {}).get(ask)

    def add(self, person: PersonId, ask: str, seq: int) -> None:
        """That was done."""
        known = self._by_person.pop(person, {})
        self._by_person[person] = known
        known[ask] = seq
        while len(known) > self.kept:
            del known[next(iter(known))]
        while len(self._by_person) > MOST_PERSONS:
            del self._by_person[next(iter(self._by_person))]
