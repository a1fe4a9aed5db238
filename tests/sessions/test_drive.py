"""A table driven through a log: it does what the room did, or the reason is found."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest

from omaha8.history.pokernow import Log, read_log
from omaha8.rules.house import replace
from omaha8.rules.presets import find_rules
from omaha8.sessions.drive import Session, drive
from omaha8.sessions.reasons import BIG, BUTTON, DEALT, OTHER, SMALL, Reason
from omaha8.sessions.summary import Summary
from tests.sessions.logs import RULES, begins, driven, game, last, log, player, says

OWN: Final = Path(__file__).parents[1] / "data" / "home_game.csv"
FOUR: list[str | list[str]] = [
    game(1, "A", "ABCD", "B sb 1", "C bb 2"),
    begins(2, "B", "ABCD", "C sb 1", "D bb 2"),
]
"""The next hand has the button at C, the blinds at D and A."""


@pytest.fixture(scope="module")
def own() -> Session:
    return drive(read_log(OWN), RULES)


def test_the_own_log_agrees_but_for_one_hand_of_every_reason(own: Session) -> None:
    assert [hand.number for hand in own.hands] == list(range(1, 20))
    assert {hand.number: (hand.reason, hand.differences) for hand in own.hands if hand.reason} == {
        4: (Reason.AWAY_AT_START, (OTHER,)),
        6: (Reason.DEAD_BUTTON_WAIT, (DEALT,)),
        11: (Reason.TO_HEADS_UP, (BUTTON, SMALL, BIG)),
        12: (Reason.HEADS_UP_STRADDLE, (OTHER,)),
        13: (Reason.FROM_HEADS_UP, (SMALL, BIG, OTHER, DEALT)),
    }
    assert [(r.number, r.player, r.text) for r in own.refusals] == [
        (12, "e5", "There is no straddle heads-up.")
    ]


def test_both_sides_are_told_in_words(own: Session) -> None:
    hand = own.hands[12]
    assert hand.room == "button 2, bb 1=200, dead_sb 1=100, sb 8=100, dealt 1 2 8"
    assert hand.table == "button 2, bb 8=200, sb 2=100, dealt 2 8"
    assert own.hands[5].room == "button dead, bb 8=100, sb 6=50, dealt 0 2 6 8"


def test_the_figures(own: Session) -> None:
    summary = Summary()
    summary.add(read_log(OWN), own)
    assert (summary.count().hands, summary.count().agree) == (19, 14)
    assert summary.count().parts == {BUTTON: 18, SMALL: 17, BIG: 17, OTHER: 16, DEALT: 17}
    assert summary.count(lambda hand: hand.hilo).hands == 15
    # In these the players are those of the hand before, and both blinds and nothing else posted.
    assert [hand.number for hand in own.hands if not hand.changed] == [2, 3, 16]
    assert summary.begun == 2
    assert {reason: len(hands) for reason, hands in summary.by_reason().items()} == dict.fromkeys(
        (hand.reason for hand in own.hands if hand.reason), 1
    )


# what the table sees to


def test_hands_in_which_nobody_comes_or_goes() -> None:
    assert last(*FOUR, begins(3, "C", "ABCD", "D sb 1", "A bb 2")).agrees


@pytest.mark.parametrize(
    ("third", "different"),
    [
        (begins(3, "D", "ABCD", "D sb 1", "A bb 2"), (BUTTON,)),
        (begins(3, None, "ABCD", "D sb 1", "A bb 2"), (BUTTON,)),
        (begins(3, "C", "ABCD", "D sb 2", "A bb 2"), (SMALL,)),
        (["Dead Small Blind", *begins(3, "C", "ABCD", "A bb 2")], (SMALL,)),
        (begins(3, "C", "ABCD", "D sb 1", "B bb 2"), (BIG,)),
        (begins(3, "C", "ABCD", "D sb 1", "A bb 2", "B dead 1"), (OTHER,)),
        (begins(3, "C", "ABD", "D sb 1", "A bb 2"), (BUTTON, DEALT)),
    ],
)
def test_each_difference_is_seen_and_none_is_explained_away(
    third: list[str], different: tuple[str, ...]
) -> None:
    hand = last(*FOUR, third)
    assert hand.differences == different
    assert hand.reason is Reason.UNEXPLAINED


def test_after_a_difference_the_table_goes_on_from_what_the_room_did() -> None:
    strange = begins(3, "A", "ABCD", "B sb 1", "D bb 2")
    session = driven(*FOUR, strange, begins(4, "B", "ABCD", "D sb 1", "A bb 2"))
    assert [hand.agrees for hand in session.hands] == [True, True, False, True]


def test_the_button_of_a_new_game_is_drawn() -> None:
    again = game(3, "D", "BCD", "B sb 1", "C bb 2")
    assert last(*FOUR, again).agrees
    assert last(*FOUR, again).begins
    wrong = last(*FOUR, game(3, "D", "BCD", "C sb 1", "B bb 2"))
    assert wrong.differences == (SMALL, BIG)
    assert wrong.reason is Reason.UNEXPLAINED


def test_a_new_game_forgets_who_missed_what() -> None:
    away = begins(3, "C", "BCD", "D sb 1", "B bb 2")
    again = game(4, "B", "BCD", "C sb 1", "D bb 2", away="A")
    third = begins(5, "C", "ABCD", "D sb 1", "A bb 2")
    assert last(*FOUR, says("A", "stands up"), away, again, says("A", "sits back"), third).agrees


def test_missed_blinds_are_posted_by_who_posted_them() -> None:
    away: list[str | list[str]] = [
        says("A", "stands up"),
        begins(3, "C", "BCD", "D sb 1", "B bb 2"),
        says("A", "sits back"),
    ]
    waits = begins(4, "D", "BCD", "B sb 1", "C bb 2")
    back = begins(5, "B", "ABCD", "C sb 1", "D bb 2", "A missed 2", "A dead 1")
    assert last(*FOUR, *away, waits, back).agrees
    free = last(*FOUR, *away, waits, begins(5, "B", "ABCD", "C sb 1", "D bb 2"))
    # He said nothing of posting, so the table gave him no cards.
    assert free.differences == (DEALT,)


def test_stakes_top_ups_and_short_stacks() -> None:
    said = [
        "The game's small blind was changed from 1 to 10.",
        "The game's big blind was changed from 2 to 20.",
        f"The admin updated the player {player('B')} stack from 100 to 300.",
        f"The admin updated the player {player('C')} stack from 100 to 50.",
        f"The admin updated the player {player('A')} stack from 100 to 5.",
    ]
    session = driven(*FOUR, *said, begins(3, "C", "ABCD", "D sb 10", "A bb 5", A=5, B=300, C=50))
    assert session.hands[-1].agrees
    assert session.refusals == ()


def test_a_chair_given_to_somebody_else_and_a_changed_seat() -> None:
    # D stood up; E is approved, and dealt in on his chair. Later B moves to an empty one.
    said = [says("D", "stands up"), says("E", "is approved")]
    third = [line.replace("#5", "#4") for line in begins(3, "C", "ABCE", "E sb 1", "A bb 2")]
    session = driven(*FOUR, *said, third)
    assert "dealt 0 1 2 3" in session.hands[-1].room
    moved = [line.replace("#2", "#6") for line in begins(3, "C", "ABCD", "D sb 1", "A bb 2")]
    assert last(*FOUR, moved).room.endswith("dealt 0 2 3 5")


def test_two_players_change_seats() -> None:
    third = begins(3, "C", "ABCD", "D sb 1", "A bb 2")
    swapped = [
        line.replace("#1 ", "#x ").replace("#2 ", "#1 ").replace("#x ", "#2 ") for line in third
    ]
    hand = last(*FOUR, swapped)
    assert hand.room == "button 2, bb 1=2, sb 3=1, dealt 0 1 2 3"
    # The big blind goes on by chairs, whoever sits there.
    assert hand.table == "button 2, bb 0=2, sb 3=1, dealt 0 1 2 3"


def test_a_chair_that_the_table_has_not_is_refused() -> None:
    third = [line.replace("#5", "#12") for line in begins(3, "C", "ABCDE", "D sb 1", "A bb 2")]
    session = driven(*FOUR, third)
    assert [r.text for r in session.refusals] == ["There is no seat 12: seats are 1 to 10."]
    assert session.hands[-1].differences == (DEALT,)


def test_who_comes_back_with_less_is_refused_where_ratholing_is_and_sits_all_the_same() -> None:
    said = [says("D", "quits", 150), says("D", "is approved", 40)]
    hands: list[str | list[str]] = [
        *FOUR,
        *said,
        begins(3, "C", "ABC", "A bb 2"),
        begins(4, None, "ABC", "A sb 1", "B bb 2"),
    ]
    hands.append(begins(5, "A", "ABCD", "B sb 1", "C bb 2", D=40))
    assert driven(*hands).refusals == ()
    session = drive(log(*hands), replace(RULES, ratholing_minutes=60))
    assert [r.text for r in session.refusals] == [
        "Bring 150 to 1000000000000000 chips (you asked for 40; d left with 150 within 60 minutes)."
    ]
    assert session.hands[-1].agrees


def test_a_log_that_begins_in_a_game_is_compared_from_its_second_hand_on() -> None:
    for dealer, blinds in (("A", ("B sb 1", "C bb 2")), (None, ("B sb 1", "C bb 2"))):
        session = driven(
            begins(8, dealer, "ABCD", *blinds), begins(9, "B", "ABCD", "C sb 1", "D bb 2")
        )
        assert [(hand.number, hand.agrees) for hand in session.hands] == [(9, True)]


def test_lines_that_are_missing_or_out_of_place_stop_nothing() -> None:
    lines = read_log(OWN).lines
    for seed in range(80):
        random = Random(seed)
        spoiled = [line for line in lines if random.random() > 0.1]
        for _ in range(20):
            spoiled.insert(random.randrange(len(spoiled)), random.choice(lines))
        session = drive(Log("spoiled", tuple(spoiled)), RULES)
        assert all((hand.reason is None) == hand.agrees for hand in session.hands)
        assert len(session.hands) > 5


def test_a_log_without_hands() -> None:
    assert driven("Dead Small Blind", says("A", "is approved")).hands == ()


@pytest.mark.parametrize("preset", ["robert", "poker-room", "card-room"])
def test_under_other_rules_fewer_hands_agree(preset: str, own: Session) -> None:
    other = drive(read_log(OWN), find_rules(preset))
    assert sum(hand.agrees for hand in other.hands) < sum(hand.agrees for hand in own.hands)
    assert len(other.hands) == len(own.hands)


def test_stakes_that_no_game_has_are_made_playable() -> None:
    free = "The game's small blind was changed from 0 to 0."
    hand = driven(free, game(1, "A", "ABC", "C bb 2")).hands[0]
    assert hand.differences == (SMALL,)
