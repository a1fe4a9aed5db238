"""Where the button goes (floor 4): the rule ``moving``, to the next active player."""

from __future__ import annotations

from collections.abc import Sequence

from omaha8.rules.game import Seat
from omaha8.rules.house import HouseRules


def next_button(
    active: Sequence[Seat],
    button: Seat | None,
    last_big_blind: Seat | None,
    rules: HouseRules,
) -> Seat:
    """The seat that gets the button, of ``active`` ones in rising order; the first, in the first
    hand.

    TDA, heads-up play: on the change to two players the button goes where nobody is the big blind
    twice in a row. The same holds here for whoever arrives or goes near the blinds.
    """
    if button is None:
        return active[0]
    clockwise = [seat for seat in active if seat > button]
    clockwise += [seat for seat in active if seat <= button]
    for seat in clockwise:
        if big_blind_seat(active, seat, rules) != last_big_blind:
            return seat
    return clockwise[0]


def big_blind_seat(active: Sequence[Seat], button: Seat, rules: HouseRules) -> Seat:
    """Who is the big blind with the button at ``button``, which is one of ``active``."""
    after = 1 if len(active) == 2 and rules.heads_up_button_posts_sb else 2
    return active[(active.index(button) + after) % len(active)]
