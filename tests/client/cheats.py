"""What a cheating server may try, whoever listens: Python's client, or the page.

Each case tells a hand or two to Ann; what she answers comes back to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from omaha8.cards import DECK
from omaha8.fairness import Shuffle
from omaha8.fairness.events import NonceHash
from omaha8.hand.actions import CALL, CHECK, SHOW
from omaha8.room.messages import Events, Snapshot, Welcome
from omaha8.rules.game import Seat
from omaha8.table import commands as c
from tests.client.told import INFO, Teller, nonce

BOBS, BOBS_HASH = nonce(7)
Told = Events | Snapshot | Welcome
replace = msgspec.structs.replace


class Cheat:
    """A server with Ann's client at the other end; ``hash`` and ``nonce`` are her last ones.

    ``hear`` gives her a message and returns what she says: commits and reveals.
    """

    def __init__(self, hear: Callable[[Told], Sequence[Any]]) -> None:
        self.teller = Teller()
        self._hear = hear
        self.hash = self.nonce = ""
        self.given: dict[int, str] = {}
        """All the hashes, by hand."""
        self.reveals: list[tuple[int, str]] = []

    def tell(self, *messages: Told) -> None:
        for message in messages:
            for answer in self._hear(message):
                if answer["type"] == "commit":
                    self.hash = answer["hash"]
                    self.given[answer["hand"]] = self.hash
                else:
                    self.nonce = answer["nonce"]
                    self.reveals.append((answer["hand"], self.nonce))

    @property
    def hashes(self) -> dict[str, str]:
        return {"Ann": self.hash, "Bob": BOBS_HASH}

    def commits(self, chance: bytes = b"decks", hashes: dict[str, str] | None = None) -> Events:
        return self.teller.commits(hashes or self.hashes, chance)

    def deals(self, *, ann: bool = True) -> list[Events]:
        return self.teller.deals({"Bob": BOBS} | ({"Ann": self.nonce} if ann else {}))

    def deals_anything(self) -> Events:
        """A hand from a deck that was never committed to."""
        self.teller.shuffle = None
        first = Seat(0) if self.teller.table.public.places is None else None
        return self.teller.do(c.Deal(tuple(DECK), first))

    def play_out(self) -> None:
        table = self.teller.table
        while table.public.playing:
            legal = table.legal
            assert legal is not None
            action = SHOW if legal.showdown else CALL if legal.to_call else CHECK
            self.tell(self.teller.do(c.Act(legal.seat, action)))

    def honest_hand(self, *, listed: bool = True, in_time: bool = True) -> None:
        """One in which Ann's hash is ``listed``, and her nonce is there ``in_time``."""
        self.tell(self.commits(b"honest", None if listed else {"Bob": BOBS_HASH}))
        self.tell(*self.deals(ann=listed and in_time))
        self.play_out()

    def committed(self, **changes: Any) -> Events:
        """A commitment in which something is changed."""
        committed = self.teller.shuffles(self.hashes).committed
        return self.teller.events([replace(committed, **changes)])


def exchanged(server: Cheat) -> None:
    server.tell(server.commits(b"one"))
    server.tell(server.commits(b"two"))
    server.tell(*server.deals())
    server.play_out()


def exchanged_hashes(server: Cheat) -> None:
    server.tell(server.commits(b"one"))
    server.tell(server.commits(b"one", {"Ann": server.hash}))


def exchanged_in_a_snapshot(server: Cheat) -> None:
    server.tell(server.commits(b"one"))
    server.commits(b"two")
    server.deals()
    server.tell(server.teller.snapshot())


def exchanged_after_a_snapshot(server: Cheat) -> None:
    """The snapshot says nothing of decks, as if none had been committed to."""
    server.tell(server.commits(b"one"))
    server.tell(server.teller.snapshot(decks=False))
    server.tell(server.commits(b"two"))
    server.tell(*server.deals())


def one_root(server: Cheat) -> None:
    server.tell(server.committed(roots=("ab" * 32, "ab" * 32)))


def own_hash_twice(server: Cheat) -> None:
    both = (NonceHash("Ann", server.hash), NonceHash("Bob", server.hash))
    server.tell(server.committed(hashes=both))


def own_name_twice(server: Cheat) -> None:
    both = (NonceHash("Ann", server.hash), NonceHash("Ann", BOBS_HASH))
    server.tell(server.committed(hashes=both))


def never_committed(server: Cheat) -> None:
    server.tell(server.deals_anything())


def never_committed_later(server: Cheat) -> None:
    server.honest_hand()
    server.tell(server.deals_anything())


