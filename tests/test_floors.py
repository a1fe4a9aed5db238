"""Imports go down only, and floors 0 to 4 know no clock, no chance and no I/O (see docs)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

SOURCE: Final = Path(__file__).parents[1] / "src" / "omaha8"

FLOORS: Final = {
    "cards": 0,
    "evaluation": 1,
    "rules": 2,
    "hand": 3,
    "history": 3,
    "equity": 3,
    "table": 4,
    "bots": 4,
    "simulation": 4,
    "sessions": 4,
    "fairness": 4,
    "store": 5,
    "room": 5,
    "client": 6,
    "server": 6,
    "cli": 6,
    # What a user of the package imports, and ``python -m omaha8``: above everything.
    "__init__": 7,
    "__main__": 7,
}
SAME_FLOOR: Final = {
    ("history", "hand"),
    ("equity", "hand"),
    ("bots", "table"),
    ("simulation", "bots"),
    ("simulation", "table"),
    ("sessions", "table"),
    ("fairness", "table"),
    ("room", "store"),
    ("cli", "server"),
    ("cli", "client"),
}
"""(importer, imported) within one floor."""

PURE: Final = 4
CLOCKS: Final = {"time", "datetime", "sched", "signal"}
CHANCE: Final = {"random", "secrets", "uuid"}
CONCURRENCY: Final = {"asyncio", "threading", "multiprocessing", "concurrent", "queue", "select"}
FILES: Final = {"os", "pathlib", "io", "gzip", "shutil", "tempfile", "glob", "zlib", "zipfile"}
OUTSIDE: Final = {"socket", "ssl", "http", "urllib", "sqlite3", "apsw", "subprocess", "sys"}
BY_NAME: Final = {"importlib", "pickle", "logging"}
IMPURE: Final = CLOCKS | CHANCE | CONCURRENCY | FILES | OUTSIDE | BY_NAME
IMPURE_CALLS: Final = {"open", "print", "input", "exec", "eval", "__import__"}
READS_FILES: Final = {"history"}
"""May open the files whose paths it is given."""


def imports_of(tree: ast.AST, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every import, also in functions; ``package`` is the file's own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def faults_in(source: str, path: str) -> list[str]:
    """What a file of ``src/omaha8`` must not do; ``path`` is relative to that folder."""
    parts = Path(path).with_suffix("").parts
    own, tree = parts[0], ast.parse(source)
    floor = FLOORS.get(own)
    if floor is None:
        return [f"{path}: {own!r} stands on no floor"]
    faults = []
    for line, name in imports_of(tree, ("omaha8", *parts[:-1])):
        top, _, rest = name.partition(".")
        if top == "omaha8":
            other = rest.partition(".")[0]
            below = FLOORS.get(other, FLOORS["__init__"])
            if other != own and below >= floor and (own, other) not in SAME_FLOOR:
                faults.append(f"{path}:{line}: floor {floor} imports {name} of floor {below}")
        elif floor <= PURE and top in IMPURE - (FILES if own in READS_FILES else set()):
            faults.append(f"{path}:{line}: a pure floor imports {top}")
    if floor <= PURE:
        allowed = {"open"} if own in READS_FILES else set()
        faults += [
            f"{path}:{node.lineno}: a pure floor calls {node.func.id}()"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in IMPURE_CALLS - allowed
        ]
    return faults


def test_every_import_goes_down_and_the_lower_floors_are_pure() -> None:
    files = sorted(SOURCE.rglob("*.py"))
    assert len(files) > len(FLOORS)
    faults = [
        fault
        for file in files
        for fault in faults_in(file.read_text("utf-8"), file.relative_to(SOURCE).as_posix())
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("cards.py", "from omaha8.evaluation import evaluate"),
        ("rules/pots.py", "def f():\n    from omaha8.hand import Hand"),
        ("rules/pots.py", "from ..hand.state import Hand"),
        ("evaluation/lows.py", "from omaha8 import hand"),
        ("hand/state.py", "from omaha8.history import read"),
        ("table/seats.py", "import omaha8"),
        ("room/clock.py", "from omaha8.server import protocol"),
        ("hand/state.py", "import random"),
        ("table/seats.py", "from time import monotonic"),
        ("bots/caller.py", "import asyncio.tasks"),
        ("evaluation/lows.py", "text = open('lows.txt')"),
        ("history/read.py", "import sqlite3"),
        ("helpers/text.py", "x = 1"),
    ],
)
def test_a_fault_is_found(path: str, source: str) -> None:
    assert len(faults_in(source, path)) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("hand/state.py", "from omaha8.rules import HouseRules\nfrom .events import Folded"),
        ("rules/pots.py", "from ..cards import Card\nfrom omaha8 import evaluation"),
        ("history/read.py", "import gzip\nfrom omaha8.hand import Hand\nlines = open(path)"),
        ("cli/serve.py", "import asyncio\nfrom omaha8.server import app"),
        ("room/clock.py", "import time, secrets"),
    ],
)
def test_what_is_allowed_is_no_fault(path: str, source: str) -> None:
    assert faults_in(source, path) == []
