"""Logs for tests, of players A, B, C... in seats 0, 1, 2...: what is said, hand after hand."""

from __future__ import annotations

from omaha8.history.pokernow import Log, Logged
from omaha8.history.pokernow_lines import read_entry
from omaha8.rules.presets import find_rules
from omaha8.sessions.compare import Compared
from omaha8.sessions.drive import Session, drive

RULES = find_rules("pokernow")
NAMES = "ABCDEFGHIJK"
KINDS = {
    "sb": "a small blind",
    "bb": "a big blind",
    "dead": "a missing small blind",
    "missed": "a missed big blind",
    "straddle": "a straddle",
    "ante": "an ante",
}


def player(name: str) -> str:
    """As a log writes a player: ``"A @ a"``."""
    return f'"{name} @ {name.lower()}"'


def begins(number: int, dealer: str | None, players: str, *posts: str, **stacks: int) -> list[str]:
    """Hand ``number``: ``posts`` as in ``B sb 1``; 100 chips each unless said, as in ``B=3``."""
    button = "dead button" if dealer is None else f"dealer: {player(dealer)}"
    stacks = {name: stacks.get(name, 100) for name in players}
    lines = [f"-- starting hand #{number}  (Pot Limit Omaha Hi/Lo 8 or Better) ({button}) --"]
    listed = " | ".join(
        f"#{NAMES.index(name) + 1} {player(name)} ({stacks[name]})" for name in sorted(stacks)
    )
    lines.append(f"Player stacks: {listed}")
    for post in posts:
        name, kind, amount = post.split()
        lines.append(f"{player(name)} posts {KINDS[kind]} of {amount}")
    return [*lines, f"-- ending hand #{number} --"]


def game(number: int, dealer: str, players: str, *posts: str, away: str = "") -> list[str]:
    """The first hand of a game, into which the room lets ``players`` and those who are away."""
    announced, *rest = begins(number, dealer, players, *posts)
    joined = [
        f"The player {player(name)} joined the game with a stack of 100."
        for name in sorted(players + away)
    ]
    return [announced, *joined, *rest]


def says(name: str, what: str, stack: int = 100) -> str:
    """``stands up``, ``sits back``, ``quits``, ``is approved``, ``joins``."""
    return {
        "stands up": f"The player {player(name)} stand up with the stack of {stack}.",
        "sits back": f"The player {player(name)} sit back with the stack of {stack}.",
        "quits": f"The player {player(name)} quits the game with a stack of {stack}.",
        "is approved": f"The admin approved the player {player(name)} participation "
        f"with a stack of {stack}.",
        "joins": f"The player {player(name)} joined the game with a stack of {stack}.",
    }[what]


def log(*parts: str | list[str]) -> Log:
    """A log of these lines, one a minute."""
    lines = [line for part in parts for line in ([part] if isinstance(part, str) else part)]
    return Log("own", tuple(Logged(read_entry(line), i, i) for i, line in enumerate(lines)))


def driven(*parts: str | list[str]) -> Session:
    """The log of these lines, driven under `RULES`."""
    return drive(log(*parts), RULES)


def last(*parts: str | list[str]) -> Compared:
    """The last hand of such a log; all before it agree."""
    *before, hand = driven(*parts).hands
    assert [h.number for h in before if not h.agrees] == []
    return hand
