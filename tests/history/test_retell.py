"""A hand that a room tells, played once more by the rules: every lie about chips is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.history.told_hands import (
    Form,
    blinds,
    of_kind,
    replayed,
    told,
    without,
)

SIDE_POT: Final = (
    "plo8 1/2 b0 20,200,200 0:AsAh2s3h 1:KsKh4s5h 2:QsQhJsTh board:2c7d8cJcKd "
    "| r7 r20 c c / c c / c r30 c / c c"
)
"""All in before the flop with the best low; the two others have a side pot."""
LIMIT: Final = "flo8 1/2:2/4 b0 100*3 0:AsAh2s3h 1:KsKh4s5h 2:QsQhJsTh board:2c7d8cJcKd | "
CHECKED: Final = LIMIT + "c c c / c c c / c c c / c c c"
ANTES: Final = LIMIT.replace("1/2:2/4", "1/2:2/4a1") + "f f"
RAKED: Final = CHECKED.replace(" |", ' rake={"per_mille":500,"cap":2} |')
"""Half of the pot, to two chips at most."""
SHOW_ALL: Final = CHECKED.replace(" |", " muck=show_all |")
ALL_IN: Final = (
    SIDE_POT.partition("|")[0].replace("20,200,200", "20*3") + "all_in_face_up=true | r7 r20 c c"
)
KILLED: Final = LIMIT.replace(" |", " kill=optional sb1=1 bb2=2 kill0=4 |") + "f f"
STRADDLED: Final = LIMIT.replace(" |", " straddle=utg sb1=1 bb2=2 straddle0=4 |") + "f f"
CHOPPED: Final = LIMIT.replace(" |", " chop_blinds=both_agree |") + "f"
ENTRY: Final = LIMIT.replace(" |", " sb1=1 bb2=2 missed_bb0=2 |") + "c c c / f f"


@pytest.mark.parametrize("line", [SIDE_POT, CHECKED, ANTES, RAKED, SHOW_ALL, ALL_IN, ENTRY])
def test_a_hand_by_the_rules(line: str) -> None:
    for viewer in (None, 0, 1, 2):
        done = replayed(told(line, viewer))
        assert (done.failure, done.payout_exact) == (None, True)


def side_pot_to_the_king(hand: Form) -> None:
    """Chips and stacks agree with each other."""
    award, end = of_kind(hand, "awarded"), of_kind(hand, "hand_ended")
    end["stacks"][award["seat"]] -= award["amount"]
    end["stacks"][0] += award["amount"]
    award["seat"] = 0


Lie = Callable[[Form], object]
LIES: Final[dict[str, tuple[str, Lie, str]]] = {
    "the winner of a side pot": (SIDE_POT, side_pot_to_the_king, "seat is 0, by the rules 1"),
    "a side pot of another size": (
        SIDE_POT,
        lambda hand: of_kind(hand, "awarded").update(of=62),
        "of is 62, by the rules 60",
    ),
    "stacks at the end": (
        SIDE_POT,
        lambda hand: of_kind(hand, "hand_ended")["stacks"].reverse(),
        "hand_ended: stacks is [",
    ),
    "a raise above the pot": (
        SIDE_POT,
        lambda hand: of_kind(hand, "raised").update(to=8, added=8),
        "seat 0 is said to raise to 8: Raise to 7 at most (you asked for 8).",
    ),
    "a call for less": (
        SIDE_POT,
        lambda hand: of_kind(hand, "called").update(added=5, to=6),
        "called by seat 2: added is 5, by the rules 18; to is 6, by the rules 20",
    ),
    "a bet that another seat makes": (
        CHECKED,
        lambda hand: of_kind(hand, "checked").update(seat=0),
        "seat 0 is said to check: seat 0 is not to act: it is seat 2's turn",
    ),
    "an uncalled bet that is kept": (
        ANTES,
        lambda hand: without(hand, "uncalled_returned"),
        "where by the rules comes uncalled_returned by seat 2",
    ),
    "a small blind of two": (
        CHECKED,
        lambda hand: of_kind(hand, "posted").update(live=2),
        "posted by seat 1: live is 2, by the rules 1",
    ),
    "an ante that is not there": (
        ANTES,
        lambda hand: without(hand, "posted"),
        "posts: antes from seats [0, 2], by the rules from [0, 1, 2]",
    ),
    "no big blind": (
        CHECKED,
        lambda hand: without(hand, "posted", 1),
        "posts: nobody posts the big blind",
    ),
    "a blind before an ante": (
        ANTES,
        lambda hand: hand["events"].insert(1, hand["events"].pop(4)),
        "posts: ante comes before sb",
    ),
    "a blind twice": (
        CHECKED,
        lambda hand: hand["events"].insert(2, of_kind(hand, "posted")),
        "posts: seat 1 posts sb twice",
    ),
    "a kill where there is none": (
        KILLED,
        lambda hand: of_kind(hand, "hand_started")["rules"].pop("kill"),
        "posts: seat 0 kills, where the rules know no kill pot",
    ),
    "too large a kill": (
        KILLED,
        lambda hand: of_kind(hand, "posted", 2).update(live=60, price=60),
        "posts: seat 0 kills with 60, by the rules with 4-4",
    ),
    "a straddle where there is none": (
        STRADDLED,
        lambda hand: of_kind(hand, "hand_started")["rules"].pop("straddle"),
        "posts: a straddle from seat 0, where there is none",
    ),
    "a straddle that is not in the stack": (
        STRADDLED,
        lambda hand: of_kind(hand, "hand_started")["stacks"].__setitem__(0, 3),
        "posts: a straddle from seat 0, which has only 3",
    ),
    "more rake": (
        RAKED,
        lambda hand: of_kind(hand, "raked").update(by_pot=[3]),
        "raked: by_pot is [3], by the rules [2]",
    ),
    "a card that comes twice": (
        CHECKED,
        lambda hand: of_kind(hand, "board_dealt", 2).update(cards="7d"),
        "duplicate card 7d: each card exists once",
    ),
    "a sixth card": (
        CHECKED,
        lambda hand: of_kind(hand, "board_dealt", 2).update(cards="Kd9d"),
        "a board has 0, 3, 4 or 5 cards, not 6",
    ),
    "the river is not dealt": (
        CHECKED,
        lambda hand: without(hand, "board_dealt", 2),
        "checked by seat 1, where by the rules the board after the turn is unknown",
    ),
    "a hand that was not dealt": (
        CHECKED,
        lambda hand: of_kind(hand, "shown").update(cards="Kc4s5h6h"),
        "seat 1 shows Kc4s5h6h, and was dealt KsKh4s5h",
    ),
    "hole cards of nobody": (
        CHECKED,
        lambda hand: of_kind(hand, "hole_dealt").update(seat=9, cards="6c6h6d6s"),
        "hole cards of seat 9: there are 3 seats",
    ),
    "who has to show mucks": (
        SHOW_ALL,
        lambda hand: of_kind(hand, "shown", 1).update(type="mucked"),
        "hole cards unknown: seat 2, which has to show by the rules",
    ),
    "an all-in hand stays down": (
        ALL_IN,
        lambda hand: without(hand, "shown", 2),
        "seat 0 does not show, where all-in hands are face up by the rules",
    ),
    "it ends before it is over": (
        CHECKED,
        lambda hand: without(hand, "hand_ended"),
        "after the last event: hand_ended is missing",
    ),
    "it breaks off": (
        CHECKED,
        lambda hand: hand["events"].__delitem__(slice(10, None)),
        "the history ends on the flop, and seat 1 is to act",
    ),
    "it goes on": (
        CHECKED,
        lambda hand: hand["events"].append({"type": "checked", "seat": 1}),
        "checked by seat 1, where by the rules comes nothing more",
    ),
    "a word in the wrong place": (
        CHECKED,
        lambda hand: hand["events"].insert(8, {"type": "raked", "by_pot": [1]}),
        "events[8]: raked, where by the rules seat 2 is to act",
    ),
    "fewer players than a hand has": (
        CHECKED,
        lambda hand: of_kind(hand, "hand_started").update(stacks=[100, None, None]),
        "2 to 11 players with chips",
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie(lie: str) -> None:
    line, change, said = LIES[lie]
    hand = told(line, 1)
    assert replayed(hand).failure is None
    change(hand)
    assert said in (replayed(hand).failure or "")


def test_payouts_are_told_from_the_rest() -> None:
    hand = told(SIDE_POT)
    side_pot_to_the_king(hand)
    assert replayed(hand).payout_exact is False
    hand = told(SIDE_POT)
    of_kind(hand, "raised").update(to=8, added=8)
    assert replayed(hand).payout_exact is None


def test_the_words_of_an_award_are_for_readers() -> None:
    hand = told(SIDE_POT)
    of_kind(hand, "awarded").update(why="In another language.", hand="Kings up")
    assert replayed(hand).failure is None


# who mucked, and nobody has seen what


def mucked(hand: Form, seat: int) -> Form:
    """The seat mucks instead of showing, and was told to nobody."""
    shown = next(e for e in hand["events"] if e["type"] == "shown" and e["seat"] == seat)
    shown.update(type="mucked")
    return hand


def test_a_beaten_hand_that_was_mucked_is_said_not_to_be_checked() -> None:
    hand = told(CHECKED)
    assert [e["seat"] for e in hand["events"] if e["type"] == "mucked"] == [2]
    done = replayed(hand)
    assert done.failure is None
    assert "what seat 2 mucked, unseen: whether it was beaten" in done.unchecked


def test_who_mucked_himself_sees_whether_he_was_beaten() -> None:
    hand = told(CHECKED, 2)
    assert not any("mucked" in what for what in replayed(hand).unchecked)
    mucked(hand, 0)
    hand = told(CHECKED, 0)
    assert "by the rules comes shown by seat 0" in (replayed(mucked(hand, 0)).failure or "")


def test_the_first_to_show_cannot_be_beaten() -> None:
    hand = mucked(told(CHECKED), 1)
    assert (replayed(hand).failure or "").startswith("seat 1 does not show, and nobody has shown")


def test_nobody_is_beaten_in_a_side_pot_by_a_hand_that_is_not_in_it() -> None:
    """Seat 1 is all-in and shows first; of the side pot nobody has shown yet."""
    line = SIDE_POT.partition("|")[0].replace("20,200,200", "200,20,200")
    hand = told(line + "| r7 r20 c c / r10 c / c c / c c")
    assert [event["seat"] for event in hand["events"] if event["type"] == "shown"] == [1, 2, 0]
    assert (replayed(mucked(hand, 2)).failure or "").startswith("seat 2 does not show")


# the blinds as they were given out


def test_posts_are_held_against_the_blinds_that_were_assigned() -> None:
    right = told(CHECKED, blinds=blinds(0, 1, 2, (1, 2, 0)))
    assert replayed(right).unchecked == ("what seat 2 mucked, unseen: whether it was beaten",)
    for wrong, said in [
        (blinds(0, None, 2, (1, 2, 0)), "posts: sb from seat 1, not nobody"),
        (blinds(0, 1, 0, (1, 2, 0)), "posts: bb from seat 2, not seat 0"),
        (blinds(1, 1, 2, (1, 2, 0)), "the button is at seat 0, and was given to 1"),
        (blinds(0, 1, 2, (1, 2)), "dealt in are seats [0, 1, 2], and were to be [1, 2]"),
        (blinds(0, 1, 2, (1, 2, 0), straddler=0), "posts: straddle and kill from nobody and"),
        (blinds(0, 1, 2, (1, 2, 0), number=8), "blinds are those of hand 8"),
    ]:
        assert said in (replayed(told(CHECKED, blinds=wrong)).failure or "")


def test_what_follows_from_earlier_hands_is_said() -> None:
    owed = replayed(told(ENTRY, blinds=blinds(0, 1, 2, (1, 2, 0))))
    assert owed.unchecked == ("whether seat 0 owed missed_bb, which follows from earlier hands",)
    killed = replayed(told(KILLED, blinds=blinds(0, 1, 2, (1, 2, 0), killer=0, kill="optional")))
    assert killed.unchecked == ("whether seat 0 had to kill, or asked to before the deal",)
    assert replayed(told(ANTES)).unchecked == ("who had the blinds to post, which is not told",)


def test_a_kill_in_place_of_the_big_blind() -> None:
    line = LIMIT.replace(" |", " kill=optional kill_replaces_blind=true sb1=1 kill2=4 |") + "f f"
    given = blinds(0, 1, 2, (1, 2, 0), killer=2, kill="optional")
    assert replayed(told(line, blinds=given)).failure is None
    ante = line.replace("1/2:2/4", "1/2:2/4a1").replace("kill=", "ante=big_blind kill=")
    ante = ante.replace("sb1=1", "sb1=1 bb_ante2=0+1")
    assert replayed(told(ante)).failure is None
    both = line.replace("sb1=1", "sb1=1 bb2=2")
    assert "posts: bb from seat 2, not nobody" in (replayed(told(both, blinds=given)).failure or "")


# hands that were not played to their end


def answer(seat: int, agrees: bool = True) -> Form:
    return {"type": "chop_answered", "seat": seat, "agrees": agrees}


def chopped(line: str, one: Form, two: Form, seats: Any = (1, 2), amounts: Any = (1, 2)) -> Form:
    end = {"type": "chopped", "seats": list(seats), "amounts": list(amounts)}
    return told(line, answers=one, more_answers=two, end=end)


def test_blinds_are_chopped_by_both() -> None:
    yes = answer(1), answer(2)
    assert replayed(chopped(CHOPPED, *yes)).failure is None
    for hand, said in [
        (chopped(CHOPPED, answer(1), answer(2, agrees=False)), "seats [1] agreed, and not seats"),
        (chopped(CHOPPED, *yes, amounts=(2, 1)), "chopped: [2, 1] go back, and {1: 1, 2: 2}"),
        (chopped(CHOPPED[:-2], *yes), "not all others had folded"),
        (chopped(CHOPPED.replace("both_agree", "off"), *yes), "the rules do not allow it"),
    ]:
        assert said in (replayed(hand).failure or "")


def test_a_voided_hand_gives_everybody_his_chips_back() -> None:
    line = CHECKED[:-7]
    void = {"type": "hand_voided", "why": "a fire", "stacks": [100, 100, 100]}
    done = replayed(told(line, end=void))
    assert (done.failure, done.payout_exact) == (None, True)
    assert done.unchecked[-1] == "who would have won: the hand was voided"
    done = replayed(told(line, end=void | {"stacks": [101, 99, 100]}))
    assert done.failure == "voided with stacks [101, 99, 100], begun with [100, 100, 100]"
    assert done.payout_exact is False
    done = replayed(told(CHECKED, end=void))
    assert done.failure == "the hand was voided when all of it was paid out"


def test_a_hand_that_was_voided_before_it_began() -> None:
    void = {"type": "hand_voided", "why": "a fire", "stacks": [None, None]}
    done = replayed({"omaha8_hand": 1, "table": "k3x9", "hand": 7, "events": [void]})
    assert done.failure is None
    assert done.unchecked == ("all of it: it was voided before it began",)
