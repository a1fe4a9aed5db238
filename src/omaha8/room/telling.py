"""Who is told what of a table, as frames (floor 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from omaha8.fairness.events import Opening
from omaha8.hand.events import BoardDealt, Event, HoleDealt, Shown
from omaha8.room.bank import Bank
from omaha8.room.frames import Told, encode, events_frame, snapshot_frame
from omaha8.room.host import Host
from omaha8.room.log import Entry
from omaha8.room.messages import Error, Hello, Welcome
from omaha8.room.person import Person
from omaha8.room.players import Player, Players
from omaha8.room.refusals import Why
from omaha8.room.shown import Me, TableInfo, View
from omaha8.room.views import legal_form, me_of, seat_infos, view_of
from omaha8.rules.game import Seat
from omaha8.store.records import PersonId

_HAND: Final = frozenset(get_args(Event))
_CARDS: Final = frozenset((BoardDealt, HoleDealt, Shown))


class Telling:
    """Makes the frames of a table. ``usual`` is the usual buy-in."""

    __slots__ = ("_personal", "bank", "host", "info", "players", "usual")

    def __init__(
        self, host: Host, players: Players, bank: Bank, info: TableInfo, usual: int
    ) -> None:
        self.host = host
        self.players = players
        self.bank = bank
        self.info = info
        self.usual = usual
        self._personal: set[PersonId] = set()

    def view(self) -> View:
        """The table as everybody sees it now."""
        host = self.host
        acting_ms, bank_ms = host.time_left
        return view_of(
            host.table,
            host.names,
            turn_id=host.clock.turn_id,
            chopped=host.chopped,
            away=[seat for player, seat in self.players.seated if not player.connected],
            acting_ms=acting_ms,
            bank_ms=bank_ms,
            next_hand_in_ms=host.readiness.next_hand_in_ms,
            paused=host.clock.stopped_by,
        )

    def me(self, player: Player) -> Me:
        """What only one person is told."""
        host = self.host
        return me_of(
            host.table,
            host.owners.get(player.id),
            player.seat,
            offers=host.table.offers if player.seat is not None else (),
            name=player.name,
            usual=self.usual,
            straddles=player.straddles,
            balance=self.bank.of(player.id),
            credit=self.bank.credit,
        )

    def events(self, entries: Sequence[Entry], first: int) -> Told:
        """What has happened, to everybody; without entries, what has changed beside events."""
        host, players = self.host, self.players
        view = encode(self.view())
        shared, own = self._openings(entries)
        personal = {p.id for p in players if p.seat is not None or p.id in host.owners}
        # Who gets nothing of his own any more is told that once.
        asked = personal | self._personal
        self._personal = personal
        frames = {}
        for person in asked:
            player = players.get(person)
            if player is None or not player.connected:
                continue
            mine = (*shared, *own.get(person, ()))
            frames[person] = events_frame(first, entries, person, view, self.me(player), mine)
        return Told(events_frame(first, entries, None, view, None, shared), frames)

    def tail(self, player: Player | None, entries: Sequence[Entry], first: int) -> bytes:
        """The events that somebody has missed, and all openings he may have."""
        person = None if player is None else player.id
        me = None if player is None else self.me(player)
        view = encode(self.view())
        return events_frame(first, entries, person, view, me, self._all_openings(person))

    def snapshot(self, player: Player | None) -> bytes:
        """Everything, for somebody; ``None`` is the rail."""
        host = self.host
        hand = host.table.hand
        person = None if player is None else player.id
        entries = [] if hand is None else [Entry(event, host.owners) for event in hand.events]
        return snapshot_frame(
            host.log.next - 1,
            entries,
            person,
            self.view(),
            None if player is None else self.me(player),
            viewer=None if player is None else player.seat,
            table=self.info,
            seats=seat_infos(host.table),
            names=tuple(host.names.get(Seat(i)) for i in range(self.info.seats)),
            openings=self._all_openings(person),
        )

    def missing(self, player: Player | None, hello: Hello, stream: str) -> bytes:
        """The tail of the events where it is there, and the seat still the same; or everything."""
        seen = hello.seq
        moved = -1 if player is None else player.moved_at
        if hello.stream == stream and seen is not None and seen >= moved:
            tail = self.host.log.since(seen + 1)
            if tail is not None:
                return self.tail(player, tail, seen + 1)
        return self.snapshot(player)

    def welcome(self, person: Person | None, player: Player | None, stream: str) -> Welcome:
        """The answer to hello."""
        return Welcome(
            stream=stream,
            viewer=None if player is None else player.seat,
            person=None if person is None else person.id,
            name=None if person is None else person.name,
            role=None if person is None else str(person.role),
            table=self.info,
        )

    def error(self, player: Player | None, code: str, message: str, ask: str | None) -> Error:
        """A refusal, with what the player may do if it is his turn, or where the table is."""
        legal, stale = self.host.table.legal, code == Why.STALE
        mine = legal is not None and player is not None and legal.seat == player.seat
        return Error(
            code,
            message,
            legal_form(legal) if legal is not None and mine else None,
            ask,
            self.host.table.public.hands if stale else None,
            self.host.clock.turn_id if stale else None,
        )

    def _all_openings(self, person: PersonId | None) -> tuple[Opening, ...]:
        hand, host = self.host.table.hand, self.host
        if hand is None:
            return ()
        viewer = None if person is None else host.owners.get(person)
        return host.decks.openings(hand.events, viewer)

    def _openings(
        self, entries: Sequence[Entry]
    ) -> tuple[tuple[Opening, ...], dict[PersonId, tuple[Opening, ...]]]:
        """Of the cards that these entries show: to all, and to who was dealt some."""
        hand, host = self.host.table.hand, self.host
        kinds = {type(entry.event) for entry in entries}
        if hand is None or not kinds & _CARDS:
            return (), {}
        events: Sequence[object] = hand.events
        since = max(0, len(events) - sum(type(entry.event) in _HAND for entry in entries))
        shared = host.decks.openings(events, None, since)
        if HoleDealt not in kinds:
            return shared, {}
        known = {opening.slot for opening in shared}
        own = {
            person: tuple(
                opening
                for opening in host.decks.openings(events, seat, since)
                if opening.slot not in known
            )
            for person, seat in host.owners.items()
        }
        return shared, own
