"""High and low of hole cards on a board (floor 1): exactly two from the hole, three from the board.

`evaluate` gives cards and names, `rank` and `PreparedBoard.rank` only numbers, fast. `readout` says
what a hand has so far, in words.
"""

from omaha8.evaluation.board import PreparedBoard, prepare, rank
from omaha8.evaluation.classes import Category
from omaha8.evaluation.hands import Evaluation, High, Low, evaluate
from omaha8.evaluation.lows import NO_LOW
from omaha8.evaluation.readout import Line, Readout, counterfeited, low_standing, readout

__all__ = [
    "NO_LOW",
    "Category",
    "Evaluation",
    "High",
    "Line",
    "Low",
    "PreparedBoard",
    "Readout",
    "counterfeited",
    "evaluate",
    "low_standing",
    "prepare",
    "rank",
    "readout",
]
