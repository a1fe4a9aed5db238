"""What a table is told of a log, and what is kept from it."""

from __future__ import annotations

from omaha8.hand.events import PostKind
from omaha8.rules.game import Chips, Seat
from omaha8.sessions.told import told
from omaha8.sessions.words import (
    Brings,
    ComesBack,
    Leaves,
    RoomPost,
    Sits,
    SitsOut,
    Stakes,
    Word,
)
from tests.sessions.logs import begins, game, log, player, says

STAKES = Stakes(Chips(1), Chips(2), Chips(0))
FIRST = game(1, "A", "ABC", "B sb 1", "C bb 2")


def words(*parts: str | list[str]) -> list[Word]:
    """What is told before the last hand."""
    return list(told(log(*parts))[-1].words)


def sits(name: str, here: bool = True) -> Sits:
    return Sits(name.lower(), Seat("ABCDE".index(name)), Chips(100), here)


def test_a_game_begins_with_whoever_has_a_seat() -> None:
    first = game(1, "A", "ABC", "B sb 1", "C bb 2", away="D")
    later = begins(2, "B", "ABCD", "C sb 1", "D bb 2")
    hands = told(log(says("A", "is approved"), says("E", "is approved"), first, later))
    # E has gone before the game; where D sits the log says only when he is dealt in.
    assert list(hands[0].words) == [STAKES, sits("A"), sits("B"), sits("C"), sits("D", False)]
    assert hands[0].hand.begins
    assert (hands[0].hand.button, hands[0].hand.small_blind, hands[0].hand.big_blind) == (0, 1, 2)
    assert list(hands[1].words) == [ComesBack("d", Chips(100), False)]
    assert not hands[1].hand.begins


def test_the_stakes_are_those_before_the_first_change_or_those_posted() -> None:
    assert words(FIRST)[0] == STAKES
    change = "The game's small blind was changed from 5 to 1."
    assert words(change, FIRST)[0] == STAKES
    assert words("The game's ante was changed from 3 to 3.", FIRST)[0] == Stakes(
        Chips(1), Chips(2), Chips(3)
    )


def test_changed_stakes_are_told_once_before_the_next_hand() -> None:
    small = "The game's small blind was changed from 1 to 5."
    big = "The game's big blind was changed from 2 to 10."
    parts: list[str | list[str]] = [FIRST, small, big, begins(2, "B", "ABC", "C sb 5", "A bb 10")]
    assert words(*parts) == [Stakes(Chips(5), Chips(10), Chips(0))]
    assert words(*parts, begins(3, "C", "ABC", "A sb 5", "B bb 10")) == []


def test_coming_and_going() -> None:
    after = begins(2, "B", "BCD", "C sb 1", "D bb 2")
    said = [says("A", "quits", 90), says("D", "is approved"), says("D", "joins")]
    assert words(FIRST, *said, after) == [Leaves("a", Chips(90)), sits("D")]
    said = [says("A", "stands up", 70), says("A", "sits back", 70), says("A", "joins", 70)]
    assert words(FIRST, *said, begins(2, "B", "ABC", "C sb 1", "A bb 2")) == [
        SitsOut("a", Chips(70)),
        ComesBack("a", Chips(70), False),
    ]


def test_who_posts_for_what_he_missed_has_chosen_to() -> None:
    said = [says("A", "stands up"), says("A", "sits back")]
    free = begins(2, "B", "ABC", "C sb 1", "A bb 2")
    paid = begins(2, "B", "ABC", "C sb 1", "A bb 2", "A dead 1")
    waits = begins(2, "B", "BC", "C sb 1", "B bb 2")
    for hands, posts in (([free], False), ([paid], True), ([waits, paid], True)):
        before = told(log(FIRST, *said, *hands))[1].words
        assert before == (SitsOut("a", Chips(100)), ComesBack("a", Chips(100), posts))


def test_who_is_never_dealt_in_has_no_seat_and_is_not_told_of() -> None:
    said = [says("D", "is approved"), says("D", "stands up"), says("D", "quits")]
    assert words(FIRST, *said, begins(2, "B", "ABC", "C sb 1", "A bb 2")) == []


def test_whoever_is_dealt_in_is_there_though_nobody_said_so() -> None:
    after = begins(2, "B", "ABCD", "C sb 1", "D bb 2", "A dead 1")
    assert words(FIRST, says("A", "stands up"), after) == [
        SitsOut("a", Chips(100)),
        ComesBack("a", Chips(100), True),
        sits("D"),
    ]


def test_the_host_changes_a_stack() -> None:
    update = f"The admin updated the player {player('B')} stack from 40 to 100."
    after = begins(2, "B", "ABC", "C sb 1", "A bb 2")
    assert words(FIRST, update, after) == [Brings("b", Chips(40), Chips(100))]


def test_a_new_id_is_the_same_player() -> None:
    changed = f"The player {player('B')} changed the ID from b to e because authenticated login."
    after = [
        line.replace('"B @ b"', '"B @ e"') for line in begins(2, "B", "ABC", "C sb 1", "A bb 2")
    ]
    hands = told(log(FIRST, changed, after, '"B @ e" folds', says("A", "quits")))
    assert hands[1].words == ()
    assert hands[1].hand.button == 1
    assert hands[1].hand.players[Seat(1)] == "b"


def test_a_log_that_begins_in_a_game_is_known_from_its_second_hand_on() -> None:
    hands = told(
        log(begins(7, "A", "ABC", "B sb 1", "C bb 2"), begins(8, "B", "ABC", "C sb 1", "A bb 2"))
    )
    assert [(one.hand.begins, one.hand.known) for one in hands] == [(False, False), (False, True)]
    assert list(hands[0].words) == [STAKES, sits("A"), sits("B"), sits("C")]


def test_a_hand_without_a_big_blind_or_without_players_is_not_compared() -> None:
    odd = begins(2, "B", "ABC", "A ante 1", "B ante 1", "C ante 1")
    empty = ["-- starting hand #3  (No Limit Texas Hold'em) (dead button) --"]
    hands = told(log(FIRST, odd, empty))
    assert [one.hand.known for one in hands] == [True, False]


def test_posts_are_those_of_the_table() -> None:
    posts = ("A ante 1", "B sb 1", "C bb 2", "A missed 2", "A dead 1", "A straddle 4")
    hand = told(log(FIRST, begins(2, "A", "ABC", *posts)))[-1].hand
    assert set(hand.posts) == {
        RoomPost(PostKind.ANTE, Seat(0), Chips(1)),
        RoomPost(PostKind.SMALL_BLIND, Seat(1), Chips(1)),
        RoomPost(PostKind.BIG_BLIND, Seat(2), Chips(2)),
        RoomPost(PostKind.MISSED_BIG_BLIND, Seat(0), Chips(2)),
        RoomPost(PostKind.DEAD_SMALL_BLIND, Seat(0), Chips(1)),
        RoomPost(PostKind.STRADDLE, Seat(0), Chips(4)),
    }
    assert hand.straddler == 0
