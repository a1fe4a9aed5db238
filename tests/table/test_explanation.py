"""RULES, pots: every split in words."""

from __future__ import annotations

from random import Random

from omaha8.cards import format_cards
from omaha8.hand.notation import play
from omaha8.rules.game import Seat
from omaha8.table.explanation import HalfExplained, PotExplained, explain
from tests.random_hands import Policy, play_out, random_setup

NAMES = {Seat(0): "Ann", Seat(1): "Bob", Seat(2): "Cat", Seat(3): "Dan"}
CHECKED_DOWN = " | c c c " + "c c c " * 3

# On Ks 9h 4s 3h 6d
KINGS_AND_WHEEL_CARDS = "0:KhKd2hAs"
SAME_LOW = "1:Ad2cQcJh"
NOTHING = "2:QdJsTdTc"


def explained(line: str) -> list[PotExplained]:
    hand = play(line)
    assert hand.over
    return explain(hand.public, NAMES)


def sentence(blinds: str, *holes: str, board: str) -> str:
    """What is said of a pot that three players checked down."""
    (pot,) = explained(f"flo8 {blinds} b0 200*3 {' '.join(holes)} board:{board}{CHECKED_DOWN}")
    return pot.text


def test_the_low_is_shared_and_one_of_the_two_is_quartered() -> None:
    said = sentence("2/4", KINGS_AND_WHEEL_CARDS, SAME_LOW, NOTHING, board="Ks9h4s3h6d")
    assert said == (
        "Main pot 12 - High 6: Ann, three of a kind, kings, 9-6 kickers. "
        "Low 6: Bob and Ann, 6-4-3-2-A, 3 each (Bob is quartered)."
    )


def test_a_line_names_the_cards_that_win_it() -> None:
    (pot,) = explained(
        f"flo8 2/4 b0 200*3 {KINGS_AND_WHEEL_CARDS} {SAME_LOW} {NOTHING} board:Ks9h4s3h6d"
        + CHECKED_DOWN
    )
    high, low = pot.lines
    assert (high.half, high.amount, high.seats) == ("high", 6, (0,))
    assert format_cards(high.hole) == "KhKd"
    assert (low.half, low.amount, low.seats) == ("low", 6, (1, 0))
    assert (format_cards(low.cards), format_cards(low.hole)) == ("6d4s3h2cAd", "Ad2c")


def test_a_shared_line_names_the_cards_of_each_who_wins_it() -> None:
    holes = f"{KINGS_AND_WHEEL_CARDS} {SAME_LOW} {NOTHING}"
    (pot,) = explained(f"flo8 2/4 b0 200*3 {holes} board:Ks9h4s3h6d{CHECKED_DOWN}")
    high, low = pot.lines
    assert [won.seat for won in high.winning] == [0]
    won = [(each.seat, format_cards(each.cards), format_cards(each.hole)) for each in low.winning]
    assert won == [(1, "6d4s3h2cAd", "Ad2c"), (0, "6d4s3h2hAs", "As2h")]


def test_two_lows_of_the_same_rank_may_play_other_cards_of_the_board() -> None:
    # Robert's, Omaha high-low: each plays two of his own, and Ann's three are not Bob's.
    holes = f"0:As2hQsQh 1:Ad3cKcJh {NOTHING}"
    (pot,) = explained(f"flo8 2/4 b0 200*3 {holes} board:3h4d6s2s9h{CHECKED_DOWN}")
    (low,) = [line for line in pot.lines if line.half == "low"]
    board = {
        won.seat: format_cards(card for card in won.cards if card not in won.hole)
        for won in low.winning
    }
    assert board == {1: "6s4d2s", 0: "6s4d3h"}


def test_odd_chips_are_named() -> None:
    said = sentence("1/2", KINGS_AND_WHEEL_CARDS, SAME_LOW, NOTHING, board="Ks9h4s3h6d")
    assert said.endswith(
        "Low 3: Bob and Ann, 6-4-3-2-A, 2 to Bob and 1 to Ann, odd chips from the left of the "
        "button (Bob is quartered)."
    )
    line = "flo8 1/2 b0 200,1,200 0:KhKdJd9s 1:9c9dTc8c 2:As2cQcTd board:Ks9h4s3h6d"
    main = explained(f"{line} | c c c c c c c c")[-1]
    assert (main.pot, main.amount) == ("main pot", 3)
    assert main.lines[0].text == (
        "High 2: Ann, three of a kind, kings, 9-6 kickers (with the odd chip)"
    )


