"""What a server says of a real table to one seat of it, with a fair shuffle for every hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Final

from omaha8.client.state import HAND_EVENTS
from omaha8.fairness import CHANCE_SIZE, Shuffle, first_button, hash_nonce, slots_told
from omaha8.fairness.events import Opening
from omaha8.room.messages import Events, Snapshot, Welcome
from omaha8.room.room_events import NumberedEvent, event_form
from omaha8.room.shown import GameView, Me, SeatInfo, TableInfo, View
from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT
from omaha8.table import TableSetup, project_event
from omaha8.table import commands as c
from omaha8.table.between_hands import Chopped, HandVoided

CHANCE: Final = b"chance of 29"
"""With the nonce number 1 it draws the first button for seat 0: then Ann is the first to act."""
INFO: Final = TableInfo(
    id="k3x9",
    name="Two-four",
    seats=3,
    structure="fl",
    stakes="2/4",
    game="Limit Omaha Hi/Lo 2/4",
    rules="robert",
    big_blind=Chips(2),
    min_buy_in=Chips(40),
    max_buy_in=Chips(400),
    buy_in=Chips(200),
    think_ms=None,
)


class Teller:
    """A table for Ann (the viewer, seat 0), Bob and Cid; its messages are those of a server."""

    def __init__(self) -> None:
        setup = TableSetup.usual(ROBERT, stakes("fl", 2, 4, ROBERT), 3)
        self.table = setup.open()
        self.next = 0
        self.viewer = Seat(0)
        self.hand: list[NumberedEvent] = []
        self.shuffle: Shuffle | None = None
        self.dealt: Shuffle | None = None
        """That of the hand that was dealt last."""
        for seat, name in enumerate(("Ann", "Bob", "Cid")):
            self.do(c.Sit(name, Chips(200), Seat(seat)))

    def do(self, command: c.Command) -> Events:
        return self.events(self.table.apply(command))

    def events(self, events: Sequence[NumberedEvent], **changes: Any) -> Events:
        """The message of new events."""
        before = len(self.hand)
        seen = [self.project(event) for event in events]
        for event in seen:
            if type(event).__name__ == "HandStarted":
                self.hand, before = [], 0
                self.dealt = self.shuffle
            self.hand.append(event)
            if isinstance(event, Chopped | HandVoided):
                self.hand, self.dealt = [], None
        openings: tuple[Opening, ...] = ()
        if self.shuffle is not None and self.shuffle.nonces is not None:
            openings = self.shuffle.openings(slots_told(self.hand, before))
        first, self.next = self.next, self.next + len(events)
        return Events(
            seq=first,
            events=tuple(event_form(event) for event in seen),
            view=self.view,
            me=self.me,
            openings=openings,
        )

    def project(self, event: NumberedEvent) -> NumberedEvent:
        fair = type(event).__module__.startswith("omaha8.fairness")
        return event if fair else project_event(event, self.viewer)  # type: ignore[arg-type]

    def commits(self, hashes: dict[str, str], chance: bytes = CHANCE) -> Events:
        """The coming hand's decks, and whose nonces will choose."""
        return self.events([self.shuffles(hashes, chance).committed])

    def shuffles(self, hashes: dict[str, str], chance: bytes = CHANCE) -> Shuffle:
        """The same, and nobody is told."""
        hand = self.table.public.hands + 1
        chance = sha256(b"%s %d" % (chance, hand)).digest() * (CHANCE_SIZE // 32)
        chance = bytes(byte ^ (i // 32) for i, byte in enumerate(chance))
        self.shuffle = Shuffle.begin(INFO.id, hand, hashes, chance)
        return self.shuffle

    def deals(
        self, nonces: dict[str, str], lie: Callable[[Any], Any] = lambda chosen: chosen
    ) -> list[Events]:
        """The choice, and the hand."""
        assert self.shuffle is not None
        self.shuffle = self.shuffle.choose(nonces)
        chosen = self.events([lie(self.shuffle.chosen)])
        return [chosen, self.do(c.Deal(self.shuffle.deck, self.first_button))]

    @property
    def first_button(self) -> Seat | None:
        """Where the seed puts it, before the first hand."""
        if self.table.public.places is not None or self.shuffle is None:
            return None
        return first_button(self.shuffle.seed, [Seat(0), Seat(1), Seat(2)])

    @property
    def view(self) -> View:
        public = self.table.public
        return View(
            hand=public.hands or None,
            game=GameView("fl", INFO.game),
            marks=((), (), ()),
            turn=self.table.turn,
            turn_id=self.next,
            pots=(),
            pot=Chips(0),
            stacks=tuple(
                None if who is None else public.stack(Seat(i)) for i, who in enumerate(public.seats)
            ),
            bets=(Chips(0),) * 3,
            in_hand=(True,) * 3,
            low_possible=False,
            capped=False,
            showdown=None,
            hands=(),
            away=(),
            acting_ms=None,
            bank_ms=None,
            next_hand_in_ms=None,
        )

    @property
    def me(self) -> Me:
        return Me(seat=self.viewer, legal={} if self.table.turn == self.viewer else None)

    @property
    def welcome(self) -> Welcome:
        return Welcome(
            stream="one", viewer=self.viewer, person=1, name="Ann", role="guest", table=INFO
        )

    def snapshot(self, *, decks: bool = True) -> Snapshot:
        """How everything stands now; without ``decks`` nothing is said of them."""
        public, dealt, offered = self.table.public, self.dealt, self.shuffle
        events = [event for event in self.hand if isinstance(event, HAND_EVENTS)]
        if dealt is not None and dealt.nonces is not None and decks:
            events = [dealt.committed, dealt.chosen, *events]
        if offered is not None and offered.nonces is None and decks:
            events.append(offered.committed)
        return Snapshot(
            seq=self.next - 1,
            viewer=self.viewer,
            table=INFO,
            seats=tuple(
                None
                if who is None
                else SeatInfo(
                    seat=Seat(i),
                    name=who.name,
                    stack=public.stack(Seat(i)),
                    bot=who.bot,
                    sitting_out=who.sitting_out,
                    leaving=False,
                    dealt=Seat(i) in public.dealt,
                )
                for i, who in enumerate(public.seats)
            ),
            names=tuple(None if who is None else who.name for who in public.seats),
            events=tuple(event_form(event) for event in events),
            view=self.view,
            me=self.me,
            openings=(() if dealt is None or not decks else dealt.openings(slots_told(self.hand))),
        )


def nonce(number: int) -> tuple[str, str]:
    """A nonce and its hash."""
    own = bytes([number]) * 32
    return own.hex(), hash_nonce(own).hex()
