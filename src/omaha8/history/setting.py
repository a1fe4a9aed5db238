"""What a recorded hand begins with, as the engine takes it: rules, game, seats, posts, cards.

A record numbers its seats as the room did; the engine's ring has a place for each of them and one
for a dead button. ``docs/replay.md`` states every rule by which a record is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from omaha8.cards import CARD_TEXT, Card, CardError, parse_card, parse_cards
from omaha8.evaluation.board import HOLE_COUNTS
from omaha8.hand.dealer import FULL_BOARD, Dealer
from omaha8.hand.events import PostKind
from omaha8.hand.posts import Post
from omaha8.history.corpus import Record, RecordedPost
from omaha8.history.deviations import RecordFault, Report
from omaha8.history.relabel import relabel
from omaha8.history.stakes import find_game
from omaha8.rules.game import Chips, Game, Seat
from omaha8.rules.house import HouseRules, replace
from omaha8.rules.options import Burn, IdenticalBothWays, Muck, RakeFrom
from omaha8.rules.presets import find_rules

SHOWN_IN_PART: Final = frozenset({"WPN"})
"""Sites whose records hold single cards that a player showed after folding."""
POST_KINDS: Final = tuple(kind.value for kind in PostKind)


class Setting(NamedTuple):
    """The arguments of `Hand`, with the seats of the record and of the engine by one another.

    ``place`` holds the engine's seat of a recorded number, ``numbers`` the number of each seat.
    """

    rules: HouseRules
    game: Game
    stacks: tuple[int | None, ...]
    button: Seat
    posts: tuple[Post, ...]
    dealer: Dealer
    place: dict[int, Seat]
    numbers: tuple[int, ...]


@cache
def replay_rules(
    rake_from: RakeFrom = RakeFrom.MAIN_POT_FIRST,
    identical_both_ways: IdenticalBothWays = IdenticalBothWays.SPLIT_POT_EVENLY,
) -> HouseRules:
    """The house rules of a replayed hand: an online room's, with every known hand shown.

    No record tells the burn cards, and known hole cards contest a pot whether the room turned them
    up or not.
    """
    return replace(
        find_rules("pokerstars"),
        muck=Muck.SHOW_ALL,
        burn=Burn.NONE,
        rake_from=rake_from,
        identical_both_ways=identical_both_ways,
    )


def find_setting(record: Record, rules: HouseRules, report: Report) -> Setting:
    """Raises `RecordFault`, `RulesError` or `CardError` with what is wrong with the record."""
    stacks = _stacks(record)
    posts = relabel(record, _checked_posts(record, stacks, report), list(stacks), report)
    ring = sorted(seated.seat for seated in record.seats)
    button = _seat_button(record, ring, posts, len(stacks))
    place = {number: Seat(i) for i, number in enumerate(ring)}
    holes, board = _cards(record, place)
    count = _hole_cards(record, holes, ring)
    game = find_game(record, posts, stacks, count, report)
    return Setting(
        rules=rules,
        game=game,
        stacks=tuple(stacks.get(number) for number in ring),
        button=place[button],
        posts=tuple(_owed(post, place[post.seat], game) for post in posts),
        dealer=Dealer.known(
            # Of a folded hand that is known in part nobody can tell the rest.
            {seat: cards for seat, cards in holes.items() if len(cards) == count},
            board,
            count,
            burns=False,
        ),
        place=place,
        numbers=tuple(ring),
    )


def _stacks(record: Record) -> dict[int, int]:
    """The stacks of those dealt in, by recorded seat."""
    stacks: dict[int, int] = {}
    numbers: set[int] = set()
    for seated in record.seats:
        if seated.seat in numbers:
            raise RecordFault(f"seat {seated.seat} stands twice in the record")
        numbers.add(seated.seat)
        if seated.stack < 0:
            raise RecordFault(f"seat {seated.seat} has a stack of {seated.stack}")
        if seated.stack and not seated.out:
            stacks[seated.seat] = seated.stack
    return stacks


def _checked_posts(record: Record, stacks: dict[int, int], report: Report) -> list[RecordedPost]:
    paid = dict.fromkeys(stacks, 0)
    single: set[str] = set()
    for post in record.posts:
        if post.kind not in POST_KINDS:
            raise RecordFault(
                f"post of unknown kind {post.kind!r}; kinds are {', '.join(POST_KINDS)}"
            )
        if post.seat not in paid:
            raise RecordFault(f"{post.kind} from seat {post.seat}, who is not dealt in")
        if post.live < 0 or post.dead < 0:
            raise RecordFault(f"{post.kind} of {post.live} live, {post.dead} dead: below 0")
        if post.amount not in (None, post.live + post.dead):
            raise RecordFault(
                f"{post.kind} of {post.amount}, of which {post.live} live and {post.dead} dead"
            )
        if post.kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND):
            if post.kind in single:
                raise RecordFault(f"two players post the {post.kind}")
            single.add(post.kind)
        paid[post.seat] += post.live + post.dead
        if paid[post.seat] > stacks[post.seat]:
            raise RecordFault(
                f"seat {post.seat} posts {paid[post.seat]} of a stack of {stacks[post.seat]}"
            )
        if post.all_in != (paid[post.seat] == stacks[post.seat]):
            marked = "marked" if post.all_in else "not marked"
            report("all_in_flag", f"{post.kind} of seat {post.seat} {marked} as all-in")
    return list(record.posts)


def _seat_button(record: Record, ring: list[int], posts: list[RecordedPost], players: int) -> int:
    """The button's number, with a place for a button that nobody sits at added to ``ring``.

    A button that is not printed stands at an empty seat right before the first blind: nobody
    between it and the blinds is dealt in. Heads-up it is the small blind.
    """
    if record.button is not None:
        if record.button not in ring:
            ring.append(record.button)
            ring.sort()
        return record.button
    blinds = {post.kind: post.seat for post in posts}
    small = blinds.get(PostKind.SMALL_BLIND)
    first = blinds.get(PostKind.BIG_BLIND) if small is None else small
    if first is None:
        raise RecordFault("neither button nor blinds: who acts first is unknown")
    if players == 2 and small is not None:
        return small
    dead = min(ring) - 1
    ring.insert(ring.index(first), dead)
    return dead


def _owed(post: RecordedPost, seat: Seat, game: Game) -> Post:
    """A blind from a short stack is asked for in full: all-in for less lowers no price."""
    kind, live = PostKind(post.kind), post.live
    if kind is PostKind.SMALL_BLIND:
        live = max(live, game.small_blind)
    elif kind is PostKind.BIG_BLIND:
        live = max(live, game.big_blind)
    return Post(seat, kind, Chips(live), Chips(post.dead))


def _cards(
    record: Record, place: dict[int, Seat]
) -> tuple[dict[Seat, tuple[Card, ...]], tuple[Card, ...]]:
    """Known hole cards by seat, in part or whole, and the board; no card twice."""
    board = tuple(parse_card(text) for text in record.board or ())
    if len(board) > FULL_BOARD:
        raise RecordFault(f"a board of {len(board)} cards: a hand run twice does not replay")
    holes: dict[Seat, tuple[Card, ...]] = {}
    for number, text in (record.hole or {}).items():
        seat = place.get(int(number)) if number.isascii() and number.isdecimal() else None
        if seat is None:
            raise RecordFault(f"hole cards of seat {number!r}, where nobody sits")
        if text is not None:
            holes[seat] = parse_cards(text)
    seen: set[Card] = set()
    for card in [card for cards in (board, *holes.values()) for card in cards]:
        if card in seen:
            raise CardError(f"duplicate card {CARD_TEXT[card]}: each card exists once")
        seen.add(card)
    return holes, board


def _hole_cards(record: Record, holes: dict[Seat, tuple[Card, ...]], ring: Sequence[int]) -> int:
    """Four, or five and six where the known hands are; ``5_card`` tells where nobody's is."""
    folded = {a.seat for actions in record.actions.values() for a in actions if a.action == "fold"}
    dealt = {5: "a game of five"} if "5_card" in (record.notes or ()) else {}
    for seat, cards in sorted(holes.items()):
        number, count = ring[seat], len(cards)
        if count not in HOLE_COUNTS:
            if record.site in SHOWN_IN_PART and number in folded and 0 < count < min(HOLE_COUNTS):
                continue
            raise RecordFault(f"hole cards: {count} for seat {number}, where 4, 5 or 6 are dealt")
        dealt.setdefault(count, f"seat {number}")
    if len(dealt) > 1:
        told = " and ".join(f"{count} for {who}" for count, who in sorted(dealt.items()))
        raise RecordFault(f"hole cards: {told}, where everybody is dealt as many")
    return next(iter(dealt), HOLE_COUNTS[0])
