"""The commands: what they are called, what they do, which extra of the package they need."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple


class Command(NamedTuple):
    """``omaha8.cli.MODULE`` has a function ``run``."""

    name: str
    about: str
    extra: str = "cli"

    @property
    def module(self) -> str:
        """The name, as a module can be called."""
        return self.name.replace("-", "_")


COMMANDS: Final = (
    Command("serve", "Play in the browser, against bots.", extra="room"),
    Command("config", "Check the file that a server is started with, or print one.", extra="room"),
    Command("eval", "The best high and the best low of a hand and a board."),
    Command("equity", "What each hand or range wins, exactly or sampled.", extra="study"),
    Command("range", "How many hands a range has, and which.", extra="study"),
    Command("chart", "All hands by their exact equity against a random hand.", extra="study"),
    Command("rules", "The house rules, and where each value comes from."),
    Command("replay", "Replay recorded hands on the engine and verify every payout."),
    Command("sessions", "Drive a table through logs of home games, beside the room."),
    Command("simulate", "Let bots play against each other, and see what they win."),
    Command("verify-deal", "Check from a hand's history that its shuffle was fair."),
    Command("audit", "Prove a server's ledger from its journal.", extra="room"),
    Command("host-link", "A new link that makes its user the host of a server.", extra="room"),
    Command("backup", "Copy a server's data to a file, while it runs.", extra="room"),
    Command("test", "Run the tests of a source checkout."),
)


def find_command(name: str) -> Command | None:
    """The command called ``name``, or None."""
    return next((command for command in COMMANDS if command.name == name), None)


def help_text() -> str:
    """What ``omaha8 --help`` prints."""
    width = max(len(command.name) for command in COMMANDS)
    lines = [
        "Omaha Hi/Lo, eight or better: play, evaluate, verify.",
        "",
        "Usage: omaha8 COMMAND [OPTIONS]",
        "",
        "Commands:",
        *(f"  {command.name:<{width}}  {command.about}" for command in COMMANDS),
        "",
        "Options:",
        "  --help, -h  Print this.",
        "  --version   Print the version.",
        "",
        "'omaha8 COMMAND --help' prints the options of a command.",
    ]
    return "\n".join(lines)


def load(command: Command) -> Callable[..., int | None]:
    """Imports the command's module. Its ``run`` returns the exit status, None for 0."""
    from importlib import import_module

    run: Callable[..., int | None] = import_module(f"omaha8.cli.{command.module}").run
    return run
