"""A bot that plays on a running server, until Ctrl-C or for a number of hands.

OMAHA8_TOKEN=... .venv/bin/python examples/bot.py http://127.0.0.1:8008/ [HANDS]
"""

import os
import sys

from omaha8 import Action, Fold, SeatView, evaluate
from omaha8.bots import choices, show_or_muck, top_fraction
from omaha8.client import ClientError, play


def careful(view: SeatView) -> Action:
    """Plays one hand in three, and bets what has a good low or two pair in sight."""
    legal, public, hole = choices(view), view.public, view.hole
    if hole is None or legal.showdown:
        return show_or_muck(view)
    if not public.board:
        good = top_fraction(hole) < 0.35
    else:
        low = evaluate(hole, public.board).low
        good = (low is not None and low.ranks[0] < "7") or legal.to_call * 8 <= public.pot
    if good and legal.max_to and not legal.to_call:
        return legal.wager(legal.min_to)
    return legal.passive if good or not legal.to_call else Fold()


if __name__ == "__main__":
    url, *hands = sys.argv[1:] or ["http://127.0.0.1:8008/"]
    if hands and not hands[0].isdecimal():
        sys.exit(f"HANDS is how many hands to play, as in 100, not {hands[0]!r}")
    count = int(hands[0]) if hands else None
    try:
        played = play(url, careful, token=os.environ["OMAHA8_TOKEN"], hands=count)
        sys.stdout.write(f"{played.hands} hands, won {played.won}\n")
    except KeyError:
        sys.exit("OMAHA8_TOKEN is the token of a bot: make one on your account's page")
    except (ClientError, ValueError) as error:
        sys.exit(str(error))
