"""Showing, mucking and buying the pot (RULES, showdown)."""

from __future__ import annotations

import pytest

from omaha8.hand.events import BoardDealt, Event, HoleDealt, Shown
from omaha8.hand.notation import play
from omaha8.hand.project import history
from omaha8.hand.public import PublicHand
from omaha8.rules.game import Seat
from omaha8.rules.house import replace
from tests.hand.reading import awards, legal, payouts, refusal, tabled

# Seat 0 has quads, 1 and 3 the same low, 2 tens and neither. The board has a low.
CARDS = "board:KsKd7h6c2d 0:KhKcQhQc 1:As3sQdJd 2:AhTsTc9c 3:Ac3cJhJc"
CHECKED = "| c c c c / c c c c / c c c c / c c c c"


def line(muck: str, actions: str = "", tail: str = CHECKED) -> str:
    return f"nlo8 1/2 b0 100*4 {CARDS} muck={muck} {tail} {actions}"


def words(events: list[Event]) -> str:
    """Shown hands and board cards in order: ``0 1 flop turn river``."""
    said = {3: "flop", 4: "turn", 5: "river"}
    found, board = list[str](), 0
    for event in events:
        if isinstance(event, Shown):
            found.append(str(event.seat))
        elif isinstance(event, BoardDealt):
            board += len(event.cards)
            found.append(said[board])
    return " ".join(found)


# auto_reveal_unless_beaten


def test_hands_are_shown_clockwise_unless_they_are_beaten() -> None:
    # Seat 3 bet: the low is shown, then the quads, then the same low; the tens win nothing.
    hand = play(
        line("auto_reveal_unless_beaten", tail="| c c c c / c c c c / c c c c / c c r2 c c c")
    )
    assert tabled(hand) == ["3", "0", "1", "-2"]
    assert payouts(hand) == {0: 8, 1: 4, 3: 4}


def test_a_hand_that_is_beaten_only_later_is_shown() -> None:
    assert tabled(play(line("auto_reveal_unless_beaten"))) == ["1", "2", "3", "0"]


def test_a_hand_that_is_beaten_for_high_and_for_low_is_mucked() -> None:
    # Seat 1 has the better low and the better high; seat 0 has a low too, a worse one.
    cards = "board:KsKd7h6c2d 0:As4cTs9c 1:Ah3sKhJd"
    assert tabled(play(f"nlo8 1/2 b0 100*2 {cards} | c c / c c / c c / c c")) == ["1", "-0"]


def test_it_takes_the_best_of_the_hands_shown_to_beat_one() -> None:
    # Seat 0's 7-6-4-2-A beats the first low that is shown and loses to the second.
    cards = "board:KsKd7h6c2d 0:As4cTs9c 1:Ad8sQsQd 2:Ah3sJdJs"
    line = f"nlo8 1/2 b0 100*3 {cards} | c c c / c c c / c c c / c c c"
    assert tabled(play(line)) == ["1", "2", "-0"]
    # And its pair of kings with an ace loses to one of the two pairs only.
    cards = "board:KsKd7h6c2d 0:As4cTs9c 1:AdQd8sTc 2:Ah3sJdJs"
    assert tabled(play(f"nlo8 1/2 b0 100*3 {cards} {line[line.index('|') :]}")) == ["1", "2", "-0"]


def test_a_hand_that_ties_is_not_beaten() -> None:
    cards = "board:KsJd8h5c4s 0:AhQc7c3c 1:AdQs7s3s"
    assert tabled(play(f"nlo8 1/2 b0 100*2 {cards} | c c / c c / c c / c c")) == ["1", "0"]


def test_a_hand_that_is_beaten_in_the_main_pot_may_win_a_side_pot() -> None:
    # Seat 0 is all-in with the quads; no low. Seat 2's aces win the side pot of seats 1 and 2.
    cards = "board:KsKdJh9c2d 0:KhKcQhQc 1:7s5s4d3c 2:AhAsTc8c"
    actions = "| r10 c c / c c / c c / r10 c"
    hand = play(f"nlo8 1/2 b0 10,100,100 {cards} {actions}")
    assert tabled(hand) == ["1", "2", "0"]
    assert payouts(hand) == {0: 30, 2: 20}
    # The other way round seat 2 has nothing to show.
    cards = cards.replace("1:7s5s4d3c 2:AhAsTc8c", "1:AhAsTc8c 2:7s5s4d3c")
    assert tabled(play(f"nlo8 1/2 b0 10,100,100 {cards} {actions}")) == ["1", "-2", "0"]


