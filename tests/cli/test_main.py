"""The command line's shell: help, exit statuses, and one line for whatever goes wrong."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from omaha8.cli import UserError, main
from omaha8.cli.commands import COMMANDS, Command, load

Replace = Callable[[Callable[..., int | None]], None]
COMMAND_NAMES = ", ".join(command.name for command in COMMANDS)


@pytest.fixture
def replace_eval(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Puts another function in the place of ``omaha8 eval``."""

    def replace(run: Callable[..., int | None]) -> None:
        monkeypatch.setitem(sys.modules, "omaha8.cli.eval", SimpleNamespace(run=run))

    return replace


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_names_every_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert all(f"  {c.name} " in printed and c.about in printed for c in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("omaha8 0.")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_a_module_and_a_help(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    assert inspect.getdoc(load(command))
    assert main([command.name, "--help"]) == 0
    assert f"Usage: omaha8 {command.name}" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_long_texts_of_the_help_are_indented_below_their_option(
    command: Command, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main([command.name, "--help"]) == 0
    usage, about, *sections = capsys.readouterr().out.split("\n\n")
    assert " ".join(about.split()) in " ".join((inspect.getdoc(load(command)) or "").split())
    options = next(part for part in sections if part.startswith("Options:"))
    lines = options.rstrip().splitlines()[1:]
    assert {len(line) - len(line.lstrip()) for line in lines} <= {2, 6}
    assert all(len(line) <= 60 for line in lines)
    assert usage.startswith("Usage: ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["evla"], "unknown command 'evla': did you mean 'eval'?"),
        (["omaha"], f"unknown command 'omaha': the commands are {COMMAND_NAMES}"),
        (["--jsn"], "unknown command '--jsn'"),
        (["eval", "--jsn"], "'omaha8 eval --help' prints the options"),
        (["eval", "--hole"], "Parameter --hole requires an argument"),
    ],
)
def test_a_users_error_is_one_line_and_status_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("omaha8: ")
    assert complaint in printed.err
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_an_argument_that_is_missing_is_called_as_in_the_help(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = [
        each.name.upper()
        for each in inspect.signature(load(command)).parameters.values()
        if each.default is each.empty and each.kind is not each.VAR_POSITIONAL
    ]
    if not missing:
        return
    assert main([command.name, "--help"]) == 0
    assert f"  {missing[0]}" in capsys.readouterr().out
    assert main([command.name]) == 2
    assert capsys.readouterr().err == (
        f"omaha8: no {missing[0]} given: omaha8 {command.name} {' '.join(missing)}. "
        f"'omaha8 {command.name} --help' prints the options.\n"
    )


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_what_a_command_does_not_take_is_named_with_what_it_takes(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    parameters = inspect.signature(load(command)).parameters
    kinds = [each.kind for each in parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return
    taken = [
        name.upper()
        for name, each in parameters.items()
        if each.kind is not inspect.Parameter.KEYWORD_ONLY
    ]
    assert main([command.name, *("x" for _ in taken), "/nope", "more"]) == 2
    what = f"{' '.join(taken)} and options" if taken else "options only"
    folder = "; the folder is given by --data" if "data" in parameters else ""
    assert capsys.readouterr().err == (
        f"omaha8: '/nope' and 'more' belong to no option: omaha8 {command.name} takes "
        f"{what}{folder}. 'omaha8 {command.name} --help' prints the options.\n"
    )


def test_a_command_decides_its_exit_status(replace_eval: Replace) -> None:
    replace_eval(lambda: 1)
    assert main(["eval"]) == 1


def test_a_complaint_over_several_lines_is_printed_as_one(
    replace_eval: Replace, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> None:
        raise UserError("the seed is too short:\n  32 bytes are needed")

    replace_eval(run)
    assert main(["eval"]) == 2
    assert capsys.readouterr().err == "omaha8: the seed is too short: 32 bytes are needed\n"


def test_a_file_that_is_not_there_is_a_users_error(
    replace_eval: Replace, capsys: pytest.CaptureFixture[str]
) -> None:
    def run() -> None:
        with open("no-such-hands.jsonl"):
            pass

    replace_eval(run)
    assert main(["eval"]) == 2
    assert capsys.readouterr().err == "omaha8: no-such-hands.jsonl: No such file or directory\n"


def test_a_fault_is_one_line_with_a_hint_and_its_trace_on_request(
    replace_eval: Replace,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run() -> None:
        raise ZeroDivisionError("pot of no players")

    replace_eval(run)
    monkeypatch.delenv("OMAHA8_DEBUG", raising=False)
    assert main(["eval"]) == 70
    complaint = capsys.readouterr().err
    assert complaint.startswith("omaha8: unexpected ZeroDivisionError: pot of no players")
    assert "OMAHA8_DEBUG=1" in complaint
    assert complaint.count("\n") == 1
    monkeypatch.setenv("OMAHA8_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["eval"])


def test_an_interrupt_is_quiet(replace_eval: Replace, capsys: pytest.CaptureFixture[str]) -> None:
    def run() -> None:
        raise KeyboardInterrupt

    replace_eval(run)
    assert main(["eval"]) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_that_goes_away_is_no_error() -> None:
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(
        [sys.executable, "-m", "omaha8", "--help"], stdout=write, stderr=subprocess.PIPE, text=True
    )
    os.close(write)
    assert ended.returncode == 141
    assert ended.stderr == ""


@pytest.mark.parametrize(
    ("command", "package", "extra"), [("serve", "starlette", "room"), ("eval", "cyclopts", "cli")]
)
def test_a_missing_extra_is_named_with_what_installs_it(
    command: str,
    package: str,
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def run() -> None:
        raise ModuleNotFoundError(f"No module named '{package}.applications'", name=f"{package}.x")

    monkeypatch.setitem(sys.modules, f"omaha8.cli.{command}", SimpleNamespace(run=run))
    assert main([command]) == 2
    assert capsys.readouterr().err == (
        f"omaha8: 'omaha8 {command}' needs the package '{package}', which is not installed: "
        f"in a checkout, pip install '.[{extra}]'\n"
    )


def test_the_tests_are_run_by_pytest_with_the_arguments_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called: list[list[str]] = []

    def call(arguments: list[str], **_: object) -> SimpleNamespace:
        called.append(arguments)
        return SimpleNamespace(returncode=5)

    monkeypatch.setattr(subprocess, "run", call)
    assert main(["test", "-k", "low or wheel", "--collect-only", "tests/hand"]) == 5
    assert called[0][1:] == ["-m", "pytest", "-k", "low or wheel", "--collect-only", "tests/hand"]
