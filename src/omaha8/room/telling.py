"""Who is told what of a table, as frames (floor 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from omaha8.fairness.events import Opening
from omaha8.hand.events import BETTING, BoardDealt, Event, HoleDealt, Shown
from omaha8.hand.legal import Legal
from omaha8.room.bank import Bank
from omaha8.room.coming import clock_changes
from omaha8.room.frames import (
    NOBODY,
    Told,
    encode,
    events_end,
    events_frame,
    events_head,
    me_frame,
    snapshot_frame,
)
from omaha8.room.host import Host
from omaha8.room.log import Entry
from omaha8.room.messages import Error, Hello, Welcome
from omaha8.room.person import Person
from omaha8.room.players import Player, Players
from omaha8.room.refusals import Why
from omaha8.room.room_events import NumberedEvent, TimeBank
from omaha8.room.seats import Marks, marks
from omaha8.room.shown import GameView, Me, TableInfo, View
from omaha8.room.views import game_view, legal_form, legal_json, me_of, seat_infos, view_of
from omaha8.rules.game import Seat
from omaha8.rules.options import ChopBlinds
from omaha8.store.records import PersonId
from omaha8.table.offers import Offer

_HAND: Final = frozenset(get_args(Event))
_CARDS: Final = frozenset((BoardDealt, HoleDealt, Shown))
_BETTING: Final = BETTING | {TimeBank}
"""Most of what happens; it changes little but the bets, and whose turn it is."""


class Telling:
    """Makes the frames of a table. ``usual`` is the usual buy-in."""

    __slots__ = (
        "_kept",
        "_kept_me",
        "_told",
        "bank",
        "host",
        "info",
        "players",
        "usual",
    )

    def __init__(
        self, host: Host, players: Players, bank: Bank, info: TableInfo, usual: int
    ) -> None:
        self.host = host
        self.players = players
        self.bank = bank
        self.info = info
        self.usual = usual
        self._told: dict[PersonId, bytes] = {}
        """What each was told last of what is his alone."""
        self._kept_me: dict[PersonId, tuple[object, bytes, tuple[bytes, bytes]]] = {}
        self._kept: tuple[GameView, Marks, Sequence[Offer]] | None = None

    def view(self) -> View:
        """The table as everybody sees it now."""
        return self._view(game_view(self.host.table), marks(self.host.table))

    def _view(self, game: GameView, marked: Marks) -> View:
        host = self.host
        acting_ms, bank_ms = host.time_left
        return view_of(
            host.table,
            host.names,
            game,
            marked,
            host.explained,
            turn_id=host.clock.turn_id,
            chopped=host.chopped,
            away=[seat for player, seat in self.players.seated if not player.connected],
            acting_ms=acting_ms,
            bank_ms=bank_ms,
            next_hand_in_ms=host.readiness.next_hand_in_ms,
            paused=host.clock.stopped_by,
            closing=host.readiness.closing,
            kept=host.kept_chairs.left(host.clock.time),
            times=clock_changes(host.clock.settings, host.clock.coming),
        )

    def me(
        self, player: Player, offers: Sequence[Offer] | None = None, *, choices: bool = True
    ) -> Me:
        """What only one person is told; ``offers`` of the table to all, where they are known.

        Without ``choices`` what he may do, if it is his turn, is left out.
        """
        host = self.host
        if offers is None:
            offers = host.table.offers if player.seat is not None else ()
        return me_of(
            host.table,
            host.owners.get(player.id),
            player.seat,
            offers=offers,
            name=player.name,
            usual=self.usual,
            minute=host.minute,
            straddles=player.straddles,
            put_out=player.why_out,
            must_agree=not host.table.public.playing and not host.readiness.agrees(player),
            balance=self.bank.of(player.id),
            credit=self.bank.credit,
            choices=choices,
            kept=host.kept_chairs.left(host.clock.time),
        )

    def events(self, entries: Sequence[Entry], first: int) -> Told:
        """What has happened, to everybody; without entries, what has changed beside events."""
        host = self.host
        only_bets = self._only_bets(entries)
        if not only_bets:
            self._kept_me.clear()
            self._kept = None
        if self._kept is None:
            table = host.table
            self._kept = game_view(table), marks(table), table.offers
        game, marked, offers = self._kept
        view = encode(self._view(game, marked))
        shared, own = self._openings(entries)
        secret = any(entry.public is not entry.body for entry in entries)
        private = host.owners if secret else ()
        head = events_head(first, entries, None, view)
        legal, told = host.table.legal, self._told
        acting = None if legal is None else legal.seat
        frames, changed = {}, {}
        for player in self.players:
            if not player.connected:
                continue
            person = player.id
            acts = acting is not None and host.owners.get(person) == acting
            me = self._me(player, offers, legal if acts else None)
            if told.get(person) == me:
                me = NOBODY
            else:
                told[person] = me
                if player.seat is None:
                    changed[person] = me_frame(me)
            mine = own.get(person)
            # Who is told nothing of his own gets the same bytes as everybody.
            if me is not NOBODY or mine or person in private:
                openings = (*shared, *mine) if mine else shared
                own_head = head
                if person in private:
                    own_head = events_head(first, entries, person, view)
                frames[person] = own_head + events_end(me, openings)
        return Told(head + events_end(NOBODY, shared), frames, changed)

    def _only_bets(self, entries: Sequence[Entry]) -> bool:
        """Nothing has changed for anybody but who acted and who acts now."""
        hand = self.host.table.hand
        if hand is None or not entries:
            return False
        # Who folds may leave it to the blinds to chop.
        if not hand.public.board and hand.public.rules.chop_blinds is not ChopBlinds.OFF:
            return False
        return all(type(entry.event) in _BETTING for entry in entries)

    def _me(self, player: Player, offers: Sequence[Offer], legal: Legal | None) -> bytes:
        """As `me`, made anew only where something may have changed; ``legal`` if it is his turn."""
        of = player.seat, player.straddles, self.bank.of(player.id)
        kept = self._kept_me.get(player.id)
        if kept is None or kept[0] != of:
            me = encode(self.me(player, offers, choices=False))
            # No text within has a quotation mark that is not escaped.
            before, _, after = me.partition(b'"legal":null')
            kept = self._kept_me[player.id] = of, me, (before, after)
        if legal is None:
            return kept[1]
        before, after = kept[2]
        return b'%b"legal":%b%b' % (before, legal_json(legal), after)

    def tail(self, player: Player | None, entries: Sequence[Entry], first: int) -> bytes:
        """The events that somebody has missed, and all openings he may have."""
        person = None if player is None else player.id
        me = NOBODY if player is None else encode(self._tell_me(player))
        view = encode(self.view())
        return events_frame(first, entries, person, view, me, self._all_openings(person))

    def snapshot(self, player: Player | None) -> bytes:
        """Everything, for somebody; ``None`` is the rail."""
        host = self.host
        hand = host.table.hand
        person = None if player is None else player.id
        dealt, offered = host.decks.told
        events: list[NumberedEvent] = [] if hand is None else [*dealt, *hand.events]
        entries = [Entry(event, host.owners) for event in (*events, *offered)]
        return snapshot_frame(
            host.log.next - 1,
            entries,
            person,
            self.view(),
            None if player is None else self._tell_me(player),
            viewer=None if player is None else player.seat,
            table=self.info,
            seats=seat_infos(host.table),
            names=tuple(host.names.get(Seat(i)) for i in range(self.info.seats)),
            openings=self._all_openings(person),
        )

    def _tell_me(self, player: Player) -> Me:
        # At the next occasion all his connections are told it, whatever they were told before.
        self._told.pop(player.id, None)
        return self.me(player)

    def forget(self, player: Player) -> None:
        """He is not here any more: when he is back he is told everything."""
        self._told.pop(player.id, None)

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
