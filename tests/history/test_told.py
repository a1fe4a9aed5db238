"""Reading what a room gives out: what is no hand is refused, by its place."""

from __future__ import annotations

import pytest

from omaha8.history.retell_line import retell_line
from omaha8.history.told import ToldError, ToldLine, is_text, read_lines, read_told
from tests.history.told_hands import Form, blinds, of_kind, told, without

CHECKED = (
    "flo8 1/2:2/4 b0 100*3 0:AsAh2s3h 1:KsKh4s5h board:2c7d8cJcKd | c c c / c c c / c c c / c c c"
)
FOLDED = "flo8 1/2:2/4 b0 100*3 | f f"
TITLE = "# High # low, hand 12, 2026-11-30 20:15:00 UTC"


@pytest.mark.parametrize("form", [None, [], {}, {"id": "x", "game": "O8"}, "omaha8_hand"])
def test_what_is_no_history(form: object) -> None:
    with pytest.raises(ToldError, match="no history of a hand: an object with omaha8_hand is one"):
        read_told(form)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda hand: hand.pop("events"), "the history: Object missing required field `events`"),
        (lambda hand: hand.update(hand=-1), "the history: Expected `int` >= 0 - at `$.hand`"),
        (lambda hand: hand.update(events=[7]), "Expected `object`, got `int` - at `$.events"),
        (lambda hand: hand.update(omaha8_hand=2), "a history of kind 2; 1 can be replayed here"),
        (lambda hand: hand.update(events=[]), "no hand begins in it"),
        (lambda hand: hand["events"].insert(0, {}), "events[0] has no type"),
        (lambda hand: of_kind(hand, "posted").update(live="1"), "events[1] (posted): event: "),
        (lambda hand: of_kind(hand, "posted").update(kind="tip"), "Invalid enum value 'tip'"),
        (
            lambda hand: of_kind(hand, "hand_started")["rules"].update(tea=True),
            "events[0] (hand_started): event: Object contains unknown field `tea`",
        ),
        (
            lambda hand: of_kind(hand, "hand_started")["game"].update(small_blind=9),
            "small_blind: 9 is above the big blind of 2",
        ),
        (lambda hand: of_kind(hand, "board_dealt").update(cards="2c7d7d"), "duplicate card 7d"),
        (lambda hand: hand["events"].append(hand["events"][0]), "more than one hand begins"),
        (
            lambda hand: hand["events"].insert(0, hand["events"].pop(1)),
            "something of the hand stands before hand_started",
        ),
        (
            lambda hand: hand["events"].append(blinds(0, 1, 2, (0, 1, 2))),
            "something of the hand stands before hand_started",
        ),
        (
            lambda hand: hand["events"].insert(
                9, {"type": "hand_voided", "why": "x", "stacks": [1, 1, 1]}
            ),
            "something of the hand stands behind its end",
        ),
        (lambda hand: without(hand, "hand_started"), "no hand begins in it"),
    ],
)
def test_a_history_that_cannot_be_read_says_where(change: object, said: str) -> None:
    hand = told(CHECKED.replace("board", "2:QsQhJsTh board"))
    assert callable(change)
    change(hand)
    with pytest.raises(ToldError) as error:
        read_told(hand)
    assert said in str(error.value)


def test_what_has_to_do_with_the_shuffle_is_passed_over() -> None:
    hand: Form = told(FOLDED)
    before = read_told(hand)
    hand["events"].insert(0, {"type": "deck_chosen", "hand": "whatever"})
    hand["openings"] = "none"
    after = read_told(hand)
    assert [event for _, event in after.events] == [event for _, event in before.events]
    assert [place for place, _ in after.events] == [place + 1 for place, _ in before.events]


# as text


def test_texts_of_a_room_are_known_by_their_lines() -> None:
    assert is_text([TITLE, "# seat 0 Ann"])
    assert is_text(["", "# by hand", FOLDED])
    assert not is_text(["# a script", "import os"])
    assert not is_text(["# nothing else"])
    assert not is_text(["hello", FOLDED])
    assert not is_text([])


