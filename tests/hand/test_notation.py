"""A hand as one line of text: what is written is played again, event for event."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from omaha8.cards import DECK, CardError, deck_from_seed, parse_cards
from omaha8.hand.actions import CALL, CHECK, FOLD, MUCK, SHOW, Action, BetTo, RaiseTo
from omaha8.hand.dealer import Dealer
from omaha8.hand.events import (
    BoardDealt,
    HandEnded,
    HandStarted,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    Raked,
    Shown,
)
from omaha8.hand.hand import Hand, SetupError
from omaha8.hand.legal import IllegalAction
from omaha8.hand.notation import NotationError, format_action, parse_action, play, write
from omaha8.hand.posts import Post
from omaha8.hand.project import project, view
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import ROBERT, RulesError, replace
from omaha8.rules.options import Structure
from omaha8.rules.presets import find_rules
from tests.hand_strategies import Played, going_hands, shown_hands

# round trips


@settings(max_examples=300, deadline=None)
@given(shown_hands())
def test_a_finished_hand_is_played_again_event_for_event(played: Played) -> None:
    line = write(played.hand.events)
    again = play(line)
    assert again.events == played.hand.events
    assert write(again.events) == line


@settings(max_examples=150, deadline=None)
@given(going_hands())
def test_a_hand_that_goes_on_is_played_again_as_far_as_it_went(played: Played) -> None:
    again = play(write(played.hand.events))
    assert again.events == played.hand.events
    assert again.legal == played.hand.legal


@settings(max_examples=150, deadline=None)
@given(shown_hands())
def test_the_line_of_what_one_seat_saw_is_a_hand_too(played: Played) -> None:
    events = played.hand.events
    for viewer in (None, *played.hand.public.deal_order):
        seen = view(events, viewer)
        again = play(write(seen))
        assert "no cards" not in (again.unresolved or "")
        # Hole cards stand in the line where they were seen, if only at the showdown. A hand that
        # was mucked unseen is where the line ends.
        told = [project(event, viewer) for event in again.events]
        assert told == seen[: len(told)]
        if len(told) < len(seen):
            assert again.unresolved is not None
            assert any(isinstance(event, Mucked) for event in seen[len(told) :])


@settings(max_examples=100, deadline=None)
@given(going_hands())
def test_the_line_of_a_hand_that_goes_on_has_the_same_choices_for_who_saw_it(
    played: Played,
) -> None:
    for viewer in (None, *played.hand.public.deal_order):
        seen = view(played.hand.events, viewer)
        again = play(write(seen))
        assert view(again.events, viewer) == seen
        assert again.legal == played.hand.legal


# what the words mean


def test_a_line_reads_as_poker() -> None:
    hand = play("plo8 1/2 b0 200*3 | r7 c f")
    assert hand.public.street == "flop"
    assert hand.pot == 16
    assert hand.stacks == (193, 193, 198)
    assert hand.turn == 1


@pytest.mark.parametrize(
    ("word", "structure", "hole_cards"),
    [
        ("flo8", Structure.FIXED_LIMIT, 4),
        ("PLO8", Structure.POT_LIMIT, 4),
        ("nlo85", Structure.NO_LIMIT, 5),
        ("plo86", Structure.POT_LIMIT, 6),
        ("so8", Structure.SPREAD, 4),
    ],
)
def test_games(word: str, structure: Structure, hole_cards: int) -> None:
    game = play(f"{word} 1/2 b0 200*3 |").public.game
    assert (game.structure, game.hole_cards) == (structure, hole_cards)


@pytest.mark.parametrize(
    ("word", "blinds", "bets", "spread_max", "ante"),
    [
        ("flo8 1/2", (1, 2), (2, 4), 0, 0),
        ("flo8 10/15", (10, 15), (15, 30), 0, 0),
        ("flo8 1/2:4/8", (1, 2), (4, 8), 0, 0),
        ("plo8 1/2", (1, 2), (2, 2), 0, 0),
        ("nlo8 5/10:10/20", (5, 10), (10, 20), 0, 0),
        ("so8 5/10:10/10..30", (5, 10), (10, 10), 30, 0),
        ("so8 5/10..30a1", (5, 10), (10, 10), 30, 1),
        ("nlo8 1/2a2", (1, 2), (2, 2), 0, 2),
    ],
)
def test_stakes(
    word: str, blinds: tuple[int, int], bets: tuple[int, int], spread_max: int, ante: int
) -> None:
    game = play(f"{word} b0 200*3 |").public.game
    assert (game.small_blind, game.big_blind) == blinds
    assert (game.small_bet, game.big_bet) == bets
    assert (game.spread_max, game.ante) == (spread_max, ante)


def test_stacks_and_empty_seats() -> None:
    hand = play("nlo8 1/2 b3 200*2,-,150,-*2,99 |")
    assert hand.public.start.stacks == (200, 200, None, 150, None, None, 99)
    assert hand.public.deal_order == [6, 0, 1, 3]


def test_a_preset_and_options_of_it() -> None:
    hand = play('flo8 1/2 b0 200*3 community fl_max_bets=3 fl_small_blind_overrides={"15":7} |')
    wanted = replace(find_rules("community"), fl_max_bets=3, fl_small_blind_overrides={15: 7})
    assert hand.public.rules == wanted
    assert play("flo8 1/2 b0 200*3 fl_max_bets=3 community |").public.rules.fl_max_bets == 3


def test_a_hand_without_posts_says_so() -> None:
    hand = Hand(ROBERT, GAME, [99, 99], 0, DECK, posts=[])
    assert " posts=none " in write(hand.events)
    assert play(write(hand.events)).events == hand.events


def test_posts_stand_for_all_that_is_posted() -> None:
    hand = play("nlo8 1/2 b0 100*6 sb1=1 bb2=2 straddle3=4 both4=2+1 missed_bb5=2 dead_sb0=0+1 |")
    assert [(e.seat, e.kind, e.live, e.dead) for e in hand.events if isinstance(e, Posted)] == [
        (1, PostKind.SMALL_BLIND, 1, 0),
        (2, PostKind.BIG_BLIND, 2, 0),
        (3, PostKind.STRADDLE, 4, 0),
        (4, PostKind.BOTH, 2, 1),
        (5, PostKind.MISSED_BIG_BLIND, 2, 0),
        (0, PostKind.DEAD_SMALL_BLIND, 0, 1),
    ]
    assert hand.turn == 4


@pytest.mark.parametrize("kind", PostKind)
def test_every_kind_of_post_is_written_and_read(kind: PostKind) -> None:
    big = Post(Seat(2), PostKind.BIG_BLIND, Chips(2))
    posts = [Post(Seat(0), kind, Chips(3), Chips(4))]
    if kind is not PostKind.BIG_BLIND:
        posts = [big, *posts]
    for stack in (100, 6, 2):
        hand = Hand(ROBERT, GAME, [stack, 100, 100], 0, DECK, posts=posts)
        assert play(write(hand.events)).events == hand.events


GAME = Game(
    structure=Structure.NO_LIMIT,
    small_blind=Chips(1),
    big_blind=Chips(2),
    small_bet=Chips(2),
    big_bet=Chips(2),
    ante=Chips(1),
)


def test_an_ante_of_another_size_than_the_games_stands_in_the_line() -> None:
    usual = [(PostKind.ANTE, seat, 1) for seat in (1, 2, 0)]
    blinds = [Post(Seat(1), PostKind.SMALL_BLIND, Chips(1))]
    blinds += [Post(Seat(2), PostKind.BIG_BLIND, Chips(2))]
    for last in (1, 2):
        owed = [Post(Seat(seat), kind, dead=Chips(dead)) for kind, seat, dead in usual[:2]]
        owed += [Post(Seat(0), PostKind.ANTE, dead=Chips(last)), *blinds]
        hand = Hand(ROBERT, GAME, [100] * 3, 0, DECK, posts=owed)
        line = write(hand.events)
        assert ("ante0=0+2" in line) == (last == 2)
        assert play(line).events == hand.events


def test_known_cards_and_a_board() -> None:
    hand = play("plo8 1/2 b0 200*2 0:As2sKhQd 1:4c4d9h9s board:3s4s5sKdKc | c c / c c / c c / c c")
    assert hand.dealer.holes == {0: parse_cards("As2sKhQd"), 1: parse_cards("4c4d9h9s")}
    assert hand.board == parse_cards("3s4s5sKdKc")
    assert hand.over


def test_a_line_without_cards_is_dealt_from_the_deck_of_no_seed() -> None:
    line = "plo8 1/2 b0 200*2 | c c"
    assert play(line).dealer.holes == play(line, deck_from_seed(bytes(32))).dealer.holes
    assert play(line).dealer.holes != play(line, DECK).dealer.holes


def test_cards_that_nobody_saw_are_unknown_and_not_made_up() -> None:
    seen = view(play("plo8 1/2 b0 200*2 | c").events, None)
    line = write(seen)
    assert line == "plo8 1/2 b0 200*2 board:- | c"
    again = play(line)
    assert [e.cards for e in again.events if isinstance(e, HoleDealt)] == [None, None]
    again.apply(CHECK)
    assert again.unresolved == "the board after the preflop is unknown"
    assert again.legal is None


def test_a_showdown_of_unknown_hands_is_left_open() -> None:
    hand = play("nlo8 1/2 b0 9*2 0:As2sKhQd board:3s4s5sKdKc | r9 c")
    assert not hand.over
    assert hand.unresolved == "hole cards unknown: seat 1"


def test_who_has_not_shown_may_muck_unknown_cards_but_not_show_them() -> None:
    line = "nlo8 1/2 b0 9*2 muck=optional all_in_face_up=false 0:As2sKhQd board:3s4s5sKdKc | r9 c"
    with pytest.raises(IllegalAction, match="cannot show: seat 1's cards are unknown"):
        play(f"{line} s")
    hand = play(f"{line} m")
    assert hand.over
    assert hand.unresolved is None
    assert hand.stacks == (18, 0)


def test_only_a_choice_to_show_is_an_action() -> None:
    # All-in before the flop: the hands are face up, nobody is asked.
    face_up = play("nlo8 1/2 b0 9*2 card-room | r9 c")
    assert write(face_up.events).endswith("| r9 c / / /")
    # TDA, showdown: the last aggressor has to show, the caller may muck.
    asked = play("nlo8 1/2 b0 99*2 tda | c c / c c / c c / r2 c m")
    assert [type(e) for e in asked.events if isinstance(e, Shown | Mucked)] == [Shown, Mucked]
    assert write(asked.events).endswith("| c c / c c / c c / r2 c m")


def test_who_is_left_when_all_others_mucked_need_not_show() -> None:
    hand = play("nlo8 1/2 b0 99*3 muck=optional | c c c / c c c / c c c / c c c m m")
    assert [type(e) for e in hand.events if isinstance(e, Shown | Mucked)] == [Mucked, Mucked]
    assert hand.stacks == (103, 97, 97)
    assert play(write(hand.events)).events == hand.events


def test_showing_when_all_is_over() -> None:
    hand = play("nlo8 1/2 b0 99*2 | f s1")
    shown = hand.events[-1]
    assert isinstance(shown, Shown)
    assert (shown.seat, shown.voluntary) == (1, True)
    assert write(hand.events).endswith("| f s1")


def test_what_the_house_took_stands_in_the_line_where_the_rules_do_not_say_it() -> None:
    hand = play("nlo8 1/2 b0 99*2 rake=3 | c c / c c / c c / c c")
    assert [e.by_pot for e in hand.events if isinstance(e, Raked)] == [(3,)]
    assert " rake=3 " in write(hand.events)
    free = play('nlo8 1/2 b0 99*2 rake={"per_mille":500,"cap":3} rake=0 | c c / c c / c c / c c')
    assert not any(isinstance(e, Raked) for e in free.events)
    assert play(write(free.events)).events == free.events


def test_the_house_takes_at_most_all_there_is() -> None:
    hand = play("nlo8 1/2 b0 99*2 rake=50 | f")
    assert [e.by_pot for e in hand.events if isinstance(e, Raked)] == [(2,)]
    assert isinstance(hand.events[-1], HandEnded)


def test_the_last_two_of_an_event() -> None:
    hand = play("flo8 1/2 b0 99*2 tda final_two |")
    start = hand.events[0]
    assert isinstance(start, HandStarted)
    assert start.final_two
    assert " final_two " in write(hand.events)


def test_streets_are_marked_for_the_eye_alone() -> None:
    marked, plain = play("plo8 1/2 b0 99*2 | c c / c c/ c c"), play("plo8 1/2 b0 99*2|c c c c c c")
    assert marked.events == plain.events
    assert sum(isinstance(event, BoardDealt) for event in plain.events) == 3


@pytest.mark.parametrize(
    ("action", "word"),
    [(FOLD, "f"), (CHECK, "c"), (CALL, "c"), (RaiseTo(Chips(24)), "r24"), (SHOW, "s"), (MUCK, "m")],
)
def test_actions_in_words(action: Action, word: str) -> None:
    assert format_action(action) == word
    assert format_action(BetTo(Chips(24))) == "r24"


def test_call_or_check_and_bet_or_raise_by_what_is_legal() -> None:
    hand = play("plo8 1/2 b0 99*2 | c")
    assert parse_action("c", hand.legal) == CHECK
    assert parse_action("r4", hand.legal) == RaiseTo(Chips(4))
    assert parse_action("c") == CALL
    assert parse_action("r4") == RaiseTo(Chips(4))
    flop = play("plo8 1/2 b0 99*2 | c c")
    assert parse_action("r4", flop.legal) == BetTo(Chips(4))


# errors


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "GAME STAKES bBUTTON STACKS | ACTIONS; no | here"),
        ("plo8 1/2 b0 200*3", "no | here"),
        ("plo8 1/2 b0 |", "a game, stakes, button and stacks: plo8 1/2 b0 200*3"),
        ("plo9 1/2 b0 200*3 |", "no game 'plo9'; games are flo8, plo8, nlo8, so8"),
        ("plo84 1/2 b0 200*3 |", "no game 'plo84'"),
        ("plo8 1-2 b0 200*3 |", "no stakes '1-2'; blinds 1/2"),
        ("plo8 1/2 0 200*3 |", "no button '0'; it is b and a seat from 0 on"),
        ("plo8 1/2 b0 200x3 |", "no stacks '200x3'; as in 200*3 or 200,-,150"),
        ("plo8 1/2 b0 200*99 |", "no stacks '200*99'"),
        ("plo8 1/2 b0 200*3 blue |", "cannot read 'blue'; before the | may stand a preset"),
        ("plo8 1/2 b0 200*3 xb3=2 |", "cannot read 'xb3=2'"),
        ("plo8 1/2 b0 200*3 muk=optional |", "cannot read 'muk=optional'"),
        ("plo8 1/2 b0 200*3 7:As2sKhQd |", "hole cards for seat 7, where nobody has chips"),
        ("plo8 1/2 b0 200,-,200 1:As2sKhQd |", "hole cards for seat 1, where nobody has chips"),
        ("plo8 1/2 b0 200*3 | r7 x", "no action 'x'; actions are f, c, r24 (a total), s, m"),
        ("plo8 1/2 b0 200*3 | r", "no action 'r'"),
        ("plo8 1/2 b0 200*3 | r²", "no action 'r²'"),
        ("plo8 1/2 b0 200*3 | r-7", "no action 'r-7'"),
    ],
)
def test_a_line_that_is_none_says_which_word_is_wrong(line: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        play(line)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("plo8 0/2 b0 200*3 |", RulesError, "small_blind: at least 1 chip, not 0"),
        ("plo8 3/2 b0 200*3 |", RulesError, "small_blind: 3 is above the big blind of 2"),
        ("plo8 1/2 b0 200*3 muck=never |", RulesError, "muck: .* allowed: auto_reveal"),
        ("plo8 1/2 b0 200*3 fl_max_bets=0 |", RulesError, "fl_max_bets: at least 1, not 0"),
        ("plo8 1/2 b0 200 |", SetupError, "stacks: 2 to 11 players .*, not 1"),
        ("plo86 1/2 b0 200*8 |", SetupError, "2 to 7 players with chips for 6 hole cards, not 8"),
        ("plo8 1/2 b3 200*3 |", SetupError, "button: a seat from 0 to 2, not 3"),
        ("plo8 1/2 b0 200*3 sb7=1 |", SetupError, "posts: sb from seat 7, where nobody has chips"),
        ("plo8 1/2 b0 200*3 bb1=2 bb2=2 |", SetupError, "posts: bb from seats 1, 2; one posts it"),
        ("plo8 1/2 b0 200*3 0:As2sKhQ |", CardError, "unknown card 'Q'"),
        ("plo8 1/2 b0 200*3 0:As2sKh |", CardError, "seat 0 has 3 hole cards .*the game has 4"),
        ("plo8 1/2 b0 200*3 0:As2sKhQd board:3sAs4d |", CardError, "duplicate card As"),
        ("plo8 1/2 b0 200*3 board:3s4d |", CardError, "0, 3, 4 or 5 cards, not 2"),
        ("plo8 1/2 b0 200*3 | r8", IllegalAction, r"Raise to 7 at most \(you asked for 8\)"),
        ("plo8 1/2 b0 200*3 | r3", IllegalAction, r"Raise to 4 at least \(you asked for 3\)"),
        ("plo8 1/2 b0 200*3 | f f f", IllegalAction, "fold: nobody is to act"),
        ("plo8 1/2 b0 200*3 | s0", IllegalAction, "the hand is not over"),
        ("plo8 1/2 b0 200*3 | s", IllegalAction, "seat 0 may fold, call 2 or raise to 4-7"),
    ],
)
def test_what_the_rules_refuse_names_what_is_allowed(
    line: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        play(line)


def test_only_the_events_of_a_hand_can_be_written() -> None:
    events = play("plo8 1/2 b0 200*3 |").events
    with pytest.raises(ValueError, match="begin with hand_started"):
        write(events[1:])


def test_a_dealer_may_know_nothing() -> None:
    hand = Hand(ROBERT, GAME, [9, 9], 0, Dealer.known({}, (), 4, burns=True))
    assert play(write(hand.events)).events == hand.events
