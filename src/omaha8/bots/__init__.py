"""Policies (floor 4): what a seat sees in, an action out, and nothing else.

A policy is deterministic: the same view gives the same action. One that mixes draws its chances
from the view itself and a salt.
"""

from omaha8.bots.any_legal import AnyLegal
from omaha8.bots.caller import caller
from omaha8.bots.hand_strength import HandStrength
from omaha8.bots.policy import Policy, choices
from omaha8.bots.showing import show_or_muck
from omaha8.bots.starting_hands import points, top_fraction

__all__ = [
    "AnyLegal",
    "HandStrength",
    "Policy",
    "caller",
    "choices",
    "points",
    "show_or_muck",
    "top_fraction",
]
