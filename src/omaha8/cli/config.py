"""``omaha8 config``: the file that a server is started with."""

from __future__ import annotations

from pathlib import Path

from omaha8.cli.errors import UserError


def run(file: Path | None = None, /, *, example: bool = False) -> None:
    """Check a configuration, or print one with every key.

    Args:
        file: The TOML file to check; 'omaha8 serve --config FILE' uses it.
        example: Print a file with every key, its usual value, and what it means.
    """
    if example == (file is not None):
        raise UserError("give a file to check, or --example to print one")
    if example:
        from omaha8.server.config_example import example as text

        print(text(), end="")
        return
    from omaha8.server.config import load_config
    from omaha8.server.config_values import ConfigError

    try:
        config = load_config(file)
    except ConfigError as error:
        raise UserError(str(error)) from error
    names = ", ".join(table.name for table in config.tables) or "none"
    print(f"{file}: in order. Data: {config.server.data}. Tables at first: {names}.")
