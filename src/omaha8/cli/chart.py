"""``omaha8 chart``: all hands by their exact equity against a random hand, heads-up."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from omaha8.cli.errors import UserError
from omaha8.equity.chart import Line, lines, shipped_quarters
from omaha8.equity.ordering import OrderingAbsent
from omaha8.equity.range_table import CLASS_COUNT, hand_classes
from omaha8.equity.ranges import RangeError, parse_range

USER_ERROR = 2
SHOWN = 25


def run(
    *,
    top: int | None = None,
    find: str = "",
    csv_: bool = False,
    json: bool = False,
    compute: bool = False,
    shard: str = "1/1",
    out: Path = Path("chart"),
    jobs: int | None = None,
    merge: bool = False,
) -> int:
    """All hands in the order of their exact equity against a random hand, heads-up.

    Hands that differ by suits alone are one line. The percentile is the share of all hands that
    have more equity: the range 15% has the hands below 15.

    Args:
        top: So many lines; 25 if not said, all with --csv or --json.
        find: Only the hands of a range, as in AsAh2s3h or 'A2:$ds'.
        csv_: Print comma-separated values.
        json: Print one JSON object.
        compute: Compute the chart anew, which takes some minutes; goes on where it was stopped.
        shard: Compute only a part, as in 3/16, for several machines.
        out: The folder for what is computed.
        jobs: Processes at a time; as many as there are processor cores if not said.
        merge: From the files of all shards in the folder make ordering.npy there.
    """
    if csv_ and json:
        raise UserError("one of --csv and --json at a time")
    if compute or merge:
        if top is not None or find or csv_ or json:
            raise UserError("--top, --find, --csv and --json print the chart: not with --compute")
        return _compute(shard, out, jobs, compute, merge)
    if shard != "1/1" or jobs is not None:
        raise UserError("--shard and --jobs go with --compute")
    if top is not None and top < 1:
        raise UserError(f"--top {top}: a number from 1 is needed")
    try:
        quarters = shipped_quarters()
        chosen = _classes(find) if find else None
    except RangeError as error:
        # Not one line: the caret stands under the character.
        print(f"omaha8: {error}", file=sys.stderr)
        return USER_ERROR
    except OrderingAbsent as error:
        raise UserError(f"{error}: --compute makes it") from error
    if top is None and not (csv_ or json):
        top = SHOWN
    found = islice(lines(quarters, chosen), top)
    if csv_:
        _print_csv(found)
    elif json:
        print(_as_json(found))
    else:
        _print_table(list(found), CLASS_COUNT if chosen is None else int(chosen.sum()))
    return 0


def _classes(text: str) -> NDArray[np.bool_]:
    chosen = np.zeros(CLASS_COUNT, np.bool_)
    chosen[hand_classes()[parse_range(text).rows]] = True
    return chosen


def _print_table(shown: list[Line], of: int) -> None:
    print("  Rank  Hand       Hands   Equity %  Percentile")
    for line in shown:
        print(
            f"{line.rank:>6,}  {line.hand}  {line.hands:>6}  {100 * float(line.equity):9.5f}"
            f"  {line.percentile:10.3f}"
        )
    if len(shown) < of:
        print(f"and {of - len(shown):,} more: --top says how many to print")


COLUMNS = ("rank", "hand", "hands", "equity", "equity_fraction", "percentile")


def _row(line: Line) -> tuple[int, str, int, float, str, float]:
    equity = line.equity
    fraction = f"{equity.numerator}/{equity.denominator}"
    return line.rank, line.hand, line.hands, float(equity), fraction, line.percentile


def _print_csv(found: Iterable[Line]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_row, found))


def _as_json(found: Iterable[Line]) -> str:
    return msgspec.json.encode(
        {"hands": [dict(zip(COLUMNS, _row(line), strict=True)) for line in found]}
    ).decode()


def _compute(shard_text: str, out: Path, jobs: int | None, compute: bool, merge: bool) -> int:
    from omaha8.cli import chart_compute
    from omaha8.equity.chart_boards import check_complete, class_quarters

    shard = chart_compute.parse_shard(shard_text)
    jobs = _cores() if jobs is None else jobs
    if jobs < 1:
        raise UserError(f"--jobs {jobs}: a number from 1 is needed")
    if compute:
        chart_compute.with_progress(shard, out, jobs)
        print(f"{shard.file(out)}: all boards of shard {shard.number}/{shard.of}")
        if shard.of > 1 and not merge:
            return 0
    file = out / "ordering.npy"
    quarters = class_quarters(chart_compute.merge(out, None if merge else shard.of))
    check_complete(quarters)
    np.save(file, quarters)
    print(f"{file}: the equities of all {CLASS_COUNT:,} hands; {_compared(quarters)}")
    return 0


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _compared(quarters: NDArray[np.int64]) -> str:
    try:
        other = int(np.count_nonzero(quarters != shipped_quarters()))
    except OrderingAbsent:
        return "there are none shipped to compare with"
    return f"{other:,} differ from the shipped ones" if other else "the same as the shipped ones"