def test_nobody_has_a_choice_where_hands_are_revealed() -> None:
    assert play(line("auto_reveal_unless_beaten")).over
    assert play(line("show_all")).over


# show_all, optional, optional_non_aggressor


def test_show_all_shows_every_hand_in_order() -> None:
    assert tabled(play(line("show_all"))) == ["1", "2", "3", "0"]


def test_optional_lets_everybody_muck() -> None:
    choices = legal(line("optional"))
    assert (choices.seat, choices.showdown) == (1, True)
    hand = play(line("optional", "s m s s"))
    assert tabled(hand) == ["1", "-2", "3", "0"]
    assert payouts(hand) == {0: 4, 1: 2, 3: 2}


def test_a_mucked_hand_wins_nothing_however_good() -> None:
    hand = play(line("optional", "s s s m"))
    assert tabled(hand) == ["1", "2", "3", "-0"]
    assert payouts(hand) == {3: 6, 1: 2}  # jacks and kings are the best high that is left


def test_only_the_first_to_show_has_no_choice() -> None:
    # `optional_non_aggressor`: who bet last, or who is first where the river was checked.
    first = legal(line("optional_non_aggressor"))
    assert first.seat == 2
    assert tabled(play(line("optional_non_aggressor"))) == ["1"]
    bet = "| c c c c / c c c c / c c c c / c r2 c c c"
    assert tabled(play(line("optional_non_aggressor", tail=bet))) == ["2"]
    assert legal(line("optional_non_aggressor", tail=bet)).seat == 3


def test_when_all_others_have_mucked_the_winner_need_not_show() -> None:
    hand = play(line("optional", "m m m"))
    assert tabled(hand) == ["-1", "-2", "-3"]
    assert payouts(hand) == {0: 8}
    assert [award.reason for award in awards(hand)] == ["uncontested"]
    assert awards(hand)[0].hand is None  # nobody has seen it


def test_the_last_claimant_of_a_side_pot_may_not_muck() -> None:
    # Seat 0 is in the main pot only. Seat 1 mucks: the side pot is left to seat 2, who shows.
    side = "nlo8 1/2 b0 10,100,100 muck=optional | r10 c c / c c / c c / r10 c"
    mucked = play(f"{side} m")
    assert tabled(mucked) == ["-1", "2"]
    assert legal(f"{side} m").seat == 0
    shown = play(f"{side} s m")
    assert tabled(shown) == ["1", "-2"]
    assert legal(f"{side} s m").seat == 0


def test_at_the_showdown_there_is_nothing_but_showing_and_mucking() -> None:
    refused = "cannot fold: seat 1 may show or muck"
    assert refusal(line("optional", "f")) == refused
    assert refusal(line("optional", "s s s s s")).endswith("nobody is to act")


def test_a_river_bet_that_is_not_called_in_full_comes_back_before_anybody_chooses() -> None:
    side = "nlo8 1/2 b0 14,100 muck=optional | c c / c c / c c / r50 c"
    hand = play(side)
    assert legal(side).showdown
    assert hand.public.stacks == [0, 86]


def test_a_hand_whose_cards_are_unknown_is_not_decided_unless_it_is_mucked() -> None:
    known = "nlo8 1/2 b0 100*2 board:KsKd7h6c2d 0:KhKcQhQc muck={} | c c / c c / c c / c c"
    for muck in ("show_all", "auto_reveal_unless_beaten"):
        hand = play(known.format(muck))
        assert not hand.over
        assert hand.unresolved == "hole cards unknown: seat 1"
    mucked = play(known.format("optional") + " m")
    assert payouts(mucked) == {0: 4}


# all-in


def test_all_in_hands_are_face_up_before_the_board_is_run_out() -> None:
    hand = play("nlo8 1/2 b0 50,100 | r50 c")
    assert words(hand.events) == "1 0 flop turn river"


def test_without_that_they_are_shown_at_the_showdown() -> None:
    hand = play("nlo8 1/2 b0 50,100 all_in_face_up=false muck=show_all | r50 c")
    assert words(hand.events) == "flop turn river 1 0"


def test_as_long_as_two_can_bet_no_hand_is_face_up() -> None:
    side = "nlo8 1/2 b0 10,100,100 muck=show_all | r10 c c / c c /"
    assert words(play(side).events) == "flop turn"
    assert words(play(f"{side} r90 c").events) == "flop turn 1 2 0 river"


