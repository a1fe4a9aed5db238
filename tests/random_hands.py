"""Random hands of every kind: presets, structures, stakes, tables, stacks, posts, policies.

Everything is decided by the `Random` that is handed in: Hypothesis's own, so that a failing hand
shrinks (`tests.hand_strategies`), or a seeded one where many hands are played (`bench.soak`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from omaha8.cards import DECK, Card
from omaha8.hand.actions import CALL, FOLD, MUCK, SHOW, Action
from omaha8.hand.dealer import Dealer
from omaha8.hand.events import PostKind
from omaha8.hand.hand import Hand
from omaha8.hand.legal import Legal
from omaha8.hand.posts import Post, post, standard_posts
from omaha8.rules.game import Chips, Game, Seat, stakes
from omaha8.rules.house import HouseRules, RulesError, replace
from omaha8.rules.options import AnteRule, Kill, Muck, Structure
from omaha8.rules.presets import PRESET_NAMES, find_preset, find_rules
from tests.option_values import OPTION_VALUES

STAKES: Final[Mapping[Structure, tuple[tuple[int, int], ...]]] = {
    Structure.FIXED_LIMIT: ((2, 4), (4, 8), (5, 10), (7, 14), (10, 20), (15, 30), (750, 1500)),
    Structure.POT_LIMIT: ((1, 2), (2, 2), (2, 5), (5, 10), (25, 50)),
    Structure.NO_LIMIT: ((1, 2), (2, 2), (2, 5), (5, 10), (25, 50)),
    Structure.SPREAD: ((10, 30), (5, 10), (2, 2)),
}
_DEAD: Final = (PostKind.DEAD_SMALL_BLIND, PostKind.MISSED_BIG_BLIND, PostKind.BOTH)


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """All that a hand begins with; `deal` makes the hand."""

    rules: HouseRules
    game: Game
    stacks: tuple[int | None, ...]
    button: int
    deck: tuple[Card, ...]
    posts: tuple[Post, ...] | None = None
    final_two: bool = False
    rake: int | None = None

    def deal(self, deck: Sequence[Card] | Dealer | None = None) -> Hand:
        """The hand, from this deck or another one."""
        return Hand(
            self.rules,
            self.game,
            self.stacks,
            self.button,
            self.deck if deck is None else deck,
            posts=self.posts,
            final_two=self.final_two,
            rake=self.rake,
        )


def shuffled(random: Random) -> tuple[Card, ...]:
    """A deck from one number: its order is of no interest when a failing hand shrinks."""
    deck = list(DECK)
    Random(random.getrandbits(32)).shuffle(deck)
    return tuple(deck)


@cache
def games(preset: str, structure: Structure) -> tuple[Game, ...]:
    """The games of that structure which a preset's rules allow at the usual stakes."""
    rules = find_rules(preset)
    found = []
    for low, high in STAKES[structure]:
        try:
            game = stakes(structure, low, high, rules)
        except RulesError:
            # Half of an odd small bet is no whole number of chips.
            game = stakes(structure, low, high, rules, small_blind=low // 2 or 1)
        found.append(game)
    return tuple(found)


def structures(preset: str) -> list[Structure]:
    """What a preset deals; mixed is a rotation of these."""
    allowed = find_preset(preset).rules.allowed_structures
    return [structure for structure in allowed if structure is not Structure.MIXED]


def random_setup(
    random: Random, *, preset: str | None = None, muck: Muck | None = None, players: int = 10
) -> Setup:
    """A hand of any kind, of that preset and way to muck if given, for at most ``players``."""
    preset = preset or random.choice(PRESET_NAMES)
    rules = find_rules(preset)
    game = random.choice(games(preset, random.choice(structures(preset))))
    if random.random() < 0.5:
        rules = random_house(random, rules)
    if muck is not None:
        rules = replace(rules, muck=muck)
    changes: dict[str, Any] = {}
    if random.random() < 0.2:
        changes["hole_cards"] = random.choice((5, 6))
    if random.random() < 0.2 and rules.ante is not AnteRule.BIG_BLIND:
        changes["ante"] = random.choice((1, game.big_blind))
    if random.random() < 0.2 and game.structure is Structure.FIXED_LIMIT:
        kill = random.choice((Kill.FULL, Kill.HALF))
        if (game.small_bet * 3) % 2 == 0 or kill is Kill.FULL:
            killed = game.killed(kill)
            changes["small_bet"], changes["big_bet"] = killed.small_bet, killed.big_bet
    if changes:
        game = msgspec.structs.replace(game, **changes)
    stacks = _stacks(random, game, players)
    button = random.randrange(len(stacks))
    return Setup(
        rules=rules,
        game=game,
        stacks=stacks,
        button=button,
        deck=shuffled(random),
        posts=_posts(random, rules, game, stacks, button),
        final_two=len(stacks) == 2 and random.random() < 0.2,
        rake=random.choice((0, 1)) if random.random() < 0.1 else None,
    )


def random_house(random: Random, rules: HouseRules) -> HouseRules:
    """``rules`` with a few options of the hand set to anything they can be."""
    names = random.sample(sorted(OPTION_VALUES), random.randint(1, 4))
    return replace(rules, **{name: random.choice(OPTION_VALUES[name]) for name in names})


def _stacks(random: Random, game: Game, players: int) -> tuple[int | None, ...]:
    """Two or more players with stacks of every size, empty seats between them."""
    most = min(players, (len(DECK) - 8) // game.hole_cards)
    count = 2 if random.random() < 0.15 else random.randint(min(3, most), most)
    unit = game.big_bet
    deep = random.choice((2, 10, 40))
    stacks: list[int | None] = []
    for _ in range(count):
        short = random.random() < 0.2
        stacks.append(random.randint(1, 2 * unit) if short else random.randint(1, deep * unit))
    if random.random() < 0.2:
        stacks = [stacks[0]] * count
    for _ in range(random.randint(0, 10 - count) if random.random() < 0.3 else 0):
        stacks.insert(random.randint(0, len(stacks)), None)
    return tuple(stacks)


def _posts(
    random: Random, rules: HouseRules, game: Game, stacks: Sequence[int | None], button: int
) -> tuple[Post, ...] | None:
    """What the table asks for: mostly the blinds alone, else posts of every kind besides."""
    if random.random() < 0.5:
        return None
    standard = standard_posts(rules, game, stacks, Seat(button))
    antes = [p for p in standard if p.kind in (PostKind.ANTE, PostKind.BIG_BLIND_ANTE)]
    blinds = {p.kind: p for p in standard if p not in antes}
    small, big = blinds[PostKind.SMALL_BLIND], blinds[PostKind.BIG_BLIND]
    seats = [Seat((button + 1 + i) % len(stacks)) for i in range(len(stacks))]
    seats = [seat for seat in seats if stacks[seat]]
    others = [seat for seat in seats if seat not in (small.seat, big.seat)]
    owed = [small, big]
    if random.random() < 0.15:
        owed.remove(small)  # nobody owes the small blind
    if others and random.random() < 0.3:
        first = seats[(seats.index(big.seat) + 1) % len(seats)]
        owed.append(post(PostKind.STRADDLE, first, game, rules))
        others.remove(first)
    if game.small_bet > game.big_blind or random.random() < 0.1:
        killer = random.choice(seats)
        if rules.kill_replaces_blind:
            owed = [p for p in owed if p.seat != killer]
        others = [seat for seat in others if seat != killer]
        owed.append(post(PostKind.KILL, killer, game, rules))
    for seat in others:
        if random.random() < 0.3:
            owed.append(post(random.choice(_DEAD), seat, game, rules))
    if random.random() < 0.1:
        # A post of no usual size: the table's business, not the hand's.
        odd = Post(owed[-1].seat, owed[-1].kind, owed[-1].live, Chips(random.randint(0, 3)))
        owed[-1] = odd
    return tuple(antes + owed)


_TEMPERS: Final = (
    (0.1, 0.2, 0.05),
    (0.2, 0.6, 0.0),
    (0.8, 0.3, 0.1),
    (0.02, 0.5, 0.5),
    (0.0, 0.0, 0.0),
)


class Policy:
    """Acts at random, in one temper for the whole hand: how often it folds, raises, goes all-in."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.fold, self.wager, self.all_in = random.choice(_TEMPERS)

    def __call__(self, legal: Legal) -> Action:
        """One of the legal actions."""
        random = self.random
        if legal.showdown:
            return random.choice((SHOW, MUCK))
        drawn = random.random()
        if legal.max_to and drawn < self.wager:
            low, high = legal.min_to, legal.max_to
            if random.random() < self.all_in:
                return legal.wager(high)
            choice = random.choice((low, high, legal.pot_to, legal.half_pot_to, -1))
            return legal.wager(random.randint(low, high) if choice < 0 else choice)
        if legal.to_call == 0:
            # Folding where a check is free is legal, and rare.
            return FOLD if drawn > 0.995 else legal.passive
        return FOLD if drawn > 1 - self.fold else CALL


def play_out(hand: Hand, policy: Policy, actions: int = 1000) -> list[Action]:
    """Plays ``hand`` on for at most so many actions; the actions."""
    taken: list[Action] = []
    while len(taken) < actions and (legal := hand.legal) is not None:
        taken.append(policy(legal))
        hand.apply(taken[-1])
    return taken


def show_some(hand: Hand, random: Random) -> None:
    """Who is still in and did not show, shows when all is over, now and then."""
    for seat in hand.public.contesting + sorted(hand.public.mucked):
        known = hand.dealer.holes.get(seat) is not None
        if known and seat not in hand.public.shown and random.random() < 0.3:
            won = any(award.seat == seat for award in hand.public.awards)
            if not won or hand.public.rules.uncontested_show != "never":
                hand.show(seat)
