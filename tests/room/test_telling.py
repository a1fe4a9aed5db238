"""What is kept between two frames is what would be made anew."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from omaha8.room.frames import Told, encode
from omaha8.room.log import Entry
from omaha8.room.messages import AutoRebuy, ComeBack, Events, SitOut
from omaha8.room.telling import Telling
from omaha8.rules.house import replace
from omaha8.rules.presets import find_rules
from tests.room.guests import Guest, TimedRoom

_decode = msgspec.json.Decoder(Events).decode


class Twin(Telling):
    """Holds each frame against what the table says without anything kept."""

    __slots__ = ("checked",)

    def events(self, entries: Sequence[Entry], first: int) -> Told:
        told = super().events(entries, first)
        self.checked = getattr(self, "checked", 0) + 1
        view = encode(self.view())
        assert encode(_decode(told.shared).view) == view
        for player in self.players:
            if player.connected:
                # What he was told last is what is so now.
                assert self._told[player.id] == encode(self.me(player))
                own = _decode(told.to(player.id))
                assert encode(own.view) == view
                assert own.me is None or encode(own.me) == self._told[player.id]
        return told


@pytest.mark.parametrize(
    ("preset", "structure", "chop"),
    [("pokerstars", "fl", "off"), ("card-room", "fl", "both_agree"), ("tda", "nl", "off")],
)
def test_what_is_kept_is_what_would_be_made_anew(preset: str, structure: str, chop: str) -> None:
    random = Random(f"{preset} {structure}")
    rules = replace(find_rules(preset), chop_blinds=chop)
    room = TimedRoom(rules=rules, structure=structure)
    twin = Twin.__new__(Twin)
    for name in Telling.__slots__:
        setattr(twin, name, getattr(room.telling, name))
    room.telling = room.keeper.telling = twin
    guests = [Guest(room, name) for name in ("Ann", "Ben", "Cat", "Dan")]
    for seat, guest in enumerate(guests[:3]):
        guest.sit(seat)
        guest.say(AutoRebuy(below=100, to=200))
    for turn in range(300):
        room.wait()
        if not room.is_playing():
            room.wait(2)
        actor = next((guest for guest in guests[:3] if guest.to_act), None)
        if actor is not None:
            chance = random.random()
            if chance < 0.2:
                actor.gambles()
            else:
                actor.passes(fold=chance > 0.7)
        if turn % 20 == 0:
            guests[0].say(SitOut("next_big_blind") if turn % 40 == 20 else ComeBack())
        assert not room.frozen, room.why_frozen
    assert room.table.public.hands > 10
    assert twin.checked > 200
