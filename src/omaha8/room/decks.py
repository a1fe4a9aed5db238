"""Where the decks of a table come from, and how a room can be held to them (floor 5).

``docs/fairness.md``: clients commit to nonces, the room to two decks; the nonces choose one of them
and its order; the other is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from secrets import token_bytes
from typing import Protocol

from omaha8.cards import Card
from omaha8.fairness.choice import first_button, hash_nonce
from omaha8.fairness.events import DeckChosen, DecksCommitted, Opening
from omaha8.fairness.shuffle import CHANCE_SIZE, Shuffle, shuffle_to_json
from omaha8.fairness.slots import slots_seen
from omaha8.room.players import Player
from omaha8.room.refusals import RoomRefused, Why
from omaha8.rules.game import Seat
from omaha8.store.records import PersonId

Random = Callable[[int], bytes]
"""So many bytes that nobody can foresee."""


class Decks(Protocol):
    """What a host asks of whoever shuffles."""

    @property
    def all_revealed(self) -> bool:
        """Nobody's nonce is waited for any more."""

    def wants_offer(self, hand: int) -> bool:
        """Whether decks are still to be committed to before hand ``hand`` is dealt."""

    def offer(self, hand: int, players: Sequence[Player], bots: Sequence[str]) -> DecksCommitted:
        """Commit to the decks of a hand."""

    def choose(self) -> tuple[DeckChosen | None, Sequence[Card]]:
        """The deck of the hand, in the order of the deal."""

    def commit(self, player: Player, hand: int, digest: str, coming: int) -> None:
        """The hash of somebody's nonce. Raises `RoomRefused`."""

    def reveal(self, player: Player, hand: int, nonce: str) -> None:
        """The nonce itself. Raises `RoomRefused`."""

    def openings(
        self, events: Sequence[object], viewer: Seat | None, since: int = 0
    ) -> tuple[Opening, ...]:
        """Of the cards that ``events[since:]`` of this hand show a viewer."""

    def first_button(self, dealt: Sequence[Seat]) -> Seat:
        """Who of those dealt in has the button of the first hand; the deck has been chosen."""

    @property
    def told(self) -> tuple[Sequence[DecksCommitted | DeckChosen], Sequence[DecksCommitted]]:
        """What was told of the decks of the last hand, and of those of the coming one."""

    def take_secret(self) -> tuple[int, bytes] | None:
        """What has to go into the journal with the events that were just made, once."""


class GivenDecks:
    """Decks from outside, one after the other: for tests and replays. Nothing is committed to."""

    def __init__(self, shuffle: Callable[[], Sequence[Card]]) -> None:
        self.shuffle = shuffle

    all_revealed = True

    def wants_offer(self, hand: int) -> bool:
        return False

    def offer(self, hand: int, players: Sequence[Player], bots: Sequence[str]) -> DecksCommitted:
        raise RoomRefused(Why.NOT_ALLOWED, "These decks are given.")

    def choose(self) -> tuple[DeckChosen | None, Sequence[Card]]:
        return None, self.shuffle()

    def commit(self, player: Player, hand: int, digest: str, coming: int) -> None:
        raise RoomRefused(Why.NOT_ALLOWED, "Nobody chooses the decks here.")

    def reveal(self, player: Player, hand: int, nonce: str) -> None:
        raise RoomRefused(Why.NOT_ALLOWED, "Nobody chooses the decks here.")

    def openings(
        self, events: Sequence[object], viewer: Seat | None, since: int = 0
    ) -> tuple[Opening, ...]:
        return ()

    def first_button(self, dealt: Sequence[Seat]) -> Seat:
        return min(dealt)

    told = (), ()

    def take_secret(self) -> tuple[int, bytes] | None:
        return None