def never_chosen(server: Cheat) -> None:
    server.tell(server.commits())
    server.tell(server.deals_anything())


def dealt_in_a_snapshot(server: Cheat) -> None:
    server.tell(server.commits())
    server.deals_anything()
    server.tell(server.teller.snapshot())


def dealt_after_a_snapshot(server: Cheat) -> None:
    server.tell(server.commits())
    server.tell(server.teller.snapshot(decks=False))
    server.tell(server.deals_anything())


def never_committed_after_a_snapshot(server: Cheat) -> None:
    server.tell(server.teller.snapshot())
    server.tell(server.deals_anything())


def hushed_up(server: Cheat) -> None:
    """What went wrong is not mended by a snapshot of the same hand."""
    exchanged(server)
    server.tell(server.teller.snapshot(decks=False))


def chosen_first(server: Cheat) -> None:
    begun = server.teller.shuffles(server.hashes)
    server.tell(server.teller.events([begun.choose({"Bob": BOBS}).chosen]))


def chosen_twice(server: Cheat) -> None:
    server.tell(server.commits())
    begun = server.teller.shuffle
    assert begun is not None
    both = begun.choose({"Ann": server.nonce, "Bob": BOBS})
    server.tell(server.teller.events([both.chosen]))
    server.tell(*server.teller.deals({"Ann": server.nonce}))


def chosen_again_in_a_snapshot(server: Cheat) -> None:
    server.tell(server.commits())
    begun = server.teller.shuffle
    assert begun is not None
    server.tell(server.teller.events([begun.choose({"Ann": server.nonce}).chosen]))
    server.deals()
    server.tell(server.teller.snapshot())


def chosen_again_after_the_deal(server: Cheat) -> None:
    server.tell(server.commits())
    begun = server.teller.shuffle
    assert begun is not None
    server.tell(*server.deals())
    server.teller.dealt = begun.choose({"Ann": server.nonce})
    server.tell(server.teller.snapshot())


def nonce_dropped(server: Cheat) -> None:
    server.tell(server.commits())
    drop = lambda chosen: replace(chosen, nonces=chosen.nonces[1:])  # noqa: E731
    server.tell(*server.teller.deals({"Ann": server.nonce, "Bob": BOBS}, drop))


def never_dealt(server: Cheat) -> None:
    server.tell(server.commits())
    later = Shuffle.begin(INFO.id, 2, {"Bob": BOBS_HASH}, bytes(range(64)))
    server.tell(server.teller.events([later.committed]))


def never_dealt_after_a_snapshot(server: Cheat) -> None:
    server.tell(server.commits())
    server.tell(server.teller.snapshot(decks=False))
    later = Shuffle.begin(INFO.id, 2, {"Bob": BOBS_HASH}, bytes(range(64)))
    server.tell(server.teller.events([later.committed]))


def sat_out_when_known(server: Cheat) -> None:
    server.tell(server.commits())
    begun, teller = server.teller.shuffle, server.teller
    assert begun is not None
    teller.shuffle = begun.choose({"Ann": server.nonce, "Bob": BOBS})
    server.tell(teller.events([teller.shuffle.chosen]))
    server.tell(teller.do(c.SitOut(Seat(2))))
    server.tell(teller.do(c.Deal(teller.shuffle.deck, Seat(0))))


def button_picked(server: Cheat) -> None:
    server.tell(server.commits())
    begun, teller = server.teller.shuffle, server.teller
    assert begun is not None
    teller.shuffle = begun.choose({"Ann": server.nonce, "Bob": BOBS})
    drawn = teller.first_button
    assert drawn is not None
    server.tell(teller.events([teller.shuffle.chosen]))
    server.tell(teller.do(c.Deal(teller.shuffle.deck, Seat((drawn + 1) % 3))))


def began_otherwise(server: Cheat) -> None:
    """A snapshot has another button than the page saw, so that other hands are whose."""
    server.honest_hand()
    server.tell(server.commits())
    server.tell(*server.deals())
    snapshot = server.teller.snapshot()
    events = [
        e | {"button": (e["button"] + 1) % 3} if e["type"] == "hand_started" else e
        for e in snapshot.events
    ]
    server.tell(replace(snapshot, events=tuple(events)))


EXCHANGED: Final = "were exchanged after they were committed to."
UNCOMMITTED: Final = "was dealt from a deck that was not committed to."
UNBEGUN: Final = "The deck of hand 1 was chosen, and the hand did not begin with that."
TWICE: Final = "was chosen a second time."
UNDEALT: Final = "The decks of hand 1 were committed to, and never dealt."

