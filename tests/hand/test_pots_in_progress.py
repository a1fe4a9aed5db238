"""RULES, pots: only unequal all-ins make side pots, never a round that is still going on."""

from __future__ import annotations

from omaha8 import play


def pots(line: str) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in play(line).public.pots]


def test_blinds_and_a_raise_still_to_be_called_are_one_pot() -> None:
    assert pots("plo8 1/2 b0 100*3 |") == [(3, (1, 2, 0))]
    assert pots("plo8 1/2 b0 100*3 | r7") == [(10, (1, 2, 0))]
    assert pots("plo8 1/2 b0 100*3 | r7 c") == [(16, (1, 2, 0))]


def test_an_all_in_for_less_divides_the_pot_at_once() -> None:
    assert pots("plo8 1/2 b0 100,5,100 | r7 c") == [(12, (1, 2, 0)), (2, (2, 0))]
    assert pots("plo8 1/2 b0 100,5,100 | r7 c r24") == [(15, (1, 2, 0)), (21, (2, 0))]


def test_the_side_pot_takes_what_goes_on_above_the_all_in() -> None:
    assert pots("plo8 1/2 b0 100,5,100 | r7 c c / r19") == [(15, (1, 2, 0)), (23, (2, 0))]


def test_two_all_ins_make_two_side_pots() -> None:
    line = "nlo8 1/2 b0 100,5,20,100 | r40 r100 c c"
    assert pots(line) == [(20, (1, 2, 3, 0)), (45, (2, 3, 0)), (100, (3, 0))]


def test_the_pots_stay_as_they_were_cut_when_chips_are_awarded() -> None:
    # A short big blind, and a live post folded: seat 4 wins a side pot it was never asked to match.
    hand = play(
        "flo8 2/3:4/8 b3 2,33,-*2,7 muck=show_all sb4=2 bb0=3 both1=3+2 "
        "0:2sKdTsKs 1:7sQc6h7h 4:3d4sAd6c board:8s9hJsJdTd | f"
    )
    awarded: dict[int, int] = {}
    for award in hand.public.awards:
        awarded[award.pot] = awarded.get(award.pot, 0) + award.amount
    assert {pot: p.amount for pot, p in enumerate(hand.public.pots)} == awarded


def test_every_award_is_from_a_pot_that_is_still_listed() -> None:
    hand = play("nlo8 1/2 b0 100,5,20,100 | r40 r100 c c c")
    assert hand.over
    for award in hand.public.awards:
        assert award.pots == len(hand.public.pots)
        assert set(award.winners) <= set(hand.public.pots[award.pot].eligible)
