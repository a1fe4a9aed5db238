"""The examples in README.md and docs/ are run, and print what the page says they print.

- A fenced block ``python`` runs as a session if it has ``>>>``, else as a program. The blocks of a
  page share their names, from top to bottom.
- In a fenced block ``console`` each ``$ ./omaha8 ...`` runs; the lines up to the next ``$`` are
  what it prints (a line ``...`` stands for any lines).
- A block that starts a server, or needs files that the repository has not, says ``no-run`` after
  the language.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from omaha8.cli import main

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
FLAGS: Final = doctest.ELLIPSIS | doctest.REPORT_UDIFF
BLOCK: Final = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    page: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


def blocks(language: str, page: Path) -> Iterator[Example]:
    """The blocks of ``page`` in one language that are to be run; ``line`` is their first one."""
    text = page.read_text("utf-8")
    for block in BLOCK.finditer(text):
        if block[1] == language and "no-run" not in block[2].split():
            yield Example(page, text.count("\n", 0, block.start(3)) + 1, block[3])


def commands(page: Path) -> Iterator[Example]:
    """Each command of a page with what it prints, as one text beginning ``$ ./omaha8``."""
    for block in blocks("console", page):
        line = block.line
        for part in re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE):
            if part:
                yield Example(page, line, part)
            line += part.count("\n")


@pytest.mark.parametrize(
    "page", [p for p in PAGES if any(blocks("python", p))], ids=lambda p: p.name
)
def test_python_examples(page: Path) -> None:
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    printed = io.StringIO()
    for block in blocks("python", page):
        if ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(
                block.text, names, page.name, str(page), block.line - 1
            )
            runner.run(test, out=printed.write, clear_globs=False)
            names = test.globs
        else:
            exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)
    assert runner.failures == 0, printed.getvalue()


def test_what_makes_tests_longer_is_written_down() -> None:
    found = {
        name
        for path in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r'environ\.get\("(OMAHA8_\w+)"', path.read_text("utf-8"))
    }
    assert len(found) > 4
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert {name for name in found if name not in page} == set()


@pytest.mark.parametrize("example", [c for page in PAGES for c in commands(page)], ids=str)
def test_console_examples(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    command, _, expected = example.text.partition("\n")
    program, *arguments = shlex.split(command.removeprefix("$ "), comments=True)
    assert program == "./omaha8", f"{example}: only ./omaha8 can be run (or mark the block no-run)"
    monkeypatch.chdir(ROOT)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        main(arguments)
    checker = doctest.OutputChecker()
    wanted = doctest.Example(command, expected)
    if not checker.check_output(wanted.want, printed.getvalue(), FLAGS):
        pytest.fail(f"{example}\n{checker.output_difference(wanted, printed.getvalue(), FLAGS)}")
