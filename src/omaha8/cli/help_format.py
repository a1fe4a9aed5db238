"""How ``omaha8 COMMAND --help`` looks: text as wide as the terminal, options with an indent."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from cyclopts.help import PlainFormatter

from omaha8.cli.output import WIDTH

if TYPE_CHECKING:
    from cyclopts.help import HelpEntry
    from rich.console import Console

OPTION = "  "
TEXT = "      "
UNBROKEN = 10_000
"""Columns, for a text that is wrapped afterwards."""
TOGETHER = "\xa0"


class HelpFormatter(PlainFormatter):
    """Plain text, where the lines of docstrings do not show."""

    def render_description(self, console: Console, options: Any, description: Any) -> None:
        """The paragraphs above the options."""
        if not description:
            return
        rendered = console.render(description, console.options.update(width=UNBROKEN))
        text = "".join([segment.text for segment in rendered]).strip()
        for paragraph in re.split(r"\n\s*\n", text):
            _print(console, wrap(" ".join(paragraph.split()), _width(console)))
            _print(console, [""])

    def _format_parameter_entry(
        self, options: tuple[str, ...], desc: str, console: Console, entry: HelpEntry
    ) -> None:
        notes = [" ".join(desc.split())]
        if entry.choices:
            notes.append(f"[choices: {', '.join(entry.choices)}]")
        if entry.default not in (None, "False", '""'):
            notes.append(f"[default: {entry.default}]".replace(" ", TOGETHER))
        if entry.required:
            notes.append("[required]")
        text = f"{', '.join(options)}: {' '.join(notes)}"
        lines = wrap(
            text,
            _width(console),
            initial_indent=OPTION,
            subsequent_indent=TEXT,
            break_on_hyphens=False,
        )
        _print(console, [line.replace(TOGETHER, " ") for line in lines])


def _width(console: Console) -> int:
    return min(console.width, WIDTH)


def _print(console: Console, lines: list[str]) -> None:
    for line in lines:
        console.print(line, highlight=False, markup=False, soft_wrap=True)
