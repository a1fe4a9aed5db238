"""RULES, blinds, button, entry: who owes what to be dealt in, by seat, debt, choice and option.

The matrix sets the scene by events: nine chairs, all taken but two, the button of the last hand on
0 and its blinds on 1 and 3. X, who would come in, sits in 4 (the big blind of the next hand), in 2
(between button and blinds) or in 6 (left of the big blind).
"""

from __future__ import annotations

from typing import Any

import pytest

from omaha8.rules.game import Chips, Seat, stakes
from omaha8.rules.house import ROBERT, HouseRules, replace
from omaha8.rules.presets import find_rules
from omaha8.table.between_hands import BlindsAssigned, TableOpened
from omaha8.table.commands import (
    ChangeSeat,
    ChoosePost,
    ChooseWait,
    ComeBack,
    Deal,
    Sit,
    SitOut,
    TopUp,
)
from omaha8.table.entry import EntryOffer
from omaha8.table.events import Seated
from omaha8.table.machine import Table
from omaha8.table.positions import Places, Positions
from omaha8.table.refusal import Refused
from tests.table.at_the_table import act, deal, hand, limit, stacked, table_of

BIG, BETWEEN, ELSEWHERE = Seat(4), Seat(2), Seat(6)


def scene(x: Seat, debt: str, rules: HouseRules) -> Table:
    """X is ``new``, or missed a big blind (``ML``), a small one (``MS``), or both."""
    seats = [Seat(i) for i in range(9) if i not in (BIG, BETWEEN, ELSEWHERE) or i == x]
    everybody = tuple(seats) if debt != "new" else tuple(seat for seat in seats if seat != x)
    return Table.resumed(
        [
            TableOpened(
                rules=rules,
                games=(limit(rules=rules),),
                seats=9,
                min_buy_in=Chips(40),
                max_buy_in=Chips(400),
            ),
            *(Seated(seat, "X" if seat == x else f"P{seat}", Chips(100)) for seat in seats),
            BlindsAssigned(
                number=1,
                positions=Positions(
                    places=Places(Seat(0), Seat(1), Seat(3)), small_blind=Seat(1), dealt=everybody
                ),
            ),
            BlindsAssigned(
                number=2,
                positions=Positions(
                    places=Places(Seat(0), Seat(1), Seat(3)),
                    small_blind=Seat(1),
                    dealt=tuple(seat for seat in everybody if seat != x),
                    missed_big=(x,) if "ML" in debt else (),
                    missed_small=x if "MS" in debt else None,
                ),
            ),
        ]
    )


CHOICES: dict[str, type[ChoosePost] | type[ChooseWait]] = {"post": ChoosePost, "wait": ChooseWait}


def outcome(x: Seat, debt: str, choice: str, rules: HouseRules) -> str:
    """What X pays in the next hand: ``bb``, ``both``...; ``in`` for nothing, ``-`` for not dealt
    in, ``x`` when the choice is refused."""
    table = scene(x, debt, rules)
    if choice in CHOICES:
        try:
            table.apply(CHOICES[choice](x))
        except Refused:
            return "x"
    dealt = deal(table)
    assert dealt.assigned.positions.big_blind == (BIG if x == BIG else 5) or "post_all" in str(
        rules.missed_bb
    )
    if str(x) not in dealt.players:
        return "-"
    paid = [post.split()[1:] for post in dealt.posts.split(", ") if post.startswith(f"{x} ")]
    amounts = {"bb": "2", "missed_bb": "2", "both": "2+1", "dead_sb": "0+1"}
    assert all(amount == amounts[kind] for kind, amount in paid)
    return "+".join(kind for kind, _ in paid) or "in"