def test_both_who_tie_are_quartered_when_a_third_takes_the_other_half() -> None:
    said = sentence("2/4", "0:As2hKdKc", "1:Ad2cKhQc", "2:9c9sTsTd", board="3h4d8s9h9d")
    assert said == (
        "Main pot 12 - High 6: Cat, four of a kind, nines, eight kicker. "
        "Low 6: Bob and Ann, 8-4-3-2-A, 3 each (Bob and Ann are quartered)."
    )


def test_three_share_a_low() -> None:
    holes = ("0:As2hKdKc", "1:Ad2cKhQc", "2:Ac2sJsTd", "3:9c9sTsTh")
    (pot,) = explained(
        f"flo8 3/6 b0 200*4 {' '.join(holes)} board:3h4d8s9h9d | c c c c " + "c c c c " * 3
    )
    assert pot.lines[1].text == (
        "Low 12: Bob, Cat and Ann, 8-4-3-2-A, 4 each (Bob, Cat and Ann get a sixth each)"
    )


def test_a_scoop_and_a_pot_without_a_low() -> None:
    scoop = sentence("2/4", KINGS_AND_WHEEL_CARDS, "1:QcQsJhTh", NOTHING, board="Ks9h4s3h6d")
    assert scoop == (
        "Main pot 12 - High and low 12: Ann, three of a kind, kings, 9-6 kickers / 6-4-3-2-A."
    )
    no_low = sentence("2/4", KINGS_AND_WHEEL_CARDS, SAME_LOW, NOTHING, board="Ks9hTs3h6d")
    assert no_low == (
        "Main pot 12 - High 12: Bob and Cat, straight, king high, 6 each (no low, high takes all)."
    )


def test_a_scoop_names_the_cards_of_both_ways() -> None:
    holes = f"{KINGS_AND_WHEEL_CARDS} 1:QcQsJhTh {NOTHING}"
    (pot,) = explained(f"flo8 2/4 b0 200*3 {holes} board:Ks9h4s3h6d{CHECKED_DOWN}")
    (line,) = pot.lines
    assert format_cards(line.hole) == "KhKd"
    assert format_cards(line.low_cards) == "6d4s3h2hAs"


def test_the_same_hands_both_ways_share_all_of_it() -> None:
    said = sentence("2/4", "0:As2hKdKc", "1:Ad2cKhQc", "2:Ac2sKsQd", board="3h4d5s9h9d")
    assert said == (
        "Main pot 12 - High and low 12: Bob, Cat and Ann, straight, five high / 5-4-3-2-A, 4 each."
    )


def test_nobody_called() -> None:
    (pot,) = explained("flo8 1/2 b0 200*3 | f f")
    assert pot.text == "Main pot 2 - Cat, everybody else folded."
    assert pot.lines == (
        HalfExplained(pot.lines[0].half, pot.amount, "Cat, everybody else folded", (Seat(2),)),
    )


def test_side_pots_come_first() -> None:
    pots = explained(
        f"nlo8 1/2 b0 20,40,60 {KINGS_AND_WHEEL_CARDS} {SAME_LOW} {NOTHING} board:Ks9h4s3h6d "
        "| r20 r40 c"
    )
    assert [(pot.pot, pot.amount) for pot in pots] == [("side pot", 40), ("main pot", 60)]
    assert pots[0].text == (
        "Side pot 40 - High 20: Cat, pair of tens, K-9-6 kickers. Low 20: Bob, 6-4-3-2-A."
    )


def test_every_award_of_random_hands_is_explained() -> None:
    random = Random(8)
    names = {Seat(seat): f"P{seat}." for seat in range(10)}
    for _ in range(150):
        hand = random_setup(random).deal()
        play_out(hand, Policy(random))
        assert hand.over
        pots = explain(hand.public, names)
        awarded = sum(award.amount for award in hand.public.awards)
        assert sum(pot.amount for pot in pots) == awarded
        assert sum(line.amount for pot in pots for line in pot.lines) == awarded
        for pot in pots:
            for line in pot.lines:
                assert all(names[seat] in line.text for seat in line.seats)
                assert line.text in pot.text
                assert set(line.hole) <= set(line.cards)
