"""Who sees what of a table: hole cards are hidden, and nothing that is sent depends on them."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import msgspec
import pytest

from omaha8.cards import DECK, Card
from omaha8.hand.codec import CodecError
from omaha8.hand.events import BoardDealt, HandEnded, HoleDealt, Shown
from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import Kill
from omaha8.rules.presets import PRESET_NAMES
from omaha8.table import commands as c
from omaha8.table.between_hands import (
    AnyEvent,
    BlindsAssigned,
    Chopped,
    HandVoided,
    KillOwed,
    TableEvent,
)
from omaha8.table.event_codec import from_json, to_builtins, to_json
from omaha8.table.machine import Table
from omaha8.table.positions import Places, Positions
from omaha8.table.state import PublicTable
from omaha8.table.visibility import TableView, project_event
from tests.random_tables import Session, random_table
from tests.table.state_of import state_of


def session_to_a_deal(number: int, deals: int) -> Session:
    """A session that has just dealt a hand after at least ``deals``, with somebody to act."""
    random = Random(f"visibility {number}")
    session = Session(random, random_table(random, PRESET_NAMES[number % len(PRESET_NAMES)]))
    table = session.table
    while True:
        session.step()
        begun = session.commands and isinstance(session.commands[-1], c.Deal)
        if begun and table.public.hands >= deals and table.legal is not None:
            return session


@pytest.mark.parametrize("number", range(12))
def test_the_projected_events_add_up_to_what_a_seat_sees(number: int) -> None:
    session = session_to_a_deal(number, 6)
    table = session.table
    dealt = sorted(table.public.dealt)
    for _ in range(4):
        viewers: list[Seat | None] = [None, *dealt]
        for viewer in viewers:
            view = TableView.fold(session.events, viewer)
            assert state_of(view.table) == state_of(table.public)
            own = None
            if viewer is not None and table.hand is not None:
                own = table.hand.dealer.holes.get(viewer)
            assert (view.viewer, view.hole) == (viewer, own)
        session.step()


def test_only_hole_cards_are_hidden() -> None:
    session = session_to_a_deal(1, 8)
    for event in session.events:
        seen = project_event(event, Seat(0))
        if isinstance(event, HoleDealt) and event.seat != 0:
            assert seen == HoleDealt(event.seat, event.count, None)
        else:
            assert seen is event


@pytest.mark.parametrize("number", range(24))
def test_what_is_sent_does_not_depend_on_cards_nobody_sees(number: int) -> None:
    """All unseen cards are exchanged; until a card is turned up, the bytes stay the same."""
    session = session_to_a_deal(number, 5)
    dealt = len(session.commands)
    deal = session.commands[-1]
    assert isinstance(deal, c.Deal)
    start = next(i for i, e in reversed([*enumerate(session.events)]) if is_assigned(e))
    before = events_before(session, start)
    viewers: list[Seat | None] = [None, *sorted(session.table.public.dealt)]
    while session.table.public.playing:
        session.step()
    for viewer in viewers:
        twin = Table.resumed(before)
        sent = twin.apply(c.Deal(shuffled_but_for(deal.deck, session.events[start:], viewer)))
        for command in session.commands[dealt:]:
            if not twin.public.playing:
                break
            sent += twin.apply(command)
            if any(isinstance(event, BoardDealt | Shown) for event in sent):
                break
        shown = until_turned_up(session.events[len(before) :])
        assert bytes_for(until_turned_up(sent), viewer) == bytes_for(shown, viewer)


def is_assigned(event: AnyEvent) -> bool:
    return isinstance(event, BlindsAssigned)


def events_before(session: Session, start: int) -> list[AnyEvent]:
    """What happened before the command that dealt: it may have announced things first."""
    ended = (HandEnded, Chopped, HandVoided)
    table = Table.resumed(session.events[:1])
    events: list[AnyEvent] = [table.opening]
    for command in session.commands[:-1]:
        events += table.apply(command)
    assert events == session.events[: len(events)]
    assert len(events) <= start
    assert sum(isinstance(e, ended) for e in events) == table.public.hands
    return events


def shuffled_but_for(
    deck: tuple[Card, ...], events: list[AnyEvent], viewer: Seat | None
) -> tuple[Card, ...]:
    """The deck with every card moved but those of ``viewer``."""
    own = next(
        (e.cards for e in events if isinstance(e, HoleDealt) and e.seat == viewer and e.cards), ()
    )
    others = [card for card in deck if card not in own]
    Random(len(events)).shuffle(others)
    rest = iter(others)
    return tuple(card if card in own else next(rest) for card in deck)


def until_turned_up(events: list[AnyEvent]) -> list[AnyEvent]:
    """The events before the first card that everybody sees."""
    for i, event in enumerate(events):
        if isinstance(event, BoardDealt | Shown):
            return events[:i]
    return events


def bytes_for(events: list[AnyEvent], viewer: Seat | None) -> list[bytes]:
    return [to_json(project_event(event, viewer)) for event in events]


# JSON.


def test_every_event_of_a_table_has_a_tag_of_its_own() -> None:
    kinds = get_args(AnyEvent)
    tags = {kind.__struct_config__.tag for kind in kinds}
    assert len(tags) == len(kinds) > len(get_args(TableEvent))


@pytest.mark.parametrize(
    ("event", "form"),
    [
        (
            KillOwed(Seat(3), Kill.HALF, Chips(40)),
            {"type": "kill_owed", "seat": 3, "kind": "half", "pot": 40},
        ),
        (
            Chopped((Seat(1), Seat(2)), (Chips(1), Chips(2))),
            {"type": "chopped", "seats": [1, 2], "amounts": [1, 2]},
        ),
        (
            HandVoided("the deck had two aces of spades", (Chips(100), None, Chips(80))),
            {
                "type": "hand_voided",
                "why": "the deck had two aces of spades",
                "stacks": [100, None, 80],
            },
        ),
        (
            BlindsAssigned(
                number=7,
                positions=Positions(
                    places=Places(Seat(0), Seat(1), Seat(2)),
                    small_blind=None,
                    dealt=(Seat(2), Seat(0)),
                    missed_small=Seat(1),
                ),
            ),
            {
                "type": "blinds_assigned",
                "number": 7,
                "positions": {
                    "places": {"button": 0, "small_blind": 1, "big_blind": 2},
                    "small_blind": None,
                    "dealt": [2, 0],
                    "held": [],
                    "missed_big": [],
                    "missed_small": 1,
                    "fresh": False,
                },
                "straddler": None,
                "killer": None,
                "kill": "off",
            },
        ),
        (
            BoardDealt((DECK[0],), 1),
            {"type": "board_dealt", "cards": "2c", "burned": 1},
        ),
    ],
)
def test_json_forms(event: AnyEvent, form: dict[str, Any]) -> None:
    assert msgspec_form(to_builtins(event)) == form
    assert from_json(to_json(event)) == event


def msgspec_form(form: dict[str, Any]) -> Any:
    return msgspec.json.decode(msgspec.json.encode(form))


@pytest.mark.parametrize(
    "text", ["nonsense", "[]", '{"type":"left"}', '{"type":"kill_owed","seat":1,"kind":"x"}']
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(CodecError, match="^event: |an event is an object"):
        from_json(text)


def test_a_table_begins_with_its_opening() -> None:
    with pytest.raises(ValueError, match="begin with table_opened"):
        PublicTable.fold([])
    with pytest.raises(ValueError, match="no hand is going on"):
        PublicTable.fold([random_table(Random(1), "robert").opening, BoardDealt((DECK[0],), 1)])
