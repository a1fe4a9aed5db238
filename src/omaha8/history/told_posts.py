"""What everybody owed at the beginning of a hand that a room tells (floor 3).

Amounts, kinds and order follow from house rules and stakes, and who has the blinds from what was
said before the hand. Who had missed a blind, and whose a kill was, follows from earlier hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from omaha8.hand.events import HandStarted, Posted, PostKind
from omaha8.hand.posts import Post, optional_kill_bounds, post
from omaha8.history.deviations import RecordFault
from omaha8.history.told import ToldBlinds
from omaha8.rules.game import Chips, Seat
from omaha8.rules.options import AnteRule, Kill, Straddle, Structure

_ENTRY: Final = (PostKind.MISSED_BIG_BLIND, PostKind.DEAD_SMALL_BLIND, PostKind.BOTH)
_ORDER: Final = (
    (PostKind.ANTE,),
    (PostKind.SMALL_BLIND,),
    (PostKind.BIG_BLIND,),
    (PostKind.BIG_BLIND_ANTE,),
    _ENTRY,
    (PostKind.STRADDLE,),
    (PostKind.KILL,),
)
"""Of two posts from a short stack the first comes first."""
_PLACE: Final = {kind: place for place, kinds in enumerate(_ORDER) for kind in kinds}


def owed(start: HandStarted, posted: Sequence[Posted], blinds: ToldBlinds | None) -> list[Post]:
    """The posts in full, as the rules ask for those that are told. Raises `RecordFault`."""
    _check_places(start, blinds)
    for earlier, later in pairwise(posted):
        if _PLACE[later.kind] < _PLACE[earlier.kind]:
            raise RecordFault(f"posts: {later.kind} comes before {earlier.kind}")
    seen: set[tuple[PostKind, Seat]] = set()
    for each in posted:
        if (each.kind, each.seat) in seen:
            raise RecordFault(f"posts: seat {each.seat} posts {each.kind} twice")
        seen.add((each.kind, each.seat))
    _check_antes(start, posted)
    _check_blinds(start, posted, blinds)
    _check_wanted(start, posted, blinds)
    return [_in_full(each, start) for each in posted]


def unchecked_posts(posted: Sequence[Posted], blinds: ToldBlinds | None) -> Iterator[str]:
    """What of the posts does not follow from what is told, but from hands before."""
    if blinds is None or blinds.positions is None:
        yield "who had the blinds to post, which is not told"
    for each in posted:
        if each.kind in _ENTRY:
            yield f"whether seat {each.seat} owed {each.kind}, which follows from earlier hands"
        elif each.kind is PostKind.KILL:
            yield f"whether seat {each.seat} had to kill, or asked to before the deal"


def _check_places(start: HandStarted, blinds: ToldBlinds | None) -> None:
    if blinds is None or blinds.positions is None:
        return
    positions = blinds.positions
    if positions.places.button != start.button:
        raise RecordFault(
            f"the button is at seat {start.button}, and was given to {positions.places.button}"
        )
    dealt = [seat for seat, stack in enumerate(start.stacks) if stack]
    if sorted(positions.dealt) != dealt:
        raise RecordFault(f"dealt in are seats {dealt}, and were to be {sorted(positions.dealt)}")


def _check_antes(start: HandStarted, posted: Sequence[Posted]) -> None:
    from_all = start.game.ante > 0 and start.rules.ante is not AnteRule.BIG_BLIND
    asked = [seat for seat, stack in enumerate(start.stacks) if stack and from_all]
    paid = sorted(each.seat for each in posted if each.kind is PostKind.ANTE)
    if paid != asked:
        raise RecordFault(f"posts: antes from seats {paid}, by the rules from {asked}")


def _check_blinds(start: HandStarted, posted: Sequence[Posted], blinds: ToldBlinds | None) -> None:
    paid = {each.kind: each.seat for each in posted}
    killer = paid.get(PostKind.KILL)
    big = paid.get(PostKind.BIG_BLIND)
    if blinds is not None and blinds.positions is not None:
        positions = blinds.positions
        big = positions.places.big_blind
        asked = {PostKind.SMALL_BLIND: positions.small_blind, PostKind.BIG_BLIND: big}
        for kind, seat in asked.items():
            # RULES, required kill: in place of the killer's own blind, by option.
            replaced = seat is not None and seat == killer and start.rules.kill_replaces_blind
            wanted = None if replaced else seat
            if paid.get(kind) != wanted:
                raise RecordFault(f"posts: {kind} from {_at(paid.get(kind))}, not {_at(wanted)}")
    elif big is None:
        if killer is None or not start.rules.kill_replaces_blind:
            raise RecordFault("posts: nobody posts the big blind")
        big = killer
    ante = start.game.ante > 0 and start.rules.ante is AnteRule.BIG_BLIND
    if paid.get(PostKind.BIG_BLIND_ANTE) != (big if ante else None):
        raise RecordFault(
            f"posts: the ante for all from {_at(paid.get(PostKind.BIG_BLIND_ANTE))}, by the rules "
            f"from {_at(big if ante else None)}"
        )


def _check_wanted(start: HandStarted, posted: Sequence[Posted], blinds: ToldBlinds | None) -> None:
    """Straddle and kill, which the rules must allow and somebody must have asked for."""
    rules, game = start.rules, start.game
    paid = {each.kind: each.seat for each in posted}
    straddler, killer = paid.get(PostKind.STRADDLE), paid.get(PostKind.KILL)
    if blinds is not None and (straddler, killer) != (blinds.straddler, blinds.killer):
        raise RecordFault(
            f"posts: straddle and kill from {_at(straddler)} and {_at(killer)}, not "
            f"{_at(blinds.straddler)} and {_at(blinds.killer)}"
        )
    if straddler is not None:
        stack = start.stacks[straddler] if 0 <= straddler < len(start.stacks) else None
        if rules.straddle is Straddle.OFF or killer is not None:
            raise RecordFault(f"posts: a straddle from seat {straddler}, where there is none")
        if (stack or 0) < 2 * game.big_blind:
            raise RecordFault(f"posts: a straddle from seat {straddler}, which has only {stack}")
    if killer is not None and (
        rules.kill is Kill.OFF or game.structure is not Structure.FIXED_LIMIT
    ):
        raise RecordFault(f"posts: seat {killer} kills, where the rules know no kill pot")


def _in_full(posted: Posted, start: HandStarted) -> Post:
    usual = post(posted.kind, posted.seat, start.game, start.rules)
    if posted.kind is not PostKind.KILL or start.rules.kill is not Kill.OPTIONAL:
        return usual
    stack = start.stacks[posted.seat] if 0 <= posted.seat < len(start.stacks) else None
    least, most = optional_kill_bounds(start.game, start.rules, stack or 0)
    if not least <= posted.price <= most:
        raise RecordFault(
            f"posts: seat {posted.seat} kills with {posted.price}, by the rules with {least}-{most}"
        )
    return msgspec.structs.replace(usual, live=Chips(posted.price))


def _at(seat: int | None) -> str:
    return "nobody" if seat is None else f"seat {seat}"
