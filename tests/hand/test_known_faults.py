"""Six faults that poker libraries are known to have, each by its topic in the rulebook."""

from __future__ import annotations

from omaha8.hand.notation import play
from tests.hand.reading import awards, bounds, legal, levels, payouts, refusal


def test_a_pot_whose_players_have_no_low_goes_to_its_high() -> None:
    # RULES, pots: who qualifies for low is decided among the players of that pot. Seat 0 has the
    # only low and is in the main pot alone; the side pot must not be halved for a low of nobody,
    # nor its low half be paid to all who are in it.
    cards = "board:KsQs7h6d2c 0:As3c4c5d 1:KhKdJcTc 2:QhQdJhTh"
    hand = play(f"plo8 1/2 b0 10,100,100 {cards} | r7 c c / r3 c c / r30 c / r60 c")
    assert [(a.pot, a.seat, a.half, a.amount) for a in awards(hand)] == [
        (1, 1, "whole", 180),
        (0, 1, "high", 15),
        (0, 0, "low", 15),
    ]
    assert payouts(hand) == {1: 195, 0: 15}


def test_a_limper_may_not_reraise_a_short_all_in() -> None:
    # TDA, re-opening the bet: an all-in of less than a full raise does not reopen the betting for
    # a player who has acted. Seat 3 limped, seat 0 makes it 3, which is 1 more and no raise of 2.
    for game in ("plo8", "nlo8"):
        limped = f"{game} 1/2 b0 3,200,200,200 | c r3 f c"
        assert legal(limped).seat == 3
        assert (legal(limped).to_call, legal(limped).max_to) == (1, 0)
        assert refusal(f"{limped} r5") == (
            "cannot raise to 5: seat 3 may fold or call 1 (not reopened)"
        )


def test_a_short_big_blind_does_not_lower_the_price() -> None:
    # Robert, all-in: a blind for less does not lower what others pay to come in.
    for game in ("flo8", "plo8", "nlo8", "so8"):
        short = f"{game} 5/10 b0 200,200,4,200"
        assert legal(f"{short} |").to_call == 10
        assert legal(f"{short} | c c").to_call == 5
        assert bounds(f"{short} |")[0] == 20


def test_a_short_all_in_does_not_use_up_the_cap() -> None:
    # RULES, cap: a short all-in below half a bet does not use up the cap. Bets of 2 on the flop:
    # bet, an all-in for 2 and a bit, then three raises to 4, 6 and 8 as without it.
    whole = "flo8 10/20 b0 500,500,500,500 | c c c c / r20"
    short = "flo8 10/20 b0 500,500,45,500 | c c c c / r20 r25"
    assert levels(whole) == levels(short) == [40, 60, 80]


def test_odd_chips_go_one_each() -> None:
    # RULES, pots: odd chips among tied winners one each, from the left of the button. 14 among
    # three are 5, 5 and 4, and not 6, 4 and 4.
    cards = "board:KsJd9h5c4s 0:AsQh7h3h 1:AhQc7c3c 2:AdQs7s3s 3:AcQd7d3d"
    dead = "sb1=1 bb2=2 dead_sb0=0+2"
    hand = play(f"plo8 1/2 b0 100*4 {cards} {dead} | r4 f c c / c c c / c c c / c c c")
    assert payouts(hand) == {1: 5, 2: 5, 3: 4}


def test_fixed_limit_is_not_played_as_pot_limit() -> None:
    # RULES, fixed limit: one amount to bet, whatever is in the pot.
    for street in ("", "c c c c /", "c c c c / c c c c /", "c c c c / c c c c / c c c c /"):
        least, most = bounds(f"flo8 1/2 b0 500*4 | {street}")
        assert least == most
        pot_limit = bounds(f"plo8 1/2 b0 500*4 | {street}")
        assert pot_limit[1] > most
    assert refusal("flo8 1/2 b0 500*4 | r7") == "Raise to 4 at most (you asked for 7)."
