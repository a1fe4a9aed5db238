"""The page's state is a fold of messages: it agrees with the engine after every event."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from omaha8.cards import CARD_TEXT
from omaha8.hand.codec import event_to_builtins
from omaha8.hand.project import view
from omaha8.hand.public import PublicHand
from omaha8.rules.game import Seat
from tests.browser import hands
from tests.browser.scene import Scene, Stage
from tests.random_hands import Policy, play_out, random_setup, show_some

if TYPE_CHECKING:
    from omaha8.hand.hand import Hand

pytestmark = pytest.mark.browser

HANDS: Final = 25

FOLD_ONE_BY_ONE: Final = """async (hands) => {
  const { INITIAL, fold } = await import("/js/state.js");
  return hands.map((events) => {
    let state = { ...INITIAL, seq: -1, seats: events[0].stacks.map(() => null) };
    return events.map((event, seq) => {
      state = fold(state, { type: "events", seq, events: [event], view: {} });
      const { seats, board, over } = state.hand;
      return {
        stacks: seats.map((seat) => seat && seat.stack),
        bets: seats.map((seat) => seat?.bet ?? 0),
        inHand: seats.map((seat) => Boolean(seat && !seat.folded)),
        holes: seats.map((seat) => seat?.hole ?? null),
        board,
        over,
      };
    });
  });
}"""

FOLD_MESSAGES: Final = """async (messages) => {
  const { INITIAL, fold } = await import("/js/state.js");
  const states = [];
  let state = INITIAL;
  for (const message of messages) states.push((state = fold(state, message)));
  return states;
}"""


def random_hand(seed: int) -> Hand:
    random = Random(seed)
    hand = random_setup(random).deal()
    play_out(hand, Policy(random))
    show_some(hand, random)
    return hand


def what_is_known(hand: Hand, viewer: Seat) -> list[dict[str, Any]]:
    """After each event: stacks, bets and cards as the engine has them for ``viewer``."""
    states: list[dict[str, Any]] = []
    public: PublicHand | None = None
    holes: list[list[str] | None] = [None] * len(hand.public.start.stacks)
    for event in view(hand.events, viewer):
        if public is None:
            assert event is hand.events[0]
            public = PublicHand(hand.public.start)
        else:
            public.evolve(event)
        cards = getattr(event, "cards", None)
        if cards and hasattr(event, "seat"):
            holes[event.seat] = [CARD_TEXT[card] for card in cards]
        # RULES, showdown: all bets are in the pot before a hand is shown.
        shown = bool(public.shown or public.mucked)
        settled = bool(shown or public.awards or public.raked or public.ended)
        states.append(
            {
                "stacks": [
                    None if start is None else stack
                    for start, stack in zip(public.start.stacks, public.stacks, strict=True)
                ],
                "bets": [0] * len(holes) if settled else list(public.bets),
                "inHand": list(public.in_hand),
                "holes": list(holes),
                "board": [CARD_TEXT[card] for card in public.board],
                "over": public.ended,
            }
        )
    return states


def test_random_hands_fold_to_what_the_engine_has(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    played = [random_hand(seed) for seed in range(HANDS)]
    viewers = [hand.public.deal_order[0] for hand in played]
    forms = [
        [event_to_builtins(event) for event in view(hand.events, viewer)]
        for hand, viewer in zip(played, viewers, strict=True)
    ]
    expected = [what_is_known(hand, viewer) for hand, viewer in zip(played, viewers, strict=True)]
    assert sum(len(states) for states in expected) > 20 * HANDS
    found = wide.page.evaluate(FOLD_ONE_BY_ONE, forms)
    for seed in range(HANDS):
        assert found[seed] == expected[seed], f"seed {seed}"


def messages_of(line: str) -> tuple[dict[str, Any], dict[str, Any], list[dict[str, Any]]]:
    """Welcome, an empty snapshot, and the events of a hand one by one."""
    scene = Scene(line)
    welcome = msgspec.to_builtins(scene.welcome("s"))
    snapshot = msgspec.to_builtins(scene.snapshot())
    events = [
        {"type": "events", "seq": seq, "events": [event], "view": snapshot["view"]}
        for seq, event in enumerate(snapshot["events"])
    ]
    nothing = {**snapshot, "seq": -1, "events": [], "view": {**snapshot["view"], "turn": None}}
    return welcome, nothing, events


def test_a_snapshot_and_the_events_one_by_one_give_the_same_state(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    welcome, nothing, events = messages_of(hands.SIDE_POT)
    told = Scene(hands.SIDE_POT)
    snapshot = msgspec.to_builtins(told.snapshot())
    [*_, by_events] = wide.page.evaluate(FOLD_MESSAGES, [welcome, nothing, *events])
    [*_, by_snapshot] = wide.page.evaluate(FOLD_MESSAGES, [welcome, snapshot])
    assert by_events == by_snapshot


def test_events_seen_before_change_nothing_and_a_gap_is_noticed(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    welcome, nothing, events = messages_of(hands.RIVER)
    states = wide.page.evaluate(
        FOLD_MESSAGES, [welcome, nothing, *events[:10], events[9], events[4], events[11]]
    )
    assert states[-3] == states[-4]
    assert states[-2] == states[-4]
    assert states[-1] == {**states[-4], "behind": True}


def test_a_longer_message_counts_only_from_what_is_new(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    welcome, nothing, events = messages_of(hands.RIVER)
    late = {**events[5], "events": [event["events"][0] for event in events[5:12]]}
    [*_, one_by_one] = wide.page.evaluate(FOLD_MESSAGES, [welcome, nothing, *events[:12]])
    [*_, overlapping] = wide.page.evaluate(FOLD_MESSAGES, [welcome, nothing, *events[:10], late])
    assert overlapping == one_by_one


def test_what_only_the_viewer_is_told_stays_until_it_is_told_anew(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    told = Scene(hands.LIMIT)
    welcome, snapshot = (msgspec.to_builtins(m) for m in (told.welcome("s"), told.snapshot()))
    news = {"type": "events", "seq": told.told, "events": [], "view": snapshot["view"], "me": None}
    states = wide.page.evaluate(FOLD_MESSAGES, [welcome, snapshot, news])
    assert states[-1]["view"]["legal"] == snapshot["me"]["legal"] is not None
    assert states[-1]["view"]["own"] == states[-2]["view"]["own"] != {}
    stranger = {**welcome, "person": None, "viewer": None}
    states = wide.page.evaluate(FOLD_MESSAGES, [stranger, {**snapshot, "me": None}, news])
    assert states[-1]["view"]["legal"] is None


@pytest.mark.parametrize("first", ["snapshot", "me"])
def test_who_sees_the_table_later_keeps_what_he_is_told_of_himself(wide: Stage, first: str) -> None:
    """RULES, sit out, leave: after a reload too the form asks for what the table takes."""
    wide.show(hands.LIMIT)
    told = Scene(hands.LIMIT)
    welcome, snapshot = (msgspec.to_builtins(m) for m in (told.welcome("s"), told.snapshot()))
    bounds = {"least": 193, "most": 400, "usual": 200}
    own = {"type": "me", "me": {**snapshot["me"], "seat": None, "own": None, "buy_in": bounds}}
    late = {**snapshot, "me": None, "viewer": None}
    news = {"type": "events", "seq": told.told, "events": [], "view": snapshot["view"], "me": None}
    both = [late, own] if first == "snapshot" else [own, late]
    states = wide.page.evaluate(FOLD_MESSAGES, [{**welcome, "viewer": None}, *both, news, late])
    assert [state["view"]["buy_in"] for state in states[-3:]] == [bounds] * 3


def test_a_hand_that_is_void_gives_every_bet_back(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    welcome, nothing, events = messages_of(hands.RIVER)
    stacks = events[0]["events"][0]["stacks"]
    void = {"type": "hand_voided", "why": "the server lost the deck", "stacks": stacks}
    message = {**events[-1], "seq": len(events), "events": [void]}
    [*_, last] = wide.page.evaluate(FOLD_MESSAGES, [welcome, nothing, *events, message])
    assert last["hand"] is None
    assert [seat["stack"] for seat in last["seats"]] == list(stacks)
    words = "The hand is void, every bet goes back: the server lost the deck"
    assert last["log"][-1]["text"] == words


def test_another_table_is_another_state(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    welcome, nothing, events = messages_of(hands.RIVER)
    other = {**welcome, "stream": "other", "viewer": None}
    states = wide.page.evaluate(FOLD_MESSAGES, [welcome, nothing, *events, other])
    assert states[-1]["hand"] is None
    assert states[-1]["seq"] == -1
    assert states[-1]["log"] == []


def test_people_come_and_go(wide: Stage) -> None:
    wide.show(hands.LIMIT)
    welcome, nothing, _ = messages_of(hands.LIMIT)
    told = [
        {"type": "left", "seat": 1, "stack": 200},
        {"type": "seated", "seat": 1, "name": "Zoe", "stack": 90, "bot": False},
        {"type": "sat_out", "seat": 1},
        {"type": "came_back", "seat": 1},
        {"type": "rebought", "seat": 1, "amount": 10, "stack": 100},
        {"type": "leaving", "seat": 1},
    ]
    events = [
        {"type": "events", "seq": seq, "events": [event], "view": nothing["view"]}
        for seq, event in enumerate(told)
    ]
    states = wide.page.evaluate(FOLD_MESSAGES, [welcome, nothing, *events])[2:]
    seats = [state["seats"][1] for state in states]
    assert seats[0] is None
    assert [seat["sitting_out"] for seat in seats[1:]] == [False, True, False, False, False]
    assert [seat["stack"] for seat in seats[1:]] == [90, 90, 90, 100, 100]
    assert seats[-1]["leaving"] is True
    assert [line["text"] for line in states[-1]["log"]] == [
        "Bob leaves",
        "Zoe sits down with 90",
        "Zoe sits out",
        "Zoe is back",
        "Zoe buys 10 more",
        "Zoe leaves after this hand",
    ]
