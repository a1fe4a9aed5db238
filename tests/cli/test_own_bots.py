"""``omaha8 simulate --bots MODULE:NAME``: bots of one's own, found and held to the rules."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from omaha8.cli import main

MODULE = "bots_of_a_test"
BOTS = '''
from omaha8 import Call, RaiseTo
from omaha8.bots import caller, show_or_muck

NUMBER = 7


def folder(view):
    """Folds to every bet. What it writes into the view is its own."""
    legal = view.legal
    view.public.stacks[view.seat] = view.public.pot = 0
    view.public.board.clear()
    if legal.showdown:
        return show_or_muck(view)
    from omaha8 import Fold
    return Fold() if legal.to_call else legal.passive


def forgets_the_showdown(view):
    return Call() if view.legal.to_call else view.legal.passive


def raises_too_much(view):
    return RaiseTo(10**6)


def says_call(view):
    return "call"


def divides(view):
    return 1 // 0


class Careful:
    def __call__(self, view):
        return caller(view)


careful = Careful()
lam = lambda view: caller(view)
'''


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / f"{MODULE}.py").write_text(BOTS)
    (tmp_path / "bots_that_break.py").write_text("def bot(view)\n")
    (tmp_path / "bots_that_need.py").write_text("import no_such_thing_at_all\n")
    (tmp_path / "bots_that_leave.py").write_text("raise SystemExit('bye')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name in [name for name in sys.modules if name.startswith("bots_")]:
        del sys.modules[name]


def simulate(capsys: pytest.CaptureFixture[str], bots: str, *, jobs: int = 1) -> str:
    options = ["--hands", "200", "--seats", "4", "--seed", "7", "--jobs", str(jobs)]
    assert main(["simulate", "--bots", bots, *options]) == 0
    return capsys.readouterr().out


def test_a_bot_of_ones_own_plays(capsys: pytest.CaptureFixture[str]) -> None:
    printed = simulate(capsys, f"{MODULE}:careful,random")
    assert printed.splitlines()[2].startswith(f"{MODULE}:careful ")
    # It checks and calls as the bot of the package does.
    assert printed.replace(f"{MODULE}:careful", "calling").split() == (
        simulate(capsys, "calling,random").split()
    )


@pytest.mark.parametrize("name", ["folder", "lam"])
def test_other_processes_find_it_too(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    bots = f"{MODULE}:{name},random"
    assert simulate(capsys, bots, jobs=2) == simulate(capsys, bots, jobs=1)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("no_bots:bot", "no module 'no_bots', neither in the current folder nor installed"),
        (f"{MODULE}.deep:bot", f"no module '{MODULE}.deep', neither"),
        (f"{MODULE}:shark", f"{MODULE} has no 'shark'; it has folder, forgets_the_showdown,"),
        (f"{MODULE}:NUMBER", "NUMBER is no function of a SeatView: 7"),
        (f"{MODULE}:Careful", "Careful is a class; name one made of it: bot = Careful(), and"),
        (f"{MODULE}:", "MODULE:NAME is needed, as in mybots:careful"),
        (":bot", "MODULE:NAME is needed"),
        ("./bots:bot", "MODULE:NAME is needed"),
        (f"./{MODULE}.py:bot", f"a module is named without .py: {MODULE}:bot"),
        ("bots_that_break:bot", "SyntaxError: expected ':' (bots_that_break.py, line 1)"),
        ("bots_that_need:bot", "bots_that_need needs 'no_such_thing_at_all'"),
        ("bots_that_leave:bot", "SystemExit: bye (bots_that_leave.py, line 1)"),
        (f"{MODULE}:raises_too_much", "it answered RaiseTo(to=1000000), and could fold, "),
        (f"{MODULE}:says_call", "it answered 'call', and could fold, "),
        (f"{MODULE}:forgets_the_showdown", "it answered Check(), and could show or muck"),
        (f"{MODULE}:divides", f" by zero ({MODULE}.py, line 32); it could fold, "),
    ],
)
def test_a_fault_is_one_line_that_names_the_bot(
    name: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--hands", "200", "--rules", "card-room", "--jobs", "1"]
    assert main(["simulate", "--bots", f"{name},calling", *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"omaha8: --bots {name}: ")
    assert complaint in printed.err
    assert printed.err.count("\n") == 1


def test_a_fault_in_another_process_is_told_alike(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--bots", f"{MODULE}:says_call", "--hands", "200", "--jobs", "2"]) == 2
    assert "it answered 'call', and could fold, " in capsys.readouterr().err


def test_the_trace_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMAHA8_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["simulate", "--bots", f"{MODULE}:divides", "--hands", "2", "--jobs", "1"])