class FairDecks:
    """Decks that are committed to, and chosen by the nonces of players and bots."""

    def __init__(self, table: str, random: Random = token_bytes) -> None:
        self.table = table
        self.random = random
        self.shuffle: Shuffle | None = None
        """Of the coming hand, or of the last one until the next is offered."""
        self._promised: dict[PersonId, tuple[int, str]] = {}
        self._revealed: dict[str, str] = {}
        self._dealt: Shuffle | None = None
        self._unkept = False

    @property
    def _open(self) -> Shuffle | None:
        """The shuffle that waits to be chosen."""
        return self.shuffle if self.shuffle is not None and self.shuffle.nonces is None else None

    @property
    def all_revealed(self) -> bool:
        shuffle = self._open
        return shuffle is None or len(self._revealed) == len(shuffle.hashes)

    def wants_offer(self, hand: int) -> bool:
        shuffle = self._open
        return shuffle is None or shuffle.hand != hand

    def offer(self, hand: int, players: Sequence[Player], bots: Sequence[str]) -> DecksCommitted:
        hashes: dict[str, str] = {}
        self._revealed = {}
        for player in players:
            promised, digest = self._promised.get(player.id, (0, ""))
            # Of two with one and the same hash one has copied it.
            if promised == hand and digest not in hashes.values():
                hashes[player.name] = digest
        chance = self.random(CHANCE_SIZE)
        for name in bots:
            nonce = _nonce_of_bot(chance, name)
            hashes[name] = hash_nonce(nonce).hex()
            self._revealed[name] = nonce.hex()
        self._promised = {}
        self.shuffle = Shuffle.begin(self.table, hand, hashes, chance)
        self._unkept = True
        return self.shuffle.committed

    def choose(self) -> tuple[DeckChosen | None, Sequence[Card]]:
        shuffle = self._open
        assert shuffle is not None
        self.shuffle = self._dealt = shuffle.choose(self._revealed)
        self._unkept = True
        return self.shuffle.chosen, self.shuffle.deck

    def commit(self, player: Player, hand: int, digest: str, coming: int) -> None:
        if hand != coming or not self.wants_offer(hand):
            later = coming if self.wants_offer(coming) else coming + 1
            raise RoomRefused(
                Why.STALE, f"Nonces are for hand {later}, which is not shuffled yet; not {hand}."
            )
        self._promised[player.id] = hand, digest

    def reveal(self, player: Player, hand: int, nonce: str) -> None:
        shuffle, chosen = self._open, self.shuffle
        given = chosen.nonces if chosen is not None and chosen.hand == hand else None
        if given is not None and given.get(player.name, b"").hex() == nonce:
            # Another of his pages was sooner.
            return
        if shuffle is None or shuffle.hand != hand:
            raise RoomRefused(Why.STALE, f"No nonce is waited for in hand {hand}.")
        if not shuffle.fits(player.name, nonce):
            raise RoomRefused(Why.NOT_ALLOWED, "This nonce does not fit the hash you gave.")
        self._revealed[player.name] = nonce

    def openings(
        self, events: Sequence[object], viewer: Seat | None, since: int = 0
    ) -> tuple[Opening, ...]:
        shuffle = self._dealt
        return () if shuffle is None else shuffle.openings(slots_seen(events, viewer, since))

    @property
    def told(self) -> tuple[Sequence[DecksCommitted | DeckChosen], Sequence[DecksCommitted]]:
        dealt, offered = self._dealt, self._open
        return (
            () if dealt is None else (dealt.committed, dealt.chosen),
            () if offered is None else (offered.committed,),
        )

    def take_secret(self) -> tuple[int, bytes] | None:
        shuffle = self.shuffle
        if shuffle is None or not self._unkept:
            return None
        self._unkept = False
        return shuffle.hand, shuffle_to_json(shuffle)

    def first_button(self, dealt: Sequence[Seat]) -> Seat:
        assert self._dealt is not None
        return first_button(self._dealt.seed, dealt)

    def resume(self, dealt: Shuffle | None, offered: Shuffle | None) -> None:
        """Go on with what was kept: of the last hand, and of the coming one."""
        self._dealt = dealt
        self.shuffle = dealt if offered is None else offered
        self._revealed = {}
        if offered is not None:
            for each in offered.hashes:
                nonce = _nonce_of_bot(offered.chance, each.name).hex()
                if offered.fits(each.name, nonce):
                    self._revealed[each.name] = nonce


def _nonce_of_bot(chance: bytes, name: str) -> bytes:
    """Out of the chance of the hand, so that a restart leaves no bot of the house without its own:
    it would be the house's choice whether a bot reveals.
    """
    return sha256(b"omaha8 bot 1\0" + chance + name.encode()).digest()
