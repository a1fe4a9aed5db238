"""The numbered events: for whom each is projected."""

from __future__ import annotations

from omaha8.hand.events import Bet, Called, Checked, Folded, HoleDealt, Raised
from omaha8.hand.notation import play
from omaha8.room.log import Entry, EventLog
from omaha8.rules.game import Seat
from omaha8.store.records import PersonId
from omaha8.table import project_event
from omaha8.table.event_codec import to_json

ANN, BEN = PersonId(1), PersonId(2)


def test_an_entry_is_what_the_projection_says_for_every_kind_of_event() -> None:
    events = play(
        "flo8 1/2 b0 200*3 0:As2s3hKd 1:9c9dTh4c 2:KsKh7d6d board:4s5d7cQcJh | c c c / r2 f r4 f"
    ).events
    kinds = {type(event) for event in events}
    assert {Folded, Checked, Called, Bet, Raised} <= kinds
    owners = {ANN: Seat(0), BEN: Seat(1)}
    for event in events:
        entry = Entry(event, owners)
        assert entry.body == to_json(event)
        assert entry.form(None) == to_json(project_event(event, None))
        assert entry.form(ANN) == to_json(project_event(event, Seat(0)))
        assert entry.form(PersonId(9)) == entry.public
        if isinstance(event, HoleDealt):
            assert (b"As2s3hKd" in entry.form(ANN)) == (event.seat == 0)
            assert entry.form(BEN) != entry.form(ANN) or event.seat == 2


def test_the_log_keeps_the_last_events() -> None:
    log = EventLog(first=10, kept=3)
    for event in play("flo8 1/2 b0 200*2 | f").events[:5]:
        log.append(event, {})
    assert log.next == 15
    assert log.since(11) is None
    assert log.since(16) is None
    assert [entry.event for entry in log.since(13) or ()] == list(
        play("flo8 1/2 b0 200*2 | f").events[3:5]
    )
    assert log.since(15) == []
