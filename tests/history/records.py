"""The project's own recorded hands, to replay as they are or with something changed."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from omaha8.history.corpus import Line, Record, read_line
from omaha8.history.replay import Replayed, replay

DATA: Final = Path(__file__).parents[1] / "data"


@cache
def own_records(file: str) -> dict[str, dict[str, Any]]:
    """The records of ``hands`` (all by the rules) or ``odd`` (none of them), by id."""
    with (DATA / f"{file}.jsonl").open("rb") as lines:
        return {record["id"]: record for record in map(msgspec.json.decode, lines)}


def changed(name: str, **changes: Any) -> dict[str, Any]:
    """A record with some keys replaced; ``...`` leaves one out.

    Two underscores go inside, an integer is a place in a list: ``seats__0__stack=5``.
    """
    record = copy.deepcopy({**own_records("hands"), **own_records("odd")}[name])
    for path, value in changes.items():
        *parents, key = (int(part) if part.isdecimal() else part for part in path.split("__"))
        inside: Any = record
        for parent in parents:
            inside = inside[parent]
        if value is ...:
            del inside[key]
        else:
            inside[key] = value
    return record


def line_of(record: dict[str, Any]) -> Line:
    return read_line(msgspec.json.encode(record), "own.jsonl:1")


def record_of(name: str, **changes: Any) -> Record:
    line = line_of(changed(name, **changes))
    assert isinstance(line, Record), line
    return line


def replayed(name: str, *, tolerant: bool = False, **changes: Any) -> Replayed:
    """A record, with ``changes``, replayed."""
    return replay(record_of(name, **changes), tolerant=tolerant)


def kinds(done: Replayed) -> list[str]:
    return [deviation.kind for deviation in done.deviations]
