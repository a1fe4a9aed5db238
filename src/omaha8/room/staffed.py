"""What the host and the floor do with a table (floor 5)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from omaha8.room.client import TABLE_CLOSED
from omaha8.room.kept_table import HandTimes, KeptTable
from omaha8.room.messages import Bye
from omaha8.room.person import Person
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.room import Room
from omaha8.room.room_events import ClocksStarted, ClocksStopped, NumberedEvent
from omaha8.room.spec import TableSpec
from omaha8.room.views import milliseconds
from omaha8.rules.game import Seat
from omaha8.rules.house import RulesError
from omaha8.store.records import PersonId
from omaha8.table import Refused
from omaha8.table import commands as c

_log: Final = logging.getLogger(__name__)


class StaffedRoom(Room):
    """A table of a room that has a host: it can be stopped, changed and closed."""

    _closing_why = ""
    _paid_out = False

    @property
    def average_pot(self) -> int:
        """Of the last hands; 0 before the first."""
        return self.keeper.hands.average_pot(self._told_until)

    @property
    def hands_per_hour(self) -> int:
        """How fast it goes now."""
        return self.keeper.hands.hands_per_hour(self._told_until)

    @property
    def hands_over(self) -> int:
        """How many hands have been played."""
        return self.keeper.hands.over(self._told_until)

    @property
    def _told_until(self) -> int:
        """What anybody may know by now, who only watches."""
        rail = self.keeper.rail
        return self.keeper.now_ms() - (0 if rail is None else round(rail.delay * 1000))

    def rename(self, name: str) -> None:
        """It is called otherwise from now on."""
        self.name = name
        self.telling.info = msgspec.structs.replace(self.telling.info, name=name)

    def remembers(self, person: PersonId) -> bool:
        """Whether it matters who somebody was: he left a while ago, or waits for a chair."""
        players, public = self.players, self.table.public
        if any(players.listed.get(name) == person for name in public.waiting):
            return True
        # RULES, sit out, leave: until then he has to bring back what he took.
        gone, rules = public.departed.get(players.lately.get(person, "")), public.rules
        return gone is not None and self.host.minute - gone.minute < rules.ratholing_minutes

    @property
    def taking_part(self) -> list[PersonId]:
        """Who sits here, or waits for a chair."""
        waiting, listed = self.table.public.waiting, self.players.listed
        seated = [player.id for player, _ in self.players.seated]
        return [*seated, *(listed[name] for name in waiting if name in listed)]

    def pause(self, by: str) -> None:
        """Nobody's time runs, and no hand is dealt. Raises `RoomRefused`."""
        self.must_work()
        if self.paused is not None:
            raise RoomRefused(Why.PAUSED, f"{self.paused} has stopped the table already.")
        if self.host.readiness.closing:
            raise RoomRefused(Why.NOT_ALLOWED, "The table closes after this hand.")
        self._carry_out([ClocksStopped(by)])

    def resume(self, by: str | None = None) -> None:
        """Time runs again. Raises `RoomRefused`."""
        self.must_work()
        if self.paused is None:
            raise RoomRefused(Why.NOT_ALLOWED, "The table is not stopped.")
        self._carry_out([ClocksStarted(by)])

    def clear_seat(self, seat: Seat) -> None:
        """Somebody has to get up: after the hand, which he plays to its end, if dealt into one.

        His chips go back to his account. Raises `Refused`.
        """
        self.must_work()
        self.host.tell_minute()
        events = self.table.apply(c.Clear(seat))
        self.host.clock.hurry()
        self._carry_out(events)

    def void_hand(self, why: str) -> None:
        """The hand in progress is void: everybody gets back what he put in. Raises `Refused`."""
        self.must_work()
        self._carry_out(self.table.apply(c.VoidHand(why)))

    def wait_for_chair(self, person: Person, on: bool) -> None:
        """On to the waiting list, or off it. Raises `Refused` and `RoomRefused`.

        Who has no connection to the table has to be able to pay for a chair.
        """
        self.must_work()
        with self.desk.counted(person.id):
            events = self._listed(person) if on else self._unlisted(person)
        self.keeper.batch.person = person.id
        self._carry_out(events)

    def _listed(self, person: Person) -> Sequence[NumberedEvent]:
        self.desk.check_comer(person)
        player = self.players.get(person.id)
        if player is None or not player.connected:
            least, _ = self.table.public.buy_in(person.name, self.host.minute)
            self.bank.check(self.id, person.id, least)
        return self.host.kept_chairs.join(person)

    def _unlisted(self, person: Person) -> Sequence[NumberedEvent]:
        return self.table.apply(c.LeaveWaitingList(person.name))

    def check_change(self, spec: TableSpec) -> None:
        """Raises `RoomRefused` and `RulesError` where that cannot be."""
        self.must_work()
        if spec.seats != self.setup.seats:
            raise RoomRefused(Why.NOT_ALLOWED, "seats: a table keeps its chairs; open another one.")
        if spec.think_time != self.settings.think_time:
            spec.check_clock(self.settings.least_think_time)

    def is_as_asked(self, spec: TableSpec) -> bool:
        """Whether the next hand is played as ``spec`` says."""
        setup, public = spec.setup(), self.table.public
        coming = public.next_rules or public
        return (coming.rules, coming.games, coming.min_buy_in, coming.max_buy_in) == (
            setup.rules,
            setup.games,
            setup.min_buy_in,
            setup.max_buy_in,
        )

    def change(self, spec: TableSpec, by: str = "") -> None:
        """As ``by`` asks: another name and door at once, clock and rules from the next hand on.

        Raises `Refused`.
        """
        self.check_change(spec)
        setup = spec.setup()
        if not self.is_as_asked(spec):
            asked = c.ChangeRules(
                rules=setup.rules,
                games=setup.games,
                min_buy_in=setup.min_buy_in,
                max_buy_in=setup.max_buy_in,
                by=by,
            )
            self.add(self.table.apply(asked))
            self.add(self.host.bots.bring(setup.buy_in))
            self.host.readiness.ask(by)
        other_bots = spec.bots != self.spec.bots
        self.spec, self.setup, self.name, self.private = spec, setup, spec.name, spec.private
        self._set_clock(spec)
        self.desk.setup = setup
        self.telling.usual = setup.buy_in
        self.telling.info = msgspec.structs.replace(
            self.telling.info,
            name=spec.name,
            structure=str(setup.structure),
            stakes=setup.stakes,
            game=setup.title,
            rules=spec.rules,
            big_blind=max(game.big_blind for game in setup.games),
            min_buy_in=setup.min_buy_in,
            max_buy_in=setup.max_buy_in,
            buy_in=setup.buy_in,
            think_ms=milliseconds(self.settings.think_time) or None,
            time_bank_ms=milliseconds(self.settings.time_bank),
            private=spec.private,
        )
        self.flush()
        self.wake()
        self.keeper.show_all()
        if other_bots:
            self.want_bots(spec.bots)

    def take_up_change(self, spec: TableSpec) -> None:
        """What was kept of a change and not made yet; the table goes on also where it cannot be."""
        try:
            self.change(spec)
        except (Refused, RoomRefused, RulesError) as error:
            _log.error("table %s is not changed to what was kept: %s", self.id, error)

    def want_bots(self, count: int) -> None:
        """So many bots of the house, as far as there are chairs; after the hand that goes on."""
        self.host.bots.want(count, self.setup.buy_in)
        if self.host.bots.differ:
            self.host.change_bots()
        self._carry_out([])

    def kept_with(self, spec: TableSpec) -> dict[str, Any]:
        """What the store keeps of a change, for a table that is stopped before it is made."""
        asked = {} if spec.bots == self.spec.bots else {"bots_asked": self.table.public.hands}
        return {"spec": spec, "times": self.times, **asked}

    def is_kept_as(self, kept: KeptTable) -> None:
        """How it was asked for; a hand that goes on has the clock that it began with."""
        self.spec, self.made_by = kept.spec, kept.by
        times, public = kept.times, self.table.public
        # A hand may have ended while that was written.
        if kept.bots_asked is not None and public.hands <= kept.bots_asked + 1:
            self.host.bots.want(kept.spec.bots, self.setup.buy_in)
        if times is not None and public.playing and times.hand == public.hands:
            self.host.clock.settings = self.settings.timed(times.think_time, times.time_bank)

    @property
    def times(self) -> HandTimes | None:
        """Of the hand that goes on."""
        public, settings = self.table.public, self.host.clock.settings
        if not public.playing:
            return None
        return HandTimes(public.hands, settings.think_time, settings.time_bank)

    def _set_clock(self, spec: TableSpec) -> None:
        host, settings = self.host, self.settings.timed(spec.think_time, spec.time_bank)
        if settings != self.settings:
            self.settings = host.settings = settings
            host.readiness.settings = settings
            host.clock.change(settings)

    def close(self, why: str) -> None:
        """After this hand everybody gets his chips back, and the table is no more.

        A table whose clocks are stopped goes on for that, or the hand might never end.
        """
        self._closing_why = why
        self.host.readiness.closing = True
        if self.paused is not None and self.trouble is None:
            self.resume()
        self.host.clock.hurry()
        self.keeper.tell_view()
        self.wake()

    def close_if_due(self) -> bool:
        """Whether it is over now."""
        if not self.host.readiness.closing or self.table.public.playing:
            return False
        if self._paid_out:
            return True
        self._paid_out = True
        for i, player in enumerate(self.table.public.seats):
            if player is not None:
                self.add(self.table.apply(c.Leave(Seat(i))))
        self.flush()
        if self.trouble is None:
            self.keeper.when_kept(self._closed)
        return True

    def _closed(self) -> None:
        self.closed = True
        self.say_bye(self._closing_why, TABLE_CLOSED)
        self.wake()
        self.on_change()

    def say_bye(self, why: str, code: int) -> None:
        """Everybody here is told why, and his connection closed."""
        for client in self.keeper.fanout:
            client.say(Bye(why))
            client.close(code)

    def _carry_out(self, events: Sequence[NumberedEvent]) -> None:
        """As somebody in charge asks. Raises `RoomRefused` where it stops the table."""
        self.add(events)
        self.flush()
        self.must_work()
        self.wake()

    def must_work(self) -> None:
        """Raises `RoomRefused` at a table that has stopped after a fault."""
        if self.trouble is not None:
            raise self.trouble