@pytest.mark.parametrize(
    ("debt", "options", "row"),
    [
        #              in the big blind | between button and blinds | left of the big blind
        #              post wait none   | post wait none            | post wait none
        ("new", {}, "bb bb bb | - - - | missed_bb - -"),
        ("new", {"new_player": "wait"}, "x bb bb | x - - | x - -"),
        ("new", {"new_player": "free"}, "x x bb | x x - | x x in"),
        ("new", {"between_button_and_blind": "post"}, "bb bb bb | missed_bb - - | missed_bb - -"),
        ("ML", {}, "bb bb bb | - - - | both - -"),
        ("ML", {"missed_bb": "wait"}, "x bb bb | x - - | x - -"),
        ("ML", {"missed_bb": "post_all"}, "bb+dead_sb x - | - x - | both x -"),
        ("ML", {"between_button_and_blind": "post"}, "bb bb bb | both - - | both - -"),
        ("MS", {}, "bb bb bb | - - - | dead_sb - -"),
        ("MS", {"missed_sb": "any_time"}, "bb bb bb | dead_sb - - | dead_sb - -"),
        ("MS", {"missed_bb": "wait"}, "bb bb bb | - - - | dead_sb - -"),
        ("MS", {"missed_bb": "post_all"}, "bb+dead_sb x - | - x - | dead_sb x -"),
        ("MS", {"between_button_and_blind": "post"}, "bb bb bb | - - - | dead_sb - -"),
        ("ML MS", {}, "bb bb bb | - - - | both - -"),
        ("ML MS", {"missed_sb": "any_time"}, "bb bb bb | - - - | both - -"),
        ("ML MS", {"missed_bb": "wait"}, "x bb bb | x - - | x - -"),
        ("ML MS", {"missed_bb": "post_all"}, "bb+dead_sb x - | - x - | both x -"),
    ],
)
def test_the_matrix(debt: str, options: dict[str, Any], row: str) -> None:
    rules = replace(ROBERT, **options)
    found = " | ".join(
        " ".join(outcome(x, debt, choice, rules) for choice in ("post", "wait", "none"))
        for x in (BIG, BETWEEN, ELSEWHERE)
    )
    assert found == row


@pytest.mark.parametrize("button", ["moving", "dead", "last_small_blind"])
def test_the_button_rule_changes_nothing_of_it(button: str) -> None:
    rules = replace(ROBERT, button=button)
    found = [outcome(x, "ML", "post", rules) for x in (BIG, BETWEEN, ELSEWHERE)]
    assert found == ["bb", "-", "both"]


@pytest.mark.parametrize(
    ("x", "debt", "options", "text"),
    [
        (ELSEWHERE, "new", {}, "post 2 or wait for the big blind"),
        (ELSEWHERE, "ML", {}, "post 3 (2 live, 1 dead) or wait for the big blind"),
        (ELSEWHERE, "ML", {"missed_bb": "post_all"}, "post 3 (2 live, 1 dead)"),
        (ELSEWHERE, "MS", {}, "post 1 dead or wait for the big blind"),
        (BETWEEN, "MS", {}, "post 1 dead when the button has passed or wait for the big blind"),
        (BETWEEN, "MS", {"missed_sb": "any_time"}, "post 1 dead or wait for the big blind"),
        # in the big blind there is nothing to choose; who may only wait has no choice
        (BIG, "ML", {}, None),
        (ELSEWHERE, "ML", {"missed_bb": "wait"}, None),
        (ELSEWHERE, "new", {"new_player": "free"}, None),
    ],
)
def test_what_the_table_offers(
    x: Seat, debt: str, options: dict[str, Any], text: str | None
) -> None:
    offers = scene(x, debt, replace(ROBERT, **options)).offers
    assert [offer.text for offer in offers] == ([] if text is None else [text])


def test_nothing_is_owed_before_the_first_hand() -> None:
    table = table_of("ABC")
    assert table.offers == []
    with pytest.raises(Refused, match="A is dealt into the first hand and owes nothing"):
        table.apply(ChoosePost(Seat(0)))


def test_an_offer_says_what_was_chosen_and_shows_the_marks() -> None:
    table = scene(ELSEWHERE, "ML MS", ROBERT)
    table.apply(ChoosePost(ELSEWHERE))
    (offer,) = table.offers
    assert isinstance(offer, EntryOffer)
    assert (offer.chosen, offer.now, offer.marks) == (True, True, ("ML", "MS"))
    table.apply(ChooseWait(ELSEWHERE))
    (offer,) = table.offers
    assert isinstance(offer, EntryOffer)
    assert offer.chosen is False


# Stories, hand by hand.


def test_a_missed_big_blind_is_marked_and_the_next_player_is_asked() -> None:
    """poker-room: the seat is marked ML and the next active player is the big blind."""
    table = table_of("ABCDEF", find_rules("poker-room"))
    assert hand(table).places == "0 1 2"
    dealt = hand(table, SitOut(Seat(3)))
    assert (dealt.places, table.public.marks(Seat(3))) == ("1 2 4", ("ML",))
    table.apply(ComeBack(Seat(3)))
    # Not dealt in before he has posted, and now he sits between button and blinds.
    assert "3" not in hand(table, ChoosePost(Seat(3))).players
    # The button has passed: both blinds, the small one dead.
    assert hand(table).posts == "5 sb 1, 0 bb 2, 3 both 2+1"
    assert table.public.marks(Seat(3)) == ()
    assert hand(table).posts == "0 sb 1, 1 bb 2"


