"""``omaha8 sessions``: tables driven through the logs of real sessions, beside the room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from omaha8.cli.errors import UserError
from omaha8.cli.output import print_json, print_lines, wrapped
from omaha8.history.pokernow import LogError, read_log
from omaha8.rules.house import RulesError
from omaha8.rules.presets import find_rules
from omaha8.sessions.drive import drive
from omaha8.sessions.reasons import PARTS
from omaha8.sessions.summary import Figures, Summary, figures


def run(*files: Path, rules: str = "pokernow", details: bool = False, json: bool = False) -> None:
    """Drive a table through home-game sessions: does it ask the same seats for the same blinds?

    The table is told who sits down, leaves, sits out and comes back. Each hand is compared with the
    room's: who has the button, who posts what, who is dealt in.

    The exit status is 2 if a file is unusable; the others are driven all the same.

    Args:
        files: Logs of PokerNow (.csv, .csv.gz).
        rules: House rules of the table, by preset.
        details: Print both sides of every hand that differs.
        json: Print one JSON object.
    """
    if not files:
        raise UserError("no file given: omaha8 sessions FILE..., logs of PokerNow (.csv, .csv.gz)")
    summary = Summary()
    unusable: list[str] = []
    try:
        house = find_rules(rules)
        for file in files:
            try:
                log = read_log(file)
            except LogError as error:
                unusable.append(str(error))
            else:
                summary.add(log, drive(log, house))
    except RulesError as error:
        raise UserError(str(error)) from error
    if summary.sessions:
        if json:
            print_json(summary.as_dict())
        else:
            print_lines(_report(summary, details=details))
    if unusable:
        raise UserError("; ".join(unusable))


def _report(summary: Summary, *, details: bool) -> Iterator[str]:
    rows = [(session.name, figures(session.hands)) for session in summary.sessions]
    if len(rows) > 1:
        rows.append(("all", summary.count()))
    rows.append(("Hi/Lo", summary.count(lambda hand: hand.hilo)))
    width = max(len(name) for name, _ in rows)
    yield f"{'':<{width}}  {'hands':>7}  {'agree':>7}" + "".join(f"  {part:>11}" for part in PARTS)
    yield from (f"{name:<{width}}  {_figures(row)}" for name, row in rows)
    yield ""
    yield f"Games begun, their button drawn: {summary.begun:,}"
    yield f"Lines read: {summary.lines:,}, unknown: {summary.unknown.total():,}"
    for wording, count in summary.unknown.most_common():
        yield from wrapped(f"{count:,} x {wording}", "  ")
    reasons = summary.by_reason()
    if reasons:
        yield ""
        yield f"Differ ({len(summary.differing):,})"
    for reason, hands in reasons.items():
        yield f"  {reason} ({len(hands):,})"
        if not details:
            yield from wrapped(", ".join(hand.name for hand in hands), "    ")
            continue
        for differing in hands:
            yield f"    {differing.name}: {', '.join(differing.hand.differences)}"
            yield f"      room:  {differing.hand.room}"
            yield f"      table: {differing.hand.table}"
    if summary.refused:
        yield ""
        yield f"Refused by the table ({len(summary.refused):,})"
        for name, refusal in summary.refused:
            yield from wrapped(f"{name} #{refusal.number}: {refusal.text}", "  ")


def _figures(row: Figures) -> str:
    parts = "".join(f"  {count:>11,}" for count in row.parts.values())
    return f"{row.hands:>7,}  {row.agree:>7,}{parts}"
