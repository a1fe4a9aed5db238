"""The command line (floor 6): ``omaha8 COMMAND [OPTIONS]``.

A command is a line in `commands.COMMANDS` and a module of its own, ``cli/NAME.py``, whose ``run``
takes the options as typed parameters. Nothing is imported before it is asked for: the help needs no
package at all.
"""

from omaha8.cli.errors import UserError
from omaha8.cli.main import main

__all__ = ["UserError", "main"]
