"""The events are the hand: folded again they give the same state, for everybody who sees them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from omaha8.hand.codec import action_from_json, action_to_json, event_from_json, event_to_json
from omaha8.hand.events import HoleDealt
from omaha8.hand.notation import play
from omaha8.hand.project import view
from omaha8.hand.public import PublicHand
from omaha8.hand.view import SeatView
from omaha8.rules.game import Seat
from tests.hand_state import hand_state, public_state
from tests.hand_strategies import Played, going_hands, hands, randoms, shown_hands
from tests.random_hands import Policy, play_out


def differences(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Fields that differ, so that a failure names them."""
    return {name: (one[name], other[name]) for name in one if one[name] != other[name]}


@settings(max_examples=100, deadline=None)
@given(shown_hands())
def test_replaying_the_events_gives_the_state_field_by_field(played: Played) -> None:
    again = PublicHand.fold(played.hand.events)
    assert differences(public_state(played.hand.public), public_state(again)) == {}


@settings(max_examples=100, deadline=None)
@given(going_hands())
def test_replaying_the_events_of_a_hand_that_goes_on_gives_the_same_choices(
    played: Played,
) -> None:
    again = PublicHand.fold(played.hand.events)
    assert again.legal is not None
    assert differences(public_state(played.hand.public), public_state(again)) == {}


@settings(max_examples=60, deadline=None)
@given(shown_hands())
def test_the_projected_events_of_a_seat_add_up_to_its_view(played: Played) -> None:
    hand = played.hand
    for seat in hand.public.deal_order:
        seen, now = SeatView.fold(hand.events, seat), SeatView.of(hand, seat)
        assert differences(public_state(seen.public), public_state(now.public)) == {}
        assert seen.hole == now.hole == hand.dealer.holes[seat]
        assert seen.legal == now.legal


@settings(max_examples=60, deadline=None)
@given(going_hands())
def test_a_view_has_the_choices_of_its_own_seat_only(played: Played) -> None:
    hand = played.hand
    for seat in hand.public.deal_order:
        projected = SeatView.fold(view(hand.events, seat), seat)
        assert projected.legal == (hand.legal if seat == hand.turn else None)
        assert projected.hole == hand.dealer.holes[seat]


def test_before_the_deal_a_view_has_no_hole_cards() -> None:
    hand = play("plo8 1/2 b0 200*3 | r7")
    posted = [event for event in hand.events if not isinstance(event, HoleDealt)][:3]
    assert SeatView.fold(posted, Seat(0)).hole is None


def test_events_that_do_not_begin_with_the_start_are_refused() -> None:
    with pytest.raises(ValueError, match="begin with hand_started"):
        PublicHand.fold(play("plo8 1/2 b0 200*3 | r7").events[1:])


@settings(max_examples=60, deadline=None)
@given(going_hands(), randoms())
def test_a_copy_goes_its_own_way(played: Played, random: Any) -> None:
    before = hand_state(played.hand)
    play_out(played.hand.copy(), Policy(random))
    assert differences(before, hand_state(played.hand)) == {}


@settings(max_examples=60, deadline=None)
@given(hands())
def test_every_event_and_action_comes_back_from_json(played: Played) -> None:
    for event in played.hand.events:
        assert event_from_json(event_to_json(event)) == event
        for viewer in (None, played.hand.public.deal_order[0]):
            (seen,) = view([event], viewer)
            assert event_from_json(event_to_json(seen)) == seen
    for action in played.actions:
        assert action_from_json(action_to_json(action)) == action
