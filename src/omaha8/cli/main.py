"""From ``sys.argv`` to an exit status, with one line on stderr for whatever goes wrong.

Exit statuses: 0 done, 1 the command's own "no" (a hand that does not replay), 2 a user's error,
70 a fault of the program, 130 interrupted, 141 nobody reads the output any more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from typing import Final

from omaha8.cli.commands import COMMANDS, Command, find_command, help_text, load
from omaha8.cli.errors import UserError

USER_ERROR: Final = 2
FAULT: Final = 70
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line (``sys.argv`` without the program, if None); returns the status."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal without suit symbols gets question marks, not an error.
        sys.stdout.reconfigure(errors="replace")
    try:
        status = _dispatch(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except UserError as error:
        return _complain(str(error), USER_ERROR)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except Exception as error:
        if isinstance(error, OSError) and error.filename and error.strerror:
            return _complain(f"{error.filename}: {error.strerror}", USER_ERROR)
        if os.environ.get("OMAHA8_DEBUG"):
            raise
        fault = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return _complain(f"unexpected {fault} (OMAHA8_DEBUG=1 prints where)", FAULT)
    return status


def _dispatch(arguments: list[str]) -> int:
    if not arguments or arguments[0] in ("--help", "-h", "help"):
        print(help_text())
        return 0
    if arguments[0] == "--version":
        from importlib.metadata import version

        print(f"omaha8 {version('omaha8')}")
        return 0
    command = find_command(arguments[0])
    if command is None:
        raise UserError(_unknown(arguments[0]))
    try:
        return _run(command, arguments[1:])
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "omaha8"):
            raise
        raise UserError(
            f"'omaha8 {command.name}' needs the package {package!r}, which is not installed: "
            f"in a checkout, pip install '.[{command.extra}]'"
        ) from error


def _run(command: Command, arguments: list[str]) -> int:
    run = load(command)
    from cyclopts import App, CycloptsError, Group, MissingArgumentError, Parameter
    from cyclopts.exceptions import UnusedCliTokensError

    from omaha8.cli.help_format import HelpFormatter

    options = Group("Options")
    app = App(
        name=f"omaha8 {command.name}",
        default_command=run,
        default_parameter=Parameter(negative=()),
        group_commands=options,
        group_parameters=options,
        help_formatter=HelpFormatter(),
        help_format="plaintext",
        version_flags=[],
        result_action="return_value",
        exit_on_error=False,
        print_error=False,
        suppress_keyboard_interrupt=False,
    )
    try:
        return app(arguments) or 0
    except CycloptsError as error:
        what = str(error)
        if isinstance(error, MissingArgumentError) and error.argument and not error.keyword:
            what = _missing(command, run, error.argument.field_info.name)
        if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
            what = _unused(command, run, error.unused_tokens)
        raise UserError(f"{what} 'omaha8 {command.name} --help' prints the options.") from error


def _missing(command: Command, run: Callable[..., int | None], name: str) -> str:
    """Says which argument is not there, by the name that it has in the help."""
    from inspect import Parameter, signature

    needed = [
        each.name.upper()
        for each in signature(run).parameters.values()
        if each.default is Parameter.empty and each.kind is not Parameter.KEYWORD_ONLY
    ]
    return f"no {name.upper()} given: omaha8 {command.name} {' '.join(needed)}."


def _unused(command: Command, run: Callable[..., int | None], given: Sequence[str]) -> str:
    """Says what the command takes, where it was given more than that."""
    from inspect import Parameter, signature

    options = signature(run).parameters
    taken = [
        name.upper()
        for name, each in options.items()
        if each.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    ]
    what = f"{' '.join(taken)} and options" if taken else "options only"
    folder = "; the folder is given by --data" if "data" in options else ""
    more = " and ".join(repr(each) for each in given)
    belong = "belongs" if len(given) == 1 else "belong"
    return f"{more} {belong} to no option: omaha8 {command.name} takes {what}{folder}."


def _unknown(name: str) -> str:
    from difflib import get_close_matches

    names = [command.name for command in COMMANDS]
    close = get_close_matches(name, names, n=1)
    if close:
        return f"unknown command {name!r}: did you mean {close[0]!r}?"
    return f"unknown command {name!r}: the commands are {', '.join(names)}"


def _complain(text: str, status: int) -> int:
    from omaha8.cli.output import printable

    print(f"omaha8: {printable(' '.join(text.split()))}", file=sys.stderr)
    return status


def _forget_stdout() -> None:
    # The interpreter flushes stdout once more on its way out, and would complain about the pipe.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
