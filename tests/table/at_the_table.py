"""Tables for tests: players named A, B, C... from seat 0, hands that everybody folds."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from omaha8.cards import Card, deck_from_seed, parse_cards
from omaha8.hand.actions import CALL, CHECK, FOLD
from omaha8.hand.events import HandStarted, Posted
from omaha8.hand.notation import parse_action
from omaha8.rules.game import Chips, Game, Seat, stakes
from omaha8.rules.house import ROBERT, HouseRules
from omaha8.table.between_hands import AnyEvent, BlindsAssigned
from omaha8.table.commands import Act, Command, Deal, Sit
from omaha8.table.machine import Table

NAMES = "ABCDEFGHIJ"
DECK = deck_from_seed(bytes(32))


def limit(low: int = 2, rules: HouseRules = ROBERT) -> Game:
    """Limit 2/4: blinds 1 and 2."""
    return stakes("fl", low, 2 * low, rules)


def table_of(
    players: str,
    rules: HouseRules = ROBERT,
    games: Game | Sequence[Game] | None = None,
    seats: int | None = None,
    buy_in: int = 100,
) -> Table:
    """``AB.D``: A in seat 0, B in 1, D in 3, with 100 chips each; limit 2/4 unless said."""
    table = Table(rules, games or limit(rules=rules), seats or max(len(players), 2))
    for seat, name in enumerate(players):
        if name != ".":
            table.apply(Sit(name, Chips(buy_in), Seat(seat)))
    return table


class Dealt(msgspec.Struct):
    """A hand as it began: ``places`` as in ``0 1 2`` and ``posts`` as in ``1 sb 1, 2 bb 2``."""

    places: str
    posts: str
    players: str
    game: Game
    assigned: BlindsAssigned
    events: list[AnyEvent]


def deal(table: Table, *commands: Command, button: int | None = None) -> Dealt:
    """The next hand, after ``commands``; the first one has its button on ``button`` or 0."""
    for command in commands:
        table.apply(command)
    first = None
    if table.public.places is None:
        first = Seat(button or 0)
    events = table.apply(Deal(DECK, first))
    assigned = next(e for e in events if isinstance(e, BlindsAssigned))
    start = next(e for e in events if isinstance(e, HandStarted))
    positions = assigned.positions
    small = "-" if positions.small_blind is None else positions.small_blind
    return Dealt(
        places=f"{positions.button} {small} {positions.big_blind}",
        posts=", ".join(_post(e) for e in events if isinstance(e, Posted)),
        players="".join(str(seat) for seat in sorted(positions.dealt)),
        game=start.game,
        assigned=assigned,
        events=events,
    )


def _post(event: Posted) -> str:
    dead = f"+{event.dead}" if event.dead else ""
    return f"{event.seat} {event.kind} {event.live}{dead}"


def fold_out(table: Table) -> list[AnyEvent]:
    """Everybody folds."""
    events: list[AnyEvent] = []
    while (legal := table.legal) is not None:
        events += table.apply(Act(legal.seat, FOLD))
    return events


def call_down(table: Table) -> list[AnyEvent]:
    """Everybody checks and calls to the showdown."""
    events: list[AnyEvent] = []
    while (legal := table.legal) is not None:
        events += table.apply(Act(legal.seat, CALL if legal.to_call else CHECK))
    return events


def act(table: Table, line: str) -> list[AnyEvent]:
    """``c f r8``: the actions of whose turn it is, one after the other."""
    events: list[AnyEvent] = []
    for word in line.split():
        legal = table.legal
        assert legal is not None
        events += table.apply(Act(legal.seat, parse_action(word, legal)))
    return events


def hand(table: Table, *commands: Command, button: int | None = None) -> Dealt:
    """A hand that everybody folds."""
    dealt = deal(table, *commands, button=button)
    dealt.events += fold_out(table)
    return dealt


def kinds(events: Sequence[AnyEvent]) -> list[str]:
    """The names of events."""
    return [type(event).__name__ for event in events]


def stacked(table: Table, board: str, **holes: str) -> tuple[Card, ...]:
    """A deck for the next hand: ``A="As2sKhQd"`` for the player of that name, ``board`` of five."""
    following = table.following
    assert following is not None
    seats = following.positions.dealt
    known = {NAMES.index(name): parse_cards(cards) for name, cards in holes.items()}
    table_cards = parse_cards(board)
    used = {card for cards in known.values() for card in cards} | set(table_cards)
    rest = iter([card for card in DECK if card not in used])
    given = [known.get(seat) or tuple(next(rest) for _ in range(4)) for seat in seats]
    deck = [given[i][k] for k in range(4) for i in range(len(seats))]
    flop, turn, river = table_cards[:3], table_cards[3:4], table_cards[4:]
    for street in (flop, turn, river):
        deck += [next(rest), *street]
    return (*deck, *rest)
