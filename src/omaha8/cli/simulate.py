"""``omaha8 simulate``: bots against bots, and what they win."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import perf_counter
from typing import Final, Literal

import msgspec

from omaha8.bots.by_name import UnknownBot
from omaha8.cli import own_bots
from omaha8.cli.errors import UserError
from omaha8.cli.game_choice import choose_game, with_option
from omaha8.cli.simulate_blocks import play
from omaha8.rules.house import RulesError
from omaha8.rules.presets import find_preset
from omaha8.simulation import Results, Session, SessionError
from omaha8.table.setup import TableSetup

INTERRUPTED: Final = 130


def run(
    *,
    hands: int = 1000,
    seats: int = 6,
    rules: str = "pokerstars",
    structure: Literal["fl", "pl", "nl", "spread"] | None = None,
    stakes: str | None = None,
    bots: str = "calling,tight,random",
    seed: str | None = None,
    jobs: int | None = None,
    out: Path | None = None,
    json: bool = False,
) -> int:
    """Let bots play against each other, and print what each wins in 100 hands.

    The same options and the same seed give the same hands and results. Ctrl-C stops, and prints
    what there is so far.

    Args:
        hands: How many to play.
        seats: Players at the table, 2 to 10.
        rules: House rules by name: 'omaha8 rules' lists them.
        structure: Fixed, pot, no or spread limit; without it the first that the rules allow.
        stakes: As the room writes them: 2/4.
        bots: Who plays: calling, random, tight, strength, loose, or one of your own as
            MODULE:NAME; in turn until the table is full.
        seed: Any text that decides the cards and all chance; a new one if not said.
        jobs: Processes at a time; as many as there are processor cores if not said.
        out: A file for the hands, one JSON object a line.
        json: Print one JSON object.
    """
    if jobs is not None and jobs < 1:
        raise UserError(f"--jobs {jobs}: a number from 1 is needed")
    session = make_session(
        hands=hands,
        seats=seats,
        rules=rules,
        structure=structure,
        stakes=stakes,
        bots=bots,
        seed=_new_seed() if seed is None else seed,
    )
    start = perf_counter()
    results = play(session, _cores() if jobs is None else jobs, out)
    seconds = perf_counter() - start
    setup = TableSetup.usual(session.rules, session.game, session.seats)
    name = find_preset(rules).name
    if json:
        print(_as_json(session, results, name, setup.stakes))
    else:
        print(_as_text(session, results, f"{setup.title}, {name}"))
    print(
        f"{_hands(results.hands)} in {seconds:.1f} s, {results.hands / seconds:,.0f} a second",
        file=sys.stderr,
    )
    return 0 if results.hands == session.hands else INTERRUPTED


def make_session(
    *,
    hands: int,
    seats: int,
    rules: str,
    structure: str | None,
    stakes: str | None,
    bots: str,
    seed: str,
) -> Session:
    """The session that the options describe. Raises `UserError`, naming the option at fault."""
    try:
        house = find_preset(rules).rules
        names = tuple(name.strip() for name in bots.split(",") if name.strip())
        return Session(
            rules=house,
            game=choose_game(house, structure, stakes),
            seats=seats,
            bots=names,
            hands=hands,
            seed=seed,
            others={name: own_bots.load(name) for name in names if ":" in name},
        )
    except UnknownBot as error:
        raise UserError(f"--bots: {error}; one of your own is MODULE:NAME") from error
    except SessionError as error:
        raise UserError(f"--{error}") from error
    except RulesError as error:
        raise UserError(with_option(str(error))) from error


def _new_seed() -> str:
    from secrets import token_hex

    return token_hex(4)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _hands(count: int) -> str:
    return "1 hand" if count == 1 else f"{count:,} hands"


def _as_text(session: Session, results: Results, title: str) -> str:
    hands = _hands(results.hands)
    if results.hands < session.hands:
        hands = f"stopped after {results.hands:,} of {_hands(session.hands)}"
    lines = [f"{title}, {session.seats} seats, seed {session.seed}: {hands}"]
    if not results.hands:
        return lines[0]
    width = max(map(len, ["Bot", *results.bots]))
    lines.append(f"{'Bot':<{width}}  Seats  {'Dealt in':>10}  {'bb/100':>9}  95% interval")
    for name, result in results.bots.items():
        row = f"{name:<{width}}  {result.seats:>5}  {result.hands_dealt:>10,}"
        row += f"  {result.per_100:>+9.1f}"
        if result.interval is None:
            row += "  too few hands"
        else:
            low, high = result.interval
            row += f"  {low:+.1f} to {high:+.1f}"
        lines.append(row)
    if results.raked:
        dealt = results.hands * session.game.big_blind
        lines.append(
            f"Rake: {100 * results.raked / dealt:.1f} big blinds in 100 hands of the table"
        )
    return "\n".join(lines)


def _as_json(session: Session, results: Results, rules: str, stakes: str) -> str:
    report = {
        "rules": rules,
        "structure": session.game.structure,
        "stakes": stakes,
        "seats": session.seats,
        "seed": session.seed,
        "hands_asked": session.hands,
        "hands": results.hands,
        "raked": results.raked,
        "bots": [
            {
                "bot": result.bot,
                "seats": result.seats,
                "hands_dealt": result.hands_dealt,
                "won": result.won,
                "bb_per_100": result.per_100,
                "interval_95": result.interval,
            }
            for result in results.bots.values()
        ],
    }
    return msgspec.json.encode(report).decode()