def test_hands_that_are_face_up_cannot_be_mucked() -> None:
    hand = play(f"nlo8 1/2 b0 100*4 {CARDS} muck=optional | r100 c c c")
    assert hand.over
    assert tabled(hand) == ["1", "2", "3", "0"]


def test_an_all_in_on_the_river_is_shown_in_order() -> None:
    # There is no run-out: the last to bet shows first, the others by the option.
    river = "nlo8 1/2 b0 50,100 muck=optional_non_aggressor | c c / c c / c c / r98 c"
    assert tabled(play(river)) == ["1"]
    assert legal(river).seat == 0


def test_while_the_board_is_run_out_nobody_has_a_choice() -> None:
    hand = play("nlo8 1/2 b0 50,100 muck=optional all_in_face_up=false | r50 c")
    assert hand.legal is not None
    seen = [PublicHand.fold(hand.events[: number + 1]) for number in range(len(hand.events))]
    run_out = [public for public in seen if public.betting_closed and len(public.board) < 5]
    assert {len(public.board) for public in run_out} == {0, 3, 4}
    assert [public.legal for public in run_out] == [None] * len(run_out)


def test_the_last_player_with_chips_shows_too() -> None:
    assert words(play("nlo8 1/2 b0 10,10,100 | r10 c c").events).startswith("1 2 0 flop")


# nobody called


def test_a_bet_that_nobody_called_comes_back_and_wins_unseen() -> None:
    # RULES, buying the pot.
    hand = play("nlo8 1/2 b0 100*3 | r20 f f")
    assert tabled(hand) == []
    assert payouts(hand) == {0: 5}  # both blinds and as much of the raise
    assert hand.stacks == (103, 99, 98)


def test_who_bought_the_pot_may_show() -> None:
    hand = play("nlo8 1/2 b0 100*3 | r20 f f s0")
    assert tabled(hand) == ["0*"]
    assert hand.stacks == (103, 99, 98)


def test_unless_the_house_will_not_have_it() -> None:
    said = refusal("nlo8 1/2 b0 100*3 uncontested_show=never | r20 f f s0")
    assert "uncontested_show: never" in said


def test_who_folded_has_nothing_to_show() -> None:
    said = refusal("nlo8 1/2 b0 100*3 | r20 f f s1")
    assert said == "cannot show: seat 1 is not in the hand any more"


def test_nobody_shows_for_a_seat_that_there_is_not() -> None:
    said = refusal("nlo8 1/2 b0 100*3 | r20 f f s3")
    assert said == "cannot show: seat 3 is not in the hand any more"


def test_nobody_shows_before_it_is_over_or_twice() -> None:
    assert refusal("nlo8 1/2 b0 100*3 | r20 f s0") == "cannot show: the hand is not over"
    assert refusal("nlo8 1/2 b0 100*3 | r20 f f s0 s0") == "cannot show: seat 0 has shown already"


def test_who_mucked_may_change_his_mind_when_all_is_over() -> None:
    beaten = line("auto_reveal_unless_beaten", tail="| c c c c / c c c c / c c c c / c c r2 c c c")
    assert tabled(play(f"{beaten} s2")) == ["3", "0", "1", "-2", "2*"]


# history_shows_mucked


@pytest.mark.parametrize(("option", "seen"), [("no", False), ("showdown_players", True)])
def test_whether_the_history_has_a_mucked_hand(option: str, seen: bool) -> None:
    # The poker room: who wants to see a caller's mucked hand may ask for the history.
    hand = play(line("optional", "s m s s"))
    rules = replace(hand.public.rules, history_shows_mucked=option)
    told = history(hand.events, None, rules)
    holes = {event.seat: event.cards for event in told if isinstance(event, HoleDealt)}
    tens = Seat(2)
    assert (holes[tens] == hand.dealer.holes[tens]) is seen
    assert (holes[tens] is None) is not seen


def test_a_folded_hand_is_in_no_history() -> None:
    hand = play(
        'nlo8 1/2 b0 100*3 poker-room allowed_structures=["nl"] | f c c / c c / c c / c c s'
    )
    told = history(hand.events, None, hand.public.rules)
    assert [e.cards for e in told if isinstance(e, HoleDealt) and e.seat == 0] == [None]


def test_there_is_no_history_of_a_hand_that_goes_on() -> None:
    hand = play(line("optional", "s m"))
    with pytest.raises(ValueError, match="is there when the hand is over"):
        history(hand.events, None, hand.public.rules)
