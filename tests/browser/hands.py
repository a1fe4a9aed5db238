"""Hands that the tests and the pictures show, as lines of `omaha8.hand.notation`."""

from __future__ import annotations

from typing import Final

_HOLES: Final = (
    "0:As2sKhQd 1:Ah2d7d8d 2:KsKdJcTc 3:AdAc3h4c 4:9h9d2c2h 5:QsQcJsJd 6:Ts9s7s7h 7:5s5d3d6d "
    "8:4h4s8s8h"
)
_BOARD: Final = "board:3s4dKc8c6h"


def _holes(seats: int) -> str:
    return " ".join(_HOLES.split()[:seats])


CHECK_OR_BET: Final = f"plo8 1/2 b3 200*6 {_holes(6)} {_BOARD} | c f c f c c / c c"
"""Pot limit on the flop, one low card short of a low; the blinds checked: Ann may check."""

LOW_DRAW: Final = f"plo8 1/2 b3 200*6 {_holes(6)} board:3s5dKc8c6h | c f c f c c / r6 f"
"""Ann, seat 0, faces a bet of 6 on the flop and needs one more low card."""

RIVER: Final = (
    f"plo8 1/2 b3 200,180,200,200,160,200 {_holes(6)} {_BOARD} "
    "| c f c f c c / r6 f c c / c r18 c c / r40"
)
"""Pot limit, a low is possible, Ann has the nut low and faces 40."""

SIDE_POT: Final = (
    f"plo8 1/2 b3 200,60,200,200,120,200 {_holes(6)} {_BOARD} "
    "| c r5 c f c f c / c r20 c c c / c r35 c f c / c r60 c"
)
"""A main pot of 207 whose low is shared, a side pot, an odd chip, and one hand mucked."""

THREE_POTS: Final = (
    f"plo8 1/2 b4 40,80,150,200,200 {_holes(5)} {_BOARD} muck=show_all "
    "| r7 c c c c / r33 c c c c / r40 c c c / r70 c c"
)
"""A main pot and two side pots, all of them split between high and low; everybody has shown."""

LIMIT: Final = f"flo8 1/2:2/4 b2 200*6 {_holes(6)} {_BOARD} | f"
"""Fixed limit before the flop; seat 0 is to act after one fold, 2 to call."""

CAPPED: Final = f"flo8 1/2:2/4 b2 200*6 {_holes(6)} {_BOARD} | c f r4 f r6 r8"
"""Fixed limit: seat 5 called, and the betting is capped when it comes back."""


def table_of(seats: int, *, over: bool) -> str:
    """Pot limit with everybody in: at the river seat 0 faces a bet, or all have shown."""
    head = f"plo8 1/2 b{seats - 1} 200*{seats} {_holes(seats)} {_BOARD} muck=show_all"
    round_of_checks = " ".join("c" * seats)
    river = round_of_checks if over else " ".join(["c", "r4", *"c" * (seats - 2)])
    return f"{head} | " + " / ".join([round_of_checks] * 3 + [river])


def table_of_many_cards(hole_cards: int, *, over: bool) -> str:
    """The same for six players with five or six hole cards."""
    board = "3s4dKc8c6h"
    deck = [rank + suit for rank in "A2TJQK9875463" for suit in "shdc"]
    left = [card for card in deck if card not in board]
    holes = [left[seat * hole_cards : (seat + 1) * hole_cards] for seat in range(6)]
    dealt = " ".join(f"{seat}:{''.join(cards)}" for seat, cards in enumerate(holes))
    head = f"plo8{hole_cards} 1/2 b5 200*6 {dealt} board:{board} muck=show_all"
    river = "c c c c c c" if over else "c r4 c c c c"
    return f"{head} | " + " / ".join(["c c c c c c"] * 3 + [river])


SHOW_OR_MUCK: Final = (
    f"flo8 1/2:2/4 b1 200*2 {_holes(2)} {_BOARD} muck=optional_non_aggressor "
    "| c c / c c / c c / c r4 c"
)
"""Heads-up: seat 1 bet the river, was called and has shown; seat 0 may muck."""


def showing(seats: int, *, shown: int) -> str:
    """Fixed limit, everybody has called seat 1's bet on the river and shows in turn or mucks.

    Seat 1 has shown and so have ``shown`` after it, at most all but seat 0.
    """
    head = f"flo8 1/2:2/4 b{seats - 1} 200*{seats} {_holes(seats)} {_BOARD}"
    checks = " ".join("c" * seats)
    river = " ".join(["c", "r4", *"c" * (seats - 1), *"s" * shown])
    return f"{head} muck=optional_non_aggressor | " + " / ".join([checks] * 3 + [river])


ONE_CHAIR_FREE: Final = "flo8 1/2:2/4 b2 200,200,200,-,200,200 | "
"""Before the flop, with an empty chair."""

PICTURE: Final = (
    "plo8 1/2 b4 386,260,340,200,400,148 0:As2dKhJs 1:AdQs9s8d 2:Ah5h6cTd 3:Qc9d8c3s "
    "4:KsKcTs9c 5:Qh7h6d2c board:Kd7c4sJc3h | r7 c f c f c / c c r20 c c f / c c r40 c c / c c r80"
)
"""Four players saw a flop, three are left; Ann has two pair and the nut low, and faces a bet."""
