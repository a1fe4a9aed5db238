"""RULES, blinds and button: every button rule, whoever comes, goes, sits out or goes broke.

A table is written seat by seat: ``R`` ready, ``.`` empty, ``o`` sitting out (or broke), ``w`` waits
for the big blind, ``p`` posts to come in, ``a`` posts and may do so anywhere. The places of a hand
are button, small blind, big blind.
"""

from __future__ import annotations

from random import Random

import pytest

from omaha8.rules.game import Seat
from omaha8.rules.house import ROBERT, HouseRules, replace
from omaha8.table.positions import Places, Positions, Standing, next_positions

LETTERS = dict(
    zip(
        ".owpaR",
        (
            Standing.EMPTY,
            Standing.OUT,
            Standing.WAITING,
            Standing.POSTING,
            Standing.POSTING_ANYWHERE,
            Standing.READY,
        ),
        strict=True,
    )
)
MOVING = ROBERT
DEAD = replace(ROBERT, button="dead")
LAST_SMALL = replace(ROBERT, button="last_small_blind")
NO_SMALL = replace(ROBERT, sb_absent="none")
BY_NAME = {"moving": MOVING, "dead": DEAD, "last_small_blind": LAST_SMALL, "none": NO_SMALL}
ALL_RULES = [
    replace(ROBERT, button=button, sb_absent=absent)
    for button in ("moving", "dead", "last_small_blind")
    for absent in ("shift", "none")
]


def after(
    seats: str, button: int, small: int, big: int, rules: HouseRules = ROBERT
) -> Positions | None:
    """The hand that follows one with these places."""
    last = Places(Seat(button), Seat(small), Seat(big))
    return next_positions([LETTERS[letter] for letter in seats], last, rules)


def written(positions: Positions | None) -> str:
    """``1 2 3``; ``-`` where nobody posts the small blind."""
    if positions is None:
        return "no hand"
    small = "-" if positions.small_blind is None else positions.small_blind
    return f"{positions.button} {small} {positions.big_blind}"


# Six seats, the last hand had the button on 0, the blinds on 1 and 2, everybody was in.
FULL = (0, 1, 2)


@pytest.mark.parametrize(
    ("seats", "moving", "dead", "last_small_blind", "none"),
    [
        ("RRRRRR", "1 2 3", "1 2 3", "1 2 3", "1 2 3"),
        # the button leaves
        (".RRRRR", "1 2 3", "1 2 3", "1 2 3", "1 2 3"),
        # the small blind leaves: who was the big blind is the small blind all the same
        ("R.RRRR", "0 2 3", "1 2 3", "0 2 3", "0 2 3"),
        # the big blind leaves: who was due the big blind posts the small one, or nobody does
        ("RR.RRR", "1 3 4", "1 - 3", "1 3 4", "1 - 3"),
        # both blinds leave
        ("R..RRR", "0 3 4", "1 - 3", "0 3 4", "0 - 3"),
        # who was due the big blind leaves
        ("RRR.RR", "1 2 4", "1 2 4", "1 2 4", "1 2 4"),
        ("RR..RR", "1 4 5", "1 - 4", "1 4 5", "1 - 4"),
        ("RRRR.R", "1 2 3", "1 2 3", "1 2 3", "1 2 3"),
        # sitting out is like leaving, but for the marks
        ("Ro RRRR", "0 2 3", "1 2 3", "0 2 3", "0 2 3"),
        ("RRoRRR", "1 3 4", "1 - 3", "1 3 4", "1 - 3"),
        # all but two go: heads-up, and nobody is the big blind twice
        ("RR....", "1 1 0", "1 1 0", "1 1 0", "1 1 0"),
        ("R.R...", "2 2 0", "2 2 0", "2 2 0", "2 2 0"),
        (".RR...", "2 2 1", "2 2 1", "2 2 1", "2 2 1"),
        ("R..R..", "0 0 3", "0 0 3", "0 0 3", "0 0 3"),
    ],
)
def test_somebody_goes(
    seats: str, moving: str, dead: str, last_small_blind: str, none: str
) -> None:
    seats = seats.replace(" ", "")
    found = {name: written(after(seats, *FULL, rules)) for name, rules in BY_NAME.items()}
    assert found == {
        "moving": moving,
        "dead": dead,
        "last_small_blind": last_small_blind,
        "none": none,
    }


@pytest.mark.parametrize(
    ("seats", "expected", "dealt", "held"),
    [
        # waiting in the big blind: he is the big blind
        ("RRRwRR", "1 2 3", "234501", ""),
        ("RRRpRR", "1 2 3", "234501", ""),
        # waiting elsewhere: not dealt in; posting: dealt in
        ("RRRRwR", "1 2 3", "23501", ""),
        ("RRRRpR", "1 2 3", "234501", ""),
        ("pRRRRR", "1 2 3", "234501", ""),
        # a newcomer in the small blind's old chair, where the button goes: it passes first
        ("RpRRRR", "0 2 3", "23450", "1"),
        # a newcomer in the big blind's old chair is no small blind: the blinds shift
        ("RRpRRR", "1 3 4", "34501", "2"),
        ("RRwRRR", "1 3 4", "34501", ""),
        # a newcomer due the big blind is it, and the small blind stays away
        ("RR.wRR", "1 - 3", "34501", ""),
        # he may post anywhere, and is not given the button while an established player can have it
        ("RaRRRR", "0 2 3", "123450", ""),
        ("RRaRRR", "1 3 4", "234501", ""),
    ],
)
def test_somebody_comes(seats: str, expected: str, dealt: str, held: str) -> None:
    found = after(seats, *FULL)
    assert written(found) == expected
    assert found is not None
    assert "".join(map(str, found.dealt)) == dealt
    assert "".join(map(str, found.held)) == held


