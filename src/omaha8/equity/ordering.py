"""All hands in the order of their equity: what a percentage of a range goes by.

A hand's place is the number of hands with more equity than it has; hands of equal equity share a
place. The top 15 percent are the hands with a place below 15 percent of 270,725.

The order is shipped as ``ordering.npy`` beside this file: one whole number for each of the 16,432
classes of hands, in the order of `omaha8.equity.range_table.hand_classes`, higher for more equity.
It is part of the program as its tables are. Needs numpy.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from omaha8.equity.range_table import CLASS_COUNT, HAND_COUNT, hand_classes

SHIPPED: Final = __file__.rpartition("ordering")[0] + "ordering.npy"
ABSENT: Final = (
    "percentages need the order of all hands by equity, which this installation does not have"
)


class OrderingAbsent(LookupError):
    """This installation has no ``ordering.npy``."""


class Ordering:
    """An order of all hands; ``places`` is an int32 array by the rows of the table of hands."""

    __slots__ = ("places",)

    def __init__(self, equities: npt.ArrayLike) -> None:
        """``equities``: a whole number per class. Raises `ValueError` for anything else."""
        values = np.asarray(equities)
        if values.shape != (CLASS_COUNT,) or not np.issubdtype(values.dtype, np.integer):
            raise ValueError(
                f"an ordering is {CLASS_COUNT} whole numbers, one for each class of hands; "
                f"{values.dtype} of shape {values.shape} given"
            )
        classes = hand_classes()
        sizes = np.bincount(classes, minlength=CLASS_COUNT)
        levels, level = np.unique(values, return_inverse=True)
        per_level = np.bincount(level, weights=sizes, minlength=len(levels)).astype(np.int64)
        better = HAND_COUNT - np.cumsum(per_level)
        self.places: Final[npt.NDArray[np.int32]] = better[level][classes].astype(np.int32)
        self.places.flags.writeable = False

    def between(self, above: Fraction, upto: Fraction) -> npt.NDArray[np.bool_]:
        """The hands after the first ``above`` percent and up to ``upto`` percent, by table row."""
        first, end = (-(-share * HAND_COUNT // 100) for share in (above, upto))
        return (self.places >= int(first)) & (self.places < int(end))


@cache
def shipped_ordering() -> Ordering:
    """The order by exact heads-up equity against a random hand. Raises `OrderingAbsent`."""
    try:
        equities = np.load(SHIPPED, allow_pickle=False)
    except FileNotFoundError:
        raise OrderingAbsent(ABSENT) from None
    return Ordering(equities)
