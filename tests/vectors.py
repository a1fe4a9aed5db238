"""The worked numbers of ``data/vectors.json``, each read by a test that knows all its words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

VECTORS: Final[Mapping[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "vectors.json").read_text("utf-8")
)
COMMENTS: Final = frozenset({"note"})
Reader = Callable[[Mapping[str, Any]], None]


class Readers:
    """By the words that an entry consists of, what reads it."""

    def __init__(self, section: str) -> None:
        self.entries: list[Mapping[str, Any]] = VECTORS[section]
        self._by_words: dict[frozenset[str], Reader] = {}

    def of(self, *words: str) -> Callable[[Reader], Reader]:
        """The decorated function reads the entries that have exactly these words."""

        def register(reader: Reader) -> Reader:
            assert frozenset(words) not in self._by_words, words
            self._by_words[frozenset(words)] = reader
            return reader

        return register

    def read(self, entry: Mapping[str, Any]) -> None:
        """Verifies an entry. Fails on one that has words nobody reads."""
        words = frozenset(entry) - COMMENTS
        assert words in self._by_words, f"nobody reads an entry of {sorted(words)}: {entry}"
        self._by_words[words](entry)

    def unused(self) -> list[list[str]]:
        """Readers of which the file has no entry."""
        present = {frozenset(entry) - COMMENTS for entry in self.entries}
        return [sorted(words) for words in self._by_words if words not in present]


def described(entry: Mapping[str, Any]) -> str:
    """An entry as the name of a test."""
    return ",".join(f"{word}={value}" for word, value in entry.items() if word not in COMMENTS)