CHEATS: Final[dict[Callable[[Cheat], None], tuple[str, int]]] = {
    exchanged: (EXCHANGED, 1),
    exchanged_hashes: (EXCHANGED, 1),
    exchanged_in_a_snapshot: (EXCHANGED, 1),
    exchanged_after_a_snapshot: (EXCHANGED, 1),
    one_root: ("Both decks have the same root: there was nothing to choose.", 0),
    own_hash_twice: ("Two players have the same hash: one of them chose nothing himself.", 0),
    own_name_twice: ("A name stands twice in the list of hashes.", 0),
    never_committed: (UNCOMMITTED, 0),
    never_committed_later: (UNCOMMITTED, 1),
    never_chosen: (UNCOMMITTED, 1),
    dealt_in_a_snapshot: (UNCOMMITTED, 1),
    dealt_after_a_snapshot: (UNCOMMITTED, 1),
    never_committed_after_a_snapshot: (UNCOMMITTED, 0),
    hushed_up: (EXCHANGED, 1),
    chosen_first: ("was chosen before it was committed to.", 0),
    chosen_twice: (TWICE, 1),
    chosen_again_in_a_snapshot: (UNBEGUN, 1),
    chosen_again_after_the_deal: (TWICE, 1),
    nonce_dropped: ("", 1),
    never_dealt: (UNDEALT, 1),
    never_dealt_after_a_snapshot: (UNDEALT, 1),
    sat_out_when_known: ("When the deck was known it was changed who is dealt in, or how.", 1),
    button_picked: ("The seed draws the first button for seat", 1),
    began_otherwise: ("Hand 2 began otherwise before.", 2),
}
"""What the listener says then, and how many nonces he has revealed."""


def honest_hands(server: Cheat) -> None:
    server.honest_hand()
    server.honest_hand()


def honest_reconnection(server: Cheat) -> None:
    """Snapshots at every moment, each saying all there is."""
    server.tell(server.teller.snapshot())
    server.tell(server.commits())
    server.tell(server.teller.snapshot())
    server.tell(*server.deals())
    server.tell(server.teller.snapshot())
    server.play_out()
    server.tell(server.teller.snapshot())
    server.honest_hand()


def honest_absence(server: Cheat) -> None:
    """A hand is played while nobody listens."""
    server.tell(server.commits())
    server.deals()
    while server.teller.table.public.playing:
        legal = server.teller.table.legal
        assert legal is not None
        server.teller.do(c.Act(legal.seat, CALL if legal.to_call else CHECK))
    server.tell(server.teller.snapshot())
    server.honest_hand()


def honest_void(server: Cheat) -> None:
    """A hand is taken back, and the next one shuffled, while nobody listens."""
    server.tell(server.commits())
    server.deals()
    server.teller.do(c.VoidHand("The host has ended it."))
    server.commits(b"next", {"Bob": BOBS_HASH})
    server.tell(server.teller.snapshot())
    server.tell(*server.deals(ann=False))
    server.play_out()


HONEST: Final = (honest_hands, honest_reconnection, honest_absence, honest_void)


def always_late(server: Cheat) -> None:
    """She reveals every nonce, and is named among those who did not."""
    for _ in range(3):
        server.honest_hand(in_time=False)


def always_left_out(server: Cheat) -> None:
    """She gives every hash, and none stands in the list."""
    for _ in range(3):
        server.honest_hand(listed=False)


def now_and_then(server: Cheat) -> None:
    """As on a slow line; a snapshot does not count a hand twice."""
    server.honest_hand()
    server.honest_hand(in_time=False)
    server.tell(server.teller.snapshot())
    server.honest_hand(listed=False)
    server.honest_hand()
    server.tell(server.teller.snapshot())


def wrong_and_late(server: Cheat) -> None:
    """A hand that is wrong is not among those that were right, whoever took part."""
    server.honest_hand(in_time=False)
    server.tell(server.commits())
    wrong = lambda chosen: replace(chosen, seed="00" * 32)  # noqa: E731
    server.tell(*server.teller.deals({"Bob": BOBS}, wrong))


OWN_PART: Final[dict[Callable[[Cheat], None], tuple[int, int, int, str]]] = {
    honest_hands: (2, 0, 0, "in"),
    honest_reconnection: (2, 0, 0, "in"),
    always_late: (0, 3, 0, "late"),
    always_left_out: (0, 0, 3, "left out"),
    now_and_then: (2, 1, 1, "in"),
    wrong_and_late: (0, 1, 0, "late"),
}
"""In how many hands that were right her nonce was in, late, or left out; and in the last."""
