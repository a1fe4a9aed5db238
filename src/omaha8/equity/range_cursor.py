"""Where the parser is in the tokens of a range, and what it noted on the way."""

from __future__ import annotations

from typing import Final, NamedTuple, NoReturn

from omaha8.equity.range_lexer import CARD_HELP, Kind, RangeError, Token, lex

OPERATORS: Final = "',', ':', '!'"
_RANK_KINDS: Final = (Kind.RANK, Kind.RANK_VARIABLE, Kind.ANY, Kind.RANKS)
_SUIT_KINDS: Final = (Kind.SUIT, Kind.SUIT_VARIABLE)


class Note(NamedTuple):
    """A part of a range as it is written, and what it means in words."""

    text: str
    meaning: str


class Cursor:
    """The tokens of one text, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.tokens: Final = lex(text)
        self.index = 0
        self._notes: Final[dict[Note, None]] = {}

    @property
    def now(self) -> Token:
        """The token that is next to be read."""
        return self.tokens[self.index]

    def take(self) -> Token:
        """Reads a token; the end is read again and again."""
        token = self.tokens[self.index]
        if token.kind is not Kind.END:
            self.index += 1
        return token

    def is_mark(self, marks: str) -> bool:
        """The next token is one of these punctuation marks."""
        return self.now.kind is Kind.MARK and self.now.text in marks

    def take_mark(self, mark: str) -> bool:
        """Reads the mark if it is next."""
        if not self.is_mark(mark):
            return False
        self.take()
        return True

    def is_rank(self) -> bool:
        """A rank, a rank variable, ``*`` or a macro of ranks is next."""
        return self.now.kind in _RANK_KINDS

    def is_suit(self) -> bool:
        """A suit or a suit variable is next."""
        return self.now.kind in _SUIT_KINDS

    def is_card(self) -> bool:
        """What is next begins a card."""
        return self.is_rank() or self.is_suit() or self.is_mark("[{")

    def since(self, at: int) -> str:
        """The text from ``at`` to the end of the last token that was read."""
        return self.text[at : self.tokens[self.index - 1].end]

    def note(self, at: int, meaning: str) -> None:
        """Notes what the text since ``at`` means, once."""
        self._notes[Note(self.since(at), meaning)] = None

    @property
    def notes(self) -> list[Note]:
        """What was noted, in the order of the text."""
        return list(self._notes)

    def expect(self, what: str) -> NoReturn:
        """Raises the `RangeError` that ``what`` should stand where the next token stands."""
        token = self.now
        if token.kind is Kind.END:
            raise RangeError(f"the range ends too early: {what} is expected", self.text, token.at)
        found = self.text[token.at : token.end]
        raise RangeError(f"{what} is expected, not {found!r}", self.text, token.at)

    def expect_card(self) -> NoReturn:
        """Raises the `RangeError` that a card should be next."""
        self.expect(CARD_HELP)

    def refuse(self, reason: str, token: Token) -> NoReturn:
        """Raises a `RangeError` that points at ``token``."""
        raise RangeError(reason, self.text, token.at)
