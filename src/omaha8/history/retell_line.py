"""A hand that a room tells as text, played once more by the rules (floor 3)."""

from __future__ import annotations

from omaha8.cards import CardError
from omaha8.hand.events import HandStarted
from omaha8.hand.hand import Hand, SetupError
from omaha8.hand.legal import IllegalAction
from omaha8.hand.notation import NotationError, play
from omaha8.history.deviations import PayoutFault, RecordFault
from omaha8.history.retell import VOIDED, Retold
from omaha8.history.told import ToldLine
from omaha8.history.told_posts import owed, unchecked_posts
from omaha8.rules.house import RulesError
from omaha8.rules.options import Rake
from omaha8.rules.pots import rake_of


def retell_line(told: ToldLine) -> Retold:
    """Play the line. Its payouts are not in it; what they come to by the rules is said."""
    if not told.line:
        return Retold(failure=None, unchecked=(VOIDED,))
    try:
        hand = play(told.line)
        start = hand.events[0]
        assert isinstance(start, HandStarted)
        _check_posts(hand, start)
        _check_end(hand, told)
    except PayoutFault as error:
        return Retold(failure=str(error), payout_exact=False)
    except (RecordFault, NotationError, IllegalAction, SetupError, RulesError, CardError) as error:
        return Retold(failure=str(error))
    unchecked = [*unchecked_posts(hand.public.posts, None), *_unpaid(hand, told)]
    return Retold(failure=None, unchecked=tuple(unchecked))


def _check_posts(hand: Hand, start: HandStarted) -> None:
    """The text names the posts that are not the usual ones, in full."""
    for posted, right in zip(hand.public.posts, owed(start, hand.public.posts, None), strict=True):
        asked = max(posted.live, posted.price)
        short = posted.all_in and posted.dead <= right.dead
        # What an ante plays live has no price: a short one is told by what was paid.
        less = posted.all_in and not posted.price and asked <= right.live
        if (asked != right.live and not less) or (posted.dead != right.dead and not short):
            raise RecordFault(
                f"posts: {posted.kind} of {asked} live and {posted.dead} dead, by the rules "
                f"{right.live} and {right.dead}"
            )


def _check_end(hand: Hand, told: ToldLine) -> None:
    public = hand.public
    if hand.turn is not None and not told.end:
        raise RecordFault(f"it ends on the {public.street}, where seat {hand.turn} is to act")
    rake = public.rules.rake
    if hand.over:
        right = rake_of(rake, public.pots) if isinstance(rake, Rake) and public.board else 0
        if public.raked != right:
            raise PayoutFault(f"a rake of {public.raked} was taken, by the rules {right}")


def _unpaid(hand: Hand, told: ToldLine) -> list[str]:
    if told.end:
        return ["what came back to whom, which the text does not say"]
    if not hand.over:
        return [f"what was paid to whom: {hand.unresolved}"]
    start = hand.public.start
    won = [
        f"seat {seat} {(after or 0) - before:+}"
        for seat, (before, after) in enumerate(zip(start.stacks, hand.stacks, strict=True))
        if before is not None
    ]
    return [f"what was paid, which the text does not say; by the rules {', '.join(won)}"]