@pytest.mark.parametrize(
    ("seats", "expected"),
    [("RpRRRR", "1 2 3"), ("RoRRRR", "1 2 3"), ("RR.wRR", "1 - 3")],
)
def test_a_dead_button_stands_where_the_small_blind_was(seats: str, expected: str) -> None:
    assert written(after(seats, *FULL, DEAD)) == expected


# Heads-up, seat 2 had the button and the small blind, seat 4 the big blind.
HEADS_UP = (2, 2, 4)


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize(
    ("seats", "expected", "dealt"),
    [
        ("..R.R.", "4 4 2", "24"),
        # a third player left of the big blind is the big blind
        ("..R.Rw", "2 4 5", "452"),
        ("w.R.R.", "2 4 0", "402"),
        ("..R.Rp", "2 4 5", "452"),
        # right of it he sits between button and big blind until it has passed him
        ("..RwR.", "4 4 2", "24"),
        ("..RpR.", "4 4 2", "24"),
        # two at once
        ("..RwRw", "2 4 5", "452"),
        ("..RpRp", "2 4 5", "452"),
        # one goes and another comes, wherever he sits
        ("..R.w.", "2 2 4", "42"),
        ("..w.R.", "4 4 2", "24"),
        ("..Rw..", "2 2 3", "32"),
        ("...wR.", "4 4 3", "34"),
        ("....Rp", "4 4 5", "54"),
        # nobody who was there is left: a game that begins afresh
        (".w.p..", "3 3 1", "13"),
    ],
)
def test_to_and_from_heads_up(seats: str, expected: str, dealt: str, rules: HouseRules) -> None:
    found = after(seats, *HEADS_UP, rules)
    assert written(found) == expected
    assert found is not None
    assert "".join(map(str, found.dealt)) == dealt


def test_a_third_player_who_may_post_anywhere_has_the_button() -> None:
    found = after("..RaR.", *HEADS_UP)
    assert written(found) == "3 4 2"


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        # three players on 0 (button), 2 (small blind), 4 (big blind)
        (0, "4 4 2"),
        (2, "4 4 0"),
        # the small blind pays it again, but nobody the big one
        (4, "2 2 0"),
    ],
)
def test_from_three_players_to_two(gone: int, expected: str, rules: HouseRules) -> None:
    for mark in ".o":
        seats = "".join(mark if i == gone else "R.R.R"[i] for i in range(5))
        assert written(after(seats, 0, 2, 4, rules)) == expected


def test_the_button_posts_the_big_blind_where_the_house_says_so() -> None:
    rules = replace(ROBERT, heads_up_button_posts_sb=False)
    assert written(after("..R.R.", 4, 2, 4, rules)) == "2 4 2"


@pytest.mark.parametrize(
    ("seats", "rules", "big", "small"),
    [
        # RULES, missed blinds: ML for whom the big blind passes, MS for who is not there to
        # post the small one
        ("RRRoRR", MOVING, (3,), None),
        ("RRRooR", MOVING, (3, 4), None),
        ("RRoRRR", MOVING, (), 2),
        ("RRooRR", MOVING, (3,), 2),
        # the blinds shift: the seat of the small blind missed nothing, the next one out did
        ("RRoRoR", MOVING, (4,), 2),
        ("RRoRRR", DEAD, (), 2),
        ("RRoRRR", NO_SMALL, (), 2),
        ("oRRRRR", MOVING, (), None),
        # an empty seat, or a newcomer who waits, has missed nothing
        ("RR.RwR", MOVING, (), None),
    ],
)
def test_who_missed_a_blind(
    seats: str, rules: HouseRules, big: tuple[int, ...], small: int | None
) -> None:
    found = after(seats, *FULL, rules)
    assert found is not None
    assert (found.missed_big, found.missed_small) == (big, small)


@pytest.mark.parametrize(
    ("seats", "button", "expected"),
    [
        ("RRRRRR", 0, "0 1 2"),
        ("wpRaRR", 5, "5 0 1"),
        ("R.RR..", 1, "2 3 0"),
        ("R..R..", 3, "3 3 0"),
        ("R..R..", 4, "0 0 3"),
    ],
)
def test_the_first_hand(seats: str, button: int, expected: str) -> None:
    found = next_positions([LETTERS[x] for x in seats], None, ROBERT, Seat(button))
    assert written(found) == expected
    assert found is not None
    assert found.fresh