def test_a_missed_small_blind_shifts_the_blinds_and_waits_for_the_button() -> None:
    """poker-room: the big blind posts the small one, the next player the big one; MS."""
    table = table_of("ABCDEF", find_rules("poker-room"))
    hand(table)
    dealt = hand(table, SitOut(Seat(2)))
    assert (dealt.places, table.public.marks(Seat(2))) == ("1 3 4", ("MS",))
    dealt = hand(table, ComeBack(Seat(2)), ChoosePost(Seat(2)))
    assert dealt.places == "3 4 5"
    assert dealt.posts == "4 sb 1, 5 bb 2, 2 dead_sb 0+1"


def test_who_sits_out_and_returns_before_a_blind_owes_nothing() -> None:
    table = table_of("ABCDEF")
    hand(table)
    hand(table, SitOut(Seat(5)))
    dealt = hand(table, ComeBack(Seat(5)))
    assert (dealt.posts, dealt.players) == ("3 sb 1, 4 bb 2", "012345")


def test_a_newcomer_who_lets_the_button_go_by_has_missed_nothing() -> None:
    table = table_of("ABCDE", seats=6)
    hand(table)
    table.apply(Sit("X", Chips(100), Seat(5)))
    table.apply(SitOut(Seat(5)))
    for _ in range(6):
        hand(table)
    assert table.public.marks(Seat(5)) == ()


def test_a_newcomer_may_be_asked_for_the_big_blind_at_once() -> None:
    table = table_of("ABC.E", seats=5)
    hand(table)
    table.apply(Sit("X", Chips(100), Seat(3)))
    assert hand(table).posts == "2 sb 1, 3 bb 2"


@pytest.mark.parametrize(("hands", "marks"), [(0, ()), (2, ("ML",))])
def test_a_broke_player_owes_the_blinds_that_passed_before_he_rebuys(
    hands: int, marks: tuple[str, ...]
) -> None:
    """Robert: who goes broke makes up the blinds he missed before he is dealt in again."""
    table = table_of("ABCDEF", games=stakes("nl", 1, 2))
    hand(table)
    # E goes all-in with queens and jacks, F calls with aces and kings.
    deck = stacked(table, "Kh9d9c8s7d", E="QcQdJcJd", F="AcAdKcKd")
    table.apply(Deal(deck))
    act(table, "r100 c f f f f")
    assert table.public.player(4).stack == 0
    for _ in range(hands):
        hand(table)
    table.apply(TopUp(Seat(4), Chips(100)))
    assert table.public.marks(Seat(4)) == marks


def test_moving_to_another_chair_is_no_way_round_the_blinds() -> None:
    table = table_of("ABCD..")
    hand(table)
    hand(table, SitOut(Seat(3)))
    assert table.public.marks(Seat(3)) == ("ML",)
    table.apply(ChangeSeat(Seat(3), Seat(5)))
    assert table.public.marks(Seat(5)) == ("ML",)
    table.apply(ComeBack(Seat(5)))
    assert "5" not in deal(table).players


def test_a_stack_too_short_for_both_posts_the_live_blind_first() -> None:
    table = scene(ELSEWHERE, "ML", ROBERT)
    player = table.public.player(ELSEWHERE)
    player.stack = Chips(2)
    table.public.taken += 98
    table.apply(ChoosePost(ELSEWHERE))
    assert "6 both 2," in deal(table).posts + ","


def test_fresh_games_ask_nobody_for_more_than_the_blinds() -> None:
    """Robert: in a newly started game nobody posts to come in."""
    table = table_of("AB....", replace(ROBERT, missed_bb="wait"))
    hand(table)
    for seat in (2, 3):
        table.apply(Sit(f"X{seat}", Chips(100), Seat(seat)))
    table.apply(SitOut(Seat(0)))
    table.apply(SitOut(Seat(1)))
    dealt = hand(table)
    assert dealt.assigned.positions.fresh
    assert (dealt.players, dealt.posts) == ("23", "3 sb 1, 2 bb 2")
