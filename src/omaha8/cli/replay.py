"""``omaha8 replay``: recorded hands and those of a room, verified on the engine."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from omaha8.cli.errors import UserError
from omaha8.cli.output import print_json, print_lines, wrapped
from omaha8.history.corpus import CorpusError
from omaha8.history.files import AnyHand, read_hands
from omaha8.history.summary import Summary

EVERY: Final = 500
"""Hands between two lines of progress."""


def run(*files: Path, strict: bool = False, tolerant: bool = False, json: bool = False) -> int:
    """Replay recorded hands on the engine and verify every action, pot and payout.

    Each file holds one recorded hand a line, or hands as a room gives them out (JSON, or text),
    gzipped or not.

    The exit status is 1 if a hand fails in strict replay, 2 if a file is unusable; what could be
    read is replayed all the same.

    Args:
        files: Files of hands (.jsonl, .json, .txt; .gz).
        strict: Whatever the rules forbid fails the hand. This is the default mode.
        tolerant: Name what a room does its own way, and go on with the hand.
        json: Print one JSON object.
    """
    if strict and tolerant:
        raise UserError("either --strict or --tolerant, not both")
    if not files:
        raise UserError("no file given: omaha8 replay FILE..., of .jsonl, .json or .txt, or .gz")
    summary = Summary()
    unusable: list[str] = []
    for line in _with_progress(_read(files, unusable)):
        summary.add(line, tolerant=tolerant)
    if summary.hands or len(unusable) < len(files):
        if json:
            print_json(summary.as_dict())
        else:
            print_lines(_report(summary))
    if unusable:
        raise UserError("; ".join(unusable))
    return int(bool(summary.failed) and not tolerant)


def _read(files: Iterable[Path], unusable: list[str]) -> Iterator[AnyHand]:
    """The lines of all files; what is wrong with a file goes to ``unusable``."""
    for file in files:
        try:
            yield from read_hands(file)
        except CorpusError as error:
            unusable.append(str(error))


def _with_progress(lines: Iterable[AnyHand]) -> Iterator[AnyHand]:
    """The lines, counted on stderr where somebody watches."""
    watched = sys.stderr.isatty()
    written = False
    try:
        for count, line in enumerate(lines):
            if watched and count and count % EVERY == 0:
                print(f"\r{count:,} hands", end="", file=sys.stderr, flush=True)
                written = True
            yield line
    finally:
        if written:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _report(summary: Summary) -> Iterator[str]:
    yield f"{'Hands':<9} {summary.hands:>6,}"
    yield f"{'Replayed':<9} {summary.replayed:>6,}"
    yield f"{'Failed':<9} {len(summary.failed):>6,}"
    if summary.skipped:
        kinds = ", ".join(f"{kind} {count:,}" for kind, count in summary.skipped.most_common())
        yield f"{'Skipped':<9} {summary.skipped.total():>6,}  other games: {kinds}"
    exact = f"{summary.payouts_exact:,} exact to the unit"
    yield f"{'Payouts':<9} {summary.payouts_checked:>6,}  {exact}"
    by_kind = summary.by_kind()
    if by_kind:
        yield ""
        yield f"Deviations ({sum(map(len, by_kind.values())):,})"
        for kind, ids in by_kind.items():
            yield f"  {kind} ({len(ids):,})"
            yield from wrapped(", ".join(ids), "    ")
    if summary.unchecked:
        yield ""
        yield f"Not checked ({len(summary.unchecked):,})"
        for hand, what in summary.unchecked:
            yield from wrapped(f"{hand}  {what}", "  ")
    if summary.failed:
        yield ""
        yield f"Failed ({len(summary.failed):,})"
        for hand, reason in summary.failed:
            yield from wrapped(f"{hand}  {reason}", "  ")
    if summary.told and (summary.unchecked or summary.failed):
        yield ""
        yield "Of a room's hands seats are numbered as in the file: from 0, on the page from 1."
