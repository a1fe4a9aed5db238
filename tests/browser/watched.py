"""A table whose deals a page takes part in and watches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from omaha8.fairness import Shuffle, hash_nonce, slots_told
from omaha8.hand.codec import event_to_builtins
from omaha8.hand.events import Event
from omaha8.hand.notation import play
from omaha8.hand.project import view
from omaha8.rules.game import Seat
from tests.fairness.histories import SHOWDOWN, chance_of, nonce_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

ANN: Final = Seat(1)
BOB: Final = nonce_of("Bob", 0)
NEW_WATCH: Final = """
async (memory) => {
  const { DealWatch } = await import("/js/fair/watch.js");
  if (!memory) localStorage.clear();
  window.watch = new DealWatch();
}
"""
Message = dict[str, Any]


class Table:
    """A server that deals to Ann in seat 1, step by step; Bob's nonce is in it too."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = 7
        self.own_hash = ""
        self.own_nonce = ""
        self.shuffle: Shuffle | None = None
        self.events: list[Event] = []
        self.told = 0
        page.evaluate(NEW_WATCH, False)

    # what the page is told; the answers are its

    def tell(self, kind: str, **parts: Any) -> list[Message]:
        answers: list[Message] = self.page.evaluate(
            "(m) => watch.receive(m)", {"type": kind, **parts}
        )
        for answer in answers:
            if answer["type"] == "commit":
                self.own_hash = answer["hash"]
            else:
                self.own_nonce = answer["nonce"]
        return answers

    def welcome(self, name: str | None = "Ann") -> None:
        who = {"person": 1 if name else None, "name": name}
        assert self.tell("welcome", table={"id": "k3x9"}, **who) == []

    def send(
        self,
        events: Sequence[Message],
        openings: Sequence[Message] = (),
        *,
        kind: str = "events",
        begun: int | None = None,
        seat: int | None = ANN,
    ) -> list[Message]:
        return self.tell(
            kind,
            events=list(events),
            openings=list(openings),
            view={"hand": self.hand - 1 if begun is None else begun},
            me={"seat": seat},
        )

    def meet(self) -> list[Message]:
        """Ann comes before hand 7; what she answers."""
        self.welcome()
        return self.send([], kind="snapshot")

    # the shuffle

    def begin(self, *, chance: int = 1, ann: str | None = "") -> Message:
        hashes = {} if ann is None else {"Ann": ann or self.own_hash}
        hashes["Bob"] = hash_nonce(BOB).hex()
        self.shuffle = Shuffle.begin("k3x9", self.hand, hashes, chance_of(chance))
        return form(self.shuffle.committed)

    def choose(self, *, ann: bool = True) -> Message:
        assert self.shuffle is not None
        nonces = {"Bob": BOB.hex()} | ({"Ann": self.own_nonce} if ann else {})
        self.shuffle = self.shuffle.choose(nonces)
        self.events = view(play(SHOWDOWN, self.shuffle.deck).events, ANN)
        self.told = 0
        return form(self.shuffle.chosen)

    def assigned(self) -> Message:
        return {"type": "blinds_assigned", "number": self.hand}

    def next(self, upto: type[Event] | None = None) -> tuple[list[Message], list[Message]]:
        """The hand's further events, and the openings that belong to them."""
        assert self.shuffle is not None
        since = self.told
        kinds = [type(event) for event in self.events[since:]]
        self.told = len(self.events) if upto is None else since + kinds.index(upto) + 1
        slots = slots_told(self.events[: self.told], since)
        return (
            [event_to_builtins(event) for event in self.events[since : self.told]],
            [form(each) for each in self.shuffle.openings(slots)],
        )

    def deal(self) -> None:
        """All of a hand as it should be."""
        self.meet()
        self.send([self.begin()])
        events, openings = self.next_after(self.choose())
        self.send(events, openings, begun=self.hand)

    def next_after(self, chosen: Message) -> tuple[list[Message], list[Message]]:
        events, openings = self.next()
        return [chosen, self.assigned(), *events], openings

    # what the page says

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate("() => watch.state")
        return found

    def failed(self) -> str:
        """The sentence about what is wrong."""
        assert self.state["state"] == "failed"
        assert not self.state["assured"]
        return str(self.state["sentence"])


def form(value: object) -> Message:
    read: Message = msgspec.json.decode(msgspec.json.encode(value))
    return read