def test_every_hand_of_a_text_has_its_title_and_its_end() -> None:
    lines = [
        *(TITLE, "# seat 0 Ann, seat 1 Bob", FOLDED),
        *(TITLE.replace("12", "13"), FOLDED, "# voided: a fire"),
        *(TITLE.replace("12", "14"), "# voided: a flood"),
        *(FOLDED, "", FOLDED, "# chopped: the blinds were taken back"),
    ]
    assert list(read_lines(lines, "hands.txt")) == [
        ToldLine(id="High # low hand 12", line=FOLDED, end=False),
        ToldLine(id="High # low hand 13", line=FOLDED, end=True),
        ToldLine(id="High # low hand 14", line="", end=True),
        ToldLine(id="hands.txt:9", line=FOLDED, end=False),
        ToldLine(id="hands.txt:11", line=FOLDED, end=True),
    ]


def text_of(line: str, *, end: bool = False) -> ToldLine:
    return ToldLine(id="High hand 12", line=line, end=end)


def test_a_text_is_played_and_its_payouts_are_said() -> None:
    done = retell_line(text_of(CHECKED.replace("board", "2:QsQhJsTh board")))
    assert (done.failure, done.payout_exact) == (None, None)
    assert done.unchecked == (
        "who had the blinds to post, which is not told",
        "what was paid, which the text does not say; by the rules seat 0 +1, seat 1 +1, seat 2 -2",
    )


@pytest.mark.parametrize("ante", ["15", "24"])
def test_a_live_ante_may_take_the_last_chips(ante: str) -> None:
    """RULES, antes: a short stack pays what it has; a text says the post in full, or what came."""
    form = '{"fraction_of_small_bet":"1/2","where":"always"}'
    line = f"flo8 24/48a24 b1 -,3372,-,15 ante={form} ante_live=true ante3={ante} ante1=24 sb1=24"
    done = retell_line(text_of(f"{line} bb3=48 1:8h8cKs4h 3:9dKd9c7d board:4d9sTs9hQc | / / /"))
    assert done.failure is None


def test_a_text_in_which_a_muck_was_unseen_says_nothing_of_payouts() -> None:
    done = retell_line(text_of(CHECKED))
    assert done.failure is None
    assert done.unchecked[-1] == "what was paid to whom: hole cards unknown: seat 2"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("flo8 1/2:2/4 b0 100*3 | r8 f f", "Raise to 4 at most (you asked for 8)."),
        ("flo8 1/2:2/4 b0 100*3 | f", "it ends on the preflop, where seat 1 is to act"),
        (
            "flo8 1/2:2/4 b0 100*3 sb1=1 bb2=4 | f f",
            "posts: bb of 4 live and 0 dead, by the rules 2 and 0",
        ),
        (
            "flo8 1/2:2/4 b0 100,-,100 kill=optional kill_replaces_blind=false kill2=4 | f",
            "posts: nobody posts the big blind",
        ),
        ("flo8 1/2:2/4 b0 100*3 posts=none | c c c", "posts: nobody posts the big blind"),
        ("flo8 1/2:2/4 b0 100*3 tea=2 | f f", "cannot read 'tea=2'"),
        (
            'flo8 1/2:2/4 b0 100*2 rake={"per_mille":50,"cap":1} rake=2 | c c / c c / c c / c c',
            "a rake of 2 was taken, by the rules 0",
        ),
    ],
)
def test_a_text_that_is_not_by_the_rules(line: str, said: str) -> None:
    assert said in (retell_line(text_of(line)).failure or "")


def test_a_text_that_was_not_played_out() -> None:
    done = retell_line(text_of("flo8 1/2:2/4 b0 100*3 | f", end=True))
    assert done.failure is None
    assert done.unchecked[-1] == "what came back to whom, which the text does not say"
    assert retell_line(text_of("", end=True)).unchecked == (
        "all of it: it was voided before it began",
    )
