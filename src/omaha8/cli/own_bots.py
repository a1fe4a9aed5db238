"""Bots of the user's own, named MODULE:NAME: found, and held to the rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module, invalidate_caches
from traceback import extract_tb
from types import TracebackType
from typing import Any

from omaha8.bots.policy import choices
from omaha8.cli.errors import UserError
from omaha8.hand.actions import Action
from omaha8.hand.view import SeatView


class OwnBot:
    """A policy of somebody's own. Each of its faults is a `UserError` that names it.

    Another process gets its name, and imports it there.
    """

    def __init__(self, name: str, policy: Callable[[SeatView], Any]) -> None:
        self.name = name
        self.policy = policy

    def __call__(self, view: SeatView) -> Action:
        legal = choices(view)
        try:
            action: Action = self.policy(view)
        except Exception as error:
            if os.environ.get("OMAHA8_DEBUG"):
                raise
            raise UserError(
                f"--bots {self.name}: {_fault(error)}; it could {legal.explain()}"
            ) from error
        if action not in legal:
            raise UserError(
                f"--bots {self.name}: it answered {action!r}, and could {legal.explain()}"
            )
        return action

    def __reduce__(self) -> tuple[Callable[[str], OwnBot], tuple[str]]:
        return load, (self.name,)


def load(name: str) -> OwnBot:
    """The bot called MODULE:NAME, in the current folder or installed. Raises `UserError`."""
    module_name, _, attribute = name.partition(":")
    if module_name.endswith(".py"):
        module = os.path.basename(module_name)[:-3]
        raise UserError(f"--bots {name}: a module is named without .py: {module}:{attribute}")
    if not all(part.isidentifier() for part in [*module_name.split("."), attribute]):
        raise UserError(f"--bots {name}: MODULE:NAME is needed, as in mybots:careful")
    found: Any = _module(name, module_name)
    if not hasattr(found, attribute):
        raise UserError(f"--bots {name}: {module_name} has no {attribute!r}{_those_of(found)}")
    policy = getattr(found, attribute)
    if isinstance(policy, type):
        raise UserError(
            f"--bots {name}: {attribute} is a class; name one made of it: "
            f"bot = {attribute}(), and {module_name}:bot"
        )
    if not callable(policy):
        raise UserError(f"--bots {name}: {attribute} is no function of a SeatView: {policy!r:.60}")
    return OwnBot(name, policy)


def _module(name: str, module_name: str) -> Any:
    folder = os.getcwd()
    if folder not in sys.path:
        sys.path.insert(0, folder)
    invalidate_caches()
    try:
        return import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name and f"{module_name}.".startswith(f"{error.name}."):
            raise UserError(
                f"--bots {name}: no module {error.name!r}, neither in the current folder nor "
                f"installed"
            ) from error
        raise UserError(f"--bots {name}: {module_name} needs {error.name!r}: {error}") from error
    except (Exception, SystemExit) as error:
        if os.environ.get("OMAHA8_DEBUG"):
            raise
        raise UserError(f"--bots {name}: {_fault(error)}") from error


def _those_of(module: Any) -> str:
    names = [
        name
        for name, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__
        and callable(value)
        and not isinstance(value, type)
        and not name.startswith("_")
    ]
    return f"; it has {', '.join(names)}" if names else ""


def _fault(error: BaseException) -> str:
    """``ValueError: no cards (mybots.py, line 7)``."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return text if isinstance(error, SyntaxError) else f"{text}{_place(error.__traceback__)}"


def _place(trace: TracebackType | None) -> str:
    frames = extract_tb(trace)
    return f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
