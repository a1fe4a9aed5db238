"""Who may see which event: an allow-list that fails closed."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from omaha8.cards import parse_cards
from omaha8.hand.events import Event, HandEnded, HoleDealt, Mucked
from omaha8.hand.notation import play
from omaha8.hand.project import history, project, view
from omaha8.rules.game import Seat
from tests.hand.test_codec import GOLDEN

HOLE = parse_cards("As2sKhQd")
SHOWDOWN = (
    "plo8 1/2 b0 99*3 0:As2sKhQd 1:Ac2cKdQh 2:9s9h5dTd board:3s4d8cKcJh "
    "| c c c / c c c / c c c / c c c"
)


def test_hole_cards_are_for_their_owner_alone() -> None:
    dealt = HoleDealt(Seat(2), 4, HOLE)
    assert project(dealt, Seat(2)) == dealt
    for viewer in (None, Seat(0), Seat(1), Seat(3)):
        assert project(dealt, viewer) == HoleDealt(Seat(2), 4, None)


def test_five_hole_cards_are_told_by_their_number() -> None:
    assert project(HoleDealt(Seat(2), 5, None), None) == HoleDealt(Seat(2), 5, None)


@pytest.mark.parametrize("event", [e for e, _ in GOLDEN if not isinstance(e, HoleDealt)])
def test_everything_else_is_public(event: Event) -> None:
    for viewer in (None, Seat(0), Seat(2)):
        assert project(event, viewer) == event


def test_every_kind_of_event_is_decided_on() -> None:
    decided = {type(project(event, None)) for event, _ in GOLDEN}
    assert decided == set(get_args(Event))


class Peeked(msgspec.Struct, frozen=True):
    """A kind of event that nobody has decided on."""

    seat: int
    cards: tuple[int, ...]


def test_an_unknown_kind_of_event_is_let_through_to_nobody() -> None:
    unknown: Any = Peeked(0, HOLE)
    for viewer in (None, Seat(0)):
        with pytest.raises(AssertionError):
            project(unknown, viewer)
        with pytest.raises(AssertionError):
            view([unknown], viewer)


def test_the_rail_sees_no_hole_cards_before_the_showdown() -> None:
    events = play("plo8 1/2 b0 99*3 | r7 c c").events
    assert [e.cards for e in view(events, None) if isinstance(e, HoleDealt)] == [None] * 3
    own = [e.cards for e in view(events, Seat(1)) if isinstance(e, HoleDealt)]
    assert [cards is not None for cards in own] == [True, False, False]


# afterwards


def holes_in(events: list[Event]) -> dict[int, bool]:
    return {e.seat: e.cards is not None for e in events if isinstance(e, HoleDealt)}


def test_a_mucked_hand_is_in_the_history_where_the_rules_say_so() -> None:
    hand = play(SHOWDOWN.replace(" |", " history_shows_mucked=showdown_players |"))
    assert hand.public.mucked == {2}
    told = history(hand.events, None, hand.public.rules)
    assert holes_in(told) == {0: False, 1: False, 2: True}


def test_a_mucked_hand_stays_unseen_otherwise() -> None:
    hand = play(SHOWDOWN)
    assert any(isinstance(event, Mucked) for event in hand.events)
    assert holes_in(history(hand.events, None, hand.public.rules)) == {0: False, 1: False, 2: False}
    assert history(hand.events, Seat(0), hand.public.rules) == view(hand.events, Seat(0))


def test_a_folded_hand_is_never_in_the_history() -> None:
    line = SHOWDOWN.replace(" |", " history_shows_mucked=showdown_players |")
    hand = play(line.replace("/ c c c / c c c / c c c", "/ r6 c f / c c / c c"))
    told = holes_in(history(hand.events, None, hand.public.rules))
    assert not told[0], "seat 0 folded on the flop"


def test_there_is_no_history_of_a_hand_that_goes_on() -> None:
    hand = play("plo8 1/2 b0 99*3 | r7 c c")
    assert not any(isinstance(event, HandEnded) for event in hand.events)
    with pytest.raises(ValueError, match="is there when the hand is over"):
        history(hand.events, None, hand.public.rules)
