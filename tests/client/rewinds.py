"""How a server may try to make a client forget what it was told, whoever listens.

By numbers that go back or far ahead, by another table, by what only a late watcher is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from omaha8.fairness import Shuffle
from omaha8.fairness.events import NonceHash
from omaha8.room.messages import Snapshot
from omaha8.room.shown import Me, TableInfo
from omaha8.rules.game import Seat
from omaha8.table import commands as c
from tests.client.cheats import (
    BOBS,
    BOBS_HASH,
    EXCHANGED,
    UNBEGUN,
    UNDEALT,
    Cheat,
    replace,
)
from tests.client.told import INFO, Teller, nonce

MANY: Final = 17
"""More hands than are remembered."""
MALLORYS: Final = nonce(9)[1]
OTHER: Final = replace(INFO, id="b0b0")
SEEN_LATE: Final = replace(INFO, spectator_delay_ms=600_000)


def short_hand(server: Cheat) -> None:
    """One that the host ends at once."""
    server.tell(server.commits(b"short"))
    server.tell(*server.deals())
    server.tell(server.teller.do(c.VoidHand("The host has ended it.")))


def commits_to(server: Cheat, hand: int, chance: bytes = b"again") -> None:
    """Decks for any hand, chosen by Bob alone."""
    chance = (chance * 64)[:64]
    begun = Shuffle.begin(INFO.id, hand, {"Bob": BOBS_HASH}, chance)
    server.tell(server.teller.events([begun.committed]))


def pushed_out(server: Cheat) -> None:
    """Many old hands, and then other decks for the one for which she has revealed."""
    for _ in range(MANY):
        short_hand(server)
    server.tell(server.commits(b"one"))
    for hand in range(1, MANY):
        commits_to(server, hand)
    server.tell(server.commits(b"two"))
    server.tell(*server.deals())
    server.play_out()


def hashes_pushed_out(server: Cheat) -> None:
    """The same decks, but another nonce is to choose: one that is made to fit hers."""
    for _ in range(MANY):
        short_hand(server)
    server.tell(server.commits(b"one"))
    for hand in range(1, MANY):
        commits_to(server, hand)
    server.tell(server.commits(b"one", {"Ann": server.hash, "Bob": MALLORYS}))


def pushed_out_by_later_hands(server: Cheat) -> None:
    server.tell(server.commits(b"one"))
    for hand in range(2, 2 + MANY):
        commits_to(server, hand)
    server.tell(server.commits(b"two"))


def an_old_hand(server: Cheat) -> None:
    """A single one, and the same decks: it is over."""
    server.tell(server.commits(b"one"))
    first = server.teller.shuffle
    assert first is not None
    server.tell(*server.deals())
    server.play_out()
    short_hand(server)
    server.tell(server.teller.events([first.committed]))


def dealt_again(server: Cheat) -> None:
    """The same hand from the same deck, when everybody has seen the cards."""
    server.tell(server.commits(b"one"))
    chosen, deal = server.deals()
    server.tell(chosen, deal)
    server.play_out()
    for message in (chosen, deal):
        again = replace(message, seq=server.teller.next)
        server.teller.next += len(message.events)
        server.tell(again)


def set_back(server: Cheat) -> None:
    """It was restored from a backup: three hands were dealt, it knows of one."""
    for _ in range(3):
        server.honest_hand()
    given = dict(server.given)
    server.teller = Teller()
    server.commits(b"before", {"Bob": BOBS_HASH})
    server.deals(ann=False)
    server.teller.do(c.VoidHand("The host has ended it."))
    server.tell(server.teller.snapshot())
    for _ in range(2):
        assert server.given == given  # She takes no part in what was dealt before.
        server.tell(server.commits(b"anew", {"Bob": BOBS_HASH}))
        server.tell(*server.deals(ann=False))
        server.play_out()


def set_back_and_past_it(server: Cheat) -> None:
    """From the fourth on the numbers are new ones, and she takes part again."""
    set_back(server)
    server.tell(server.commits(b"new"))
    assert server.reveals[-1][0] == 4
    commits_to(server, 4)


def back_in_a_snapshot(server: Cheat) -> None:
    """The hand before goes on, as if the last one had not been."""
    server.tell(server.commits(b"one"))
    server.tell(*server.deals())
    before = server.teller.snapshot()
    server.play_out()
    short_hand(server)
    server.tell(replace(before, seq=server.teller.next - 1))


def the_last_number(server: Cheat) -> None:
    short_hand(server)
    commits_to(server, 2**53 - 1)
    server.tell(server.commits(b"two"))


def beyond_all_numbers(server: Cheat) -> None:
    committed = server.teller.shuffles({"Bob": BOBS_HASH}).committed
    server.tell(server.teller.events([replace(committed, hand=2**60)]))


def number_none(server: Cheat) -> None:
    server.tell(server.committed(hand=0))


def hashes_without_end(server: Cheat) -> None:
    others = tuple(NonceHash(f"Bot {i}", f"{i:064x}") for i in range(1000))
    server.tell(server.committed(hashes=(NonceHash("Ann", server.hash), *others)))


def at_another_table(server: Cheat) -> None:
    """She has revealed, and is told of another table, then of new decks at the first."""
    server.tell(server.commits(b"one"))
    visit(server, OTHER)
    visit(server, INFO)
    server.tell(server.commits(b"two"))


def at_another_table_between_hands(server: Cheat) -> None:
    server.tell(server.commits(b"one"))
    server.tell(*server.deals())
    server.tell(server.teller.do(c.VoidHand("The host has ended it.")))
    visit(server, OTHER)
    visit(server, INFO)
    commits_to(server, 1)


def exchanged_for_the_rail(server: Cheat) -> None:
    """As if she only watched, and later than others: the decks are still those of the hand."""
    server.tell(server.commits(b"one"))
    server.commits(b"two")
    server.tell(as_seen_late(server.teller.snapshot()))


def back_from_the_rail(server: Cheat) -> None:
    """What she is told as if she watched later is no excuse when she sits."""
    server.tell(server.commits(b"one"))
    server.tell(as_seen_late(server.teller.snapshot(decks=False)))
    server.tell(server.teller.snapshot(decks=False))
    server.tell(server.commits(b"two"))


def changed_behind_a_snapshot(server: Cheat) -> None:
    """The deck is known; a snapshot hides that somebody sits out, which moves the cards."""
    server.tell(server.commits(b"one"))
    begun, teller = server.teller.shuffle, server.teller
    assert begun is not None
    teller.shuffle = begun.choose({"Ann": server.nonce, "Bob": BOBS})
    server.tell(teller.events([teller.shuffle.chosen]))
    server.tell(teller.snapshot(decks=False))
    server.tell(teller.do(c.SitOut(Seat(2))))
    server.tell(teller.events([begun.committed, teller.shuffle.chosen]))
    server.tell(teller.do(c.Deal(teller.shuffle.deck, Seat(0))))


def visit(server: Cheat, table: TableInfo) -> None:
    """The server says that the connection is to this table."""
    server.tell(replace(server.teller.welcome, table=table))
    server.tell(replace(server.teller.snapshot(decks=False), table=table))


def as_seen_late(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, table=SEEN_LATE, viewer=None, me=Me(seat=None, legal=None))


def again(hand: int) -> str:
    return f"Hand {hand} comes a second time: the server was set back to an earlier time"


REWINDS: Final[dict[Callable[[Cheat], None], tuple[str, int]]] = {
    pushed_out: (again(1), MANY + 1),
    hashes_pushed_out: (again(1), MANY + 1),
    pushed_out_by_later_hands: (UNDEALT, 1),
    an_old_hand: (again(1), 2),
    dealt_again: (again(1), 1),
    set_back: (again(2), 3),
    set_back_and_past_it: (EXCHANGED, 4),
    back_in_a_snapshot: (again(1), 2),
    the_last_number: (again(2), 1),
    beyond_all_numbers: ("", 0),
    number_none: ("", 0),
    hashes_without_end: ("", 0),
    at_another_table: (UNDEALT, 1),
    at_another_table_between_hands: (again(1), 1),
    exchanged_for_the_rail: (EXCHANGED, 1),
    back_from_the_rail: (EXCHANGED, 1),
    changed_behind_a_snapshot: (UNBEGUN, 1),
}
"""What the listener says then, and how many nonces he has revealed."""


def counted_far_ahead(server: Cheat) -> None:
    """Numbers that lead nowhere: the nonce of the coming hand is not lost by them."""
    first = server.given[1]
    for hand in range(1000, 1000 + 2 * MANY):
        message = server.teller.events([])
        server.tell(replace(message, view=replace(message.view, hand=hand)))
    server.hash = first
    server.honest_hand()
    assert [hand for hand, _ in server.reveals] == [1]
    server.hash = server.given[2]
    server.honest_hand()


def a_new_line_between_hash_and_nonce(server: Cheat) -> None:
    """The connection is lost when the decks are there; the same nonce is sent once more."""
    server.tell(server.commits())
    server.tell(server.teller.welcome)
    server.tell(server.teller.events([]))
    (first, again) = server.reveals
    assert first == again
    server.tell(*server.deals())
    server.play_out()


def seen_again_from_the_rail(server: Cheat) -> None:
    """Who got up and comes back is told later what he has seen, and then sits down again."""
    server.honest_hand()
    before = server.teller.snapshot()
    told = [server.commits()]
    server.tell(*told)
    told += server.deals()
    server.tell(*told[1:])
    server.play_out()
    server.tell(replace(server.teller.welcome, viewer=None, table=SEEN_LATE))
    server.tell(as_seen_late(before))
    for message in told:
        server.tell(replace(message, me=None))
    server.tell(server.teller.snapshot())
    server.honest_hand()


STEADY: Final = (
    counted_far_ahead,
    a_new_line_between_hash_and_nonce,
    seen_again_from_the_rail,
)
"""What looks odd and is honest."""