def test_no_hand_without_two_players_and_no_first_hand_without_a_button() -> None:
    assert after("Rooo..", *FULL) is None
    with pytest.raises(ValueError, match="first hand needs a button"):
        next_positions([Standing.READY] * 2, None, ROBERT)


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("count", range(2, 7))
@pytest.mark.parametrize("change", [".", "o", "w", "p", "a"])
def test_at_every_seat_one_change_is_fair(rules: HouseRules, count: int, change: str) -> None:
    """2 to 6 players; one goes, sits out, or comes to a chair between any two of them."""
    seats = "R" * count
    for turn in range(count):
        last = (
            Places(*(Seat((turn + i) % count) for i in (0, 1, 2)))
            if count > 2
            else Places(Seat(turn), Seat(turn), Seat(1 - turn))
        )
        for seat in range(count):
            changed = seats[:seat] + change + seats[seat + 1 :]
            check_fair([LETTERS[x] for x in changed], last, rules)
        for gap in range(count):
            # A chair between two seats, empty in the last hand.
            wider = seats[: gap + 1] + change + seats[gap + 1 :]
            moved = Places(
                *(Seat(x + (x > gap)) for x in (last.button, last.small_blind, last.big_blind))
            )
            check_fair([LETTERS[x] for x in wider], moved, rules)


def check_fair(seats: list[Standing], last: Places, rules: HouseRules) -> Positions | None:
    """What holds whatever happened since the last hand; the next positions."""
    found = next_positions(seats, last, rules)
    wanting = [i for i, s in enumerate(seats) if s not in (Standing.EMPTY, Standing.OUT)]
    if len(wanting) < 2:
        assert found is None
        return None
    assert found is not None
    ready = [i for i in wanting if seats[i] is Standing.READY]
    big, small, button = found.big_blind, found.small_blind, found.button
    dealt = found.dealt
    assert set(ready) <= set(dealt) <= set(wanting)
    assert big in dealt
    assert small != big
    assert small is None or small in dealt
    assert len(set(dealt)) == len(dealt) >= 2
    # The first card goes to the left of the button.
    assert list(dealt) == sorted(dealt, key=lambda seat: (seat - button - 1) % len(seats))
    if Standing.READY in seats:
        assert big != last.big_blind or (len(wanting) == 2 and seats[big] is not Standing.READY)
    # No established player between the old big blind and the new one gets round it, but for the
    # small blind of a shift, or one who gives way to the only newcomer.
    count = len(seats)
    passed = [(last.big_blind + i) % count for i in range(1, (big - last.big_blind) % count)]
    for seat in passed:
        if seat in ready:
            assert seat == small
            assert len(ready) == 1 or seats[last.big_blind] is not Standing.READY
        elif seats[seat] is Standing.OUT:
            assert seat in found.missed_big
    if len(dealt) == 2:
        assert button == (small if rules.heads_up_button_posts_sb else big)
        assert small is not None
    else:
        assert button not in (small, big)
        # Clockwise: button, small blind, big blind.
        assert small is None or (small - button) % count < (big - button) % count
        if rules.button == "dead":
            assert button == last.small_blind or last.small_blind in (small, big)
        else:
            assert button in dealt
    # Who posts to come in sits neither at the button nor between it and the big blind.
    for seat in dealt:
        if seats[seat] is Standing.POSTING and seat != big and ready:
            assert (seat - big) % count < (button - big) % count
    return found


@pytest.mark.parametrize("rules", ALL_RULES)
def test_long_sessions_are_fair(rules: HouseRules) -> None:
    """Who stays in pays the big blind once in every round of it over the seats, or was shifted."""
    random = Random(f"positions {rules.button} {rules.sb_absent}")
    for _ in range(15):
        count = random.randint(2, 8)
        seats = [random.choice(tuple(LETTERS.values())) for _ in range(count)]
        last: Places | None = None
        paid = [0] * count
        for _ in range(60):
            if last is None:
                found = next_positions(seats, None, rules, Seat(0))
            else:
                found = check_fair(seats, last, rules)
            if found is not None:
                for dealt in found.dealt:
                    paid[dealt] += 1
                    seats[dealt] = Standing.READY
                # Everybody dealt in is big blind within as many hands as there are seats, shifts
                # and newcomers before him apart.
                paid[found.big_blind] = 0
                assert max(paid) <= 3 * count
                last = found.places
            for seat in range(count):
                if random.random() < 0.15:
                    seats[seat] = random.choice(tuple(LETTERS.values()))
                    paid[seat] = 0


@pytest.mark.parametrize("rules", ALL_RULES)
@pytest.mark.parametrize("count", range(2, 7))
def test_a_table_at_rest_goes_round(rules: HouseRules, count: int) -> None:
    found = next_positions([Standing.READY] * count, None, rules, Seat(0))
    seen = []
    for _ in range(2 * count):
        assert found is not None
        seen.append((found.button, found.small_blind, found.big_blind))
        found = next_positions([Standing.READY] * count, found.places, rules)
    if count == 2:
        assert seen == [(0, 0, 1), (1, 1, 0)] * 2
    else:
        assert seen == [(i % count, (i + 1) % count, (i + 2) % count) for i in range(2 * count)]
