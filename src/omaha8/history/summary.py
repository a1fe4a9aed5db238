"""Many recorded hands replayed, and what came of them (floor 3)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from omaha8.history.corpus import Broken, OtherGame
from omaha8.history.deviations import Deviation
from omaha8.history.files import AnyHand, read_hands
from omaha8.history.replay import Replayed, replay
from omaha8.history.retell import Retold, retell
from omaha8.history.retell_line import retell_line
from omaha8.history.told import ToldHand, ToldLine


class Summary:
    """What came of the hands added so far; ``hands`` are all lines, those of other games too.

    ``replayed + failed + skipped`` makes ``hands``. A hand with a deviation has replayed if the
    replay was tolerant, and failed if it was strict. ``told`` of them are hands as a room gives
    them out, and ``unchecked`` is what could not be compared of those.
    """

    def __init__(self) -> None:
        self.hands = self.replayed = self.payouts_checked = self.payouts_exact = 0
        self.told = 0
        self.failed: list[tuple[str, str]] = []
        self.deviations: list[tuple[str, Deviation]] = []
        self.unchecked: list[tuple[str, str]] = []
        self.skipped: Counter[str] = Counter()

    def add(self, line: AnyHand, *, tolerant: bool = False) -> None:
        """Replay one hand of a file."""
        self.hands += 1
        if isinstance(line, OtherGame):
            self.skipped[line.game] += 1
            return
        if isinstance(line, Broken):
            self.failed.append((line.id, line.reason))
            return
        done: Replayed | Retold
        if isinstance(line, ToldHand | ToldLine):
            done = retell(line) if isinstance(line, ToldHand) else retell_line(line)
            self.told += 1
            self.unchecked.extend((line.id, what) for what in done.unchecked)
        else:
            done = replay(line, tolerant=tolerant)
            self.deviations.extend((line.id, deviation) for deviation in done.deviations)
        if done.payout_exact is not None:
            self.payouts_checked += 1
            self.payouts_exact += done.payout_exact
        if done.failure is None:
            self.replayed += 1
        else:
            self.failed.append((line.id, done.failure))

    def by_kind(self) -> dict[str, list[str]]:
        """The ids of deviating hands by the kind of deviation, the commonest kind first."""
        ids: defaultdict[str, list[str]] = defaultdict(list)
        for hand, deviation in self.deviations:
            if hand not in ids[deviation.kind]:
                ids[deviation.kind].append(hand)
        return dict(sorted(ids.items(), key=lambda item: -len(item[1])))

    def as_dict(self) -> dict[str, Any]:
        """The summary as it is printed in JSON."""
        return {
            "hands": self.hands,
            "replayed": self.replayed,
            "payouts_checked": self.payouts_checked,
            "payouts_exact": self.payouts_exact,
            "failed": [{"id": hand, "reason": reason} for hand, reason in self.failed],
            "deviations": [
                {"id": hand, **msgspec.structs.asdict(deviation)}
                for hand, deviation in self.deviations
            ],
            "unchecked": [{"id": hand, "what": what} for hand, what in self.unchecked],
            "skipped": dict(self.skipped),
        }


def replay_files(paths: Iterable[Path], *, tolerant: bool = False) -> Summary:
    """Replay every hand of some files. Raises `CorpusError` for a file that is none."""
    summary = Summary()
    for path in paths:
        for line in read_hands(path):
            summary.add(line, tolerant=tolerant)
    return summary
