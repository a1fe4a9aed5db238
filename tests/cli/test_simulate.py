"""``omaha8 simulate``: the same bytes from any number of processes, and a clean end on Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from omaha8.cli import main
from omaha8.cli.simulate import make_session
from omaha8.hand.notation import play
from omaha8.simulation import BLOCK, play_block


def simulate(
    capsys: pytest.CaptureFixture[str], *arguments: str, seed: str = "7", jobs: int = 1
) -> str:
    assert main(["simulate", "--jobs", str(jobs), "--seed", seed, *arguments]) == 0
    return capsys.readouterr().out


def report(capsys: pytest.CaptureFixture[str], *arguments: str, seed: str = "7") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(simulate(capsys, "--json", *arguments, seed=seed))
    return found


def test_the_table_of_results(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--hands", "200", "--jobs", "1", "--seed", "7"]) == 0
    printed = capsys.readouterr()
    title, head, *rows = printed.out.splitlines()
    assert title == "Limit Omaha Hi/Lo 2/4, pokerstars, 6 seats, seed 7: 200 hands"
    assert head.split() == ["Bot", "Seats", "Dealt", "in", "bb/100", "95%", "interval"]
    assert [row.split()[:3] for row in rows] == [
        ["calling", "2", "400"],
        ["tight", "2", "400"],
        ["random", "2", "400"],
    ]
    # No bar where nobody watches: one line, with the speed.
    assert printed.err.startswith("200 hands in ")
    assert printed.err.endswith(" a second\n")
    assert printed.err.count("\n") == 1


def test_a_few_hands_say_nothing_for_sure(capsys: pytest.CaptureFixture[str]) -> None:
    rows = simulate(capsys, "--hands", "29").splitlines()[2:]
    assert [row.endswith("  too few hands") for row in rows] == [True] * 3
    assert [bot["interval_95"] for bot in report(capsys, "--hands", "29")["bots"]] == [None] * 3


def test_one_hand_is_one_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--hands", "1", "--jobs", "1", "--seed", "7"]) == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines()[0].endswith(", seed 7: 1 hand")
    assert printed.err.startswith("1 hand in ")


def test_the_same_bytes_from_one_process_and_from_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    said, files = [], []
    for jobs in (1, 2):
        out = tmp_path / f"{jobs}.jsonl"
        said.append(simulate(capsys, "--hands", "750", "--out", str(out), jobs=jobs))
        files.append(out.read_bytes())
    assert said[0] == said[1]
    assert files[0] == files[1]
    assert files[0].count(b"\n") == 750


def test_the_seed_decides(capsys: pytest.CaptureFixture[str]) -> None:
    one = report(capsys, "--hands", "50")
    assert one == report(capsys, "--hands", "50")
    assert one["bots"] != report(capsys, "--hands", "50", seed="8")["bots"]
    assert main(["simulate", "--hands", "5", "--json"]) == 0
    drawn = json.loads(capsys.readouterr().out)["seed"]
    assert main(["simulate", "--hands", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] != drawn


def test_results_sum_to_zero_and_are_those_of_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "hands.jsonl"
    options = ("--structure", "pl", "--stakes", "1/2", "--rules", "tda", "--seats", "4")
    found = report(capsys, "--hands", "120", "--out", str(out), *options)
    assert (found["structure"], found["stakes"], found["rules"]) == ("pl", "1/2", "tda")
    won = dict.fromkeys(("calling", "tight", "random"), 0)
    for number, line in enumerate(out.read_text().splitlines(), start=1):
        record = json.loads(line)
        assert record["hand"] == number
        hand = play(record["line"])
        assert hand.over
        for seat, name in enumerate(record["bots"]):
            net = (hand.stacks[seat] or 0) - (hand.public.start.stacks[seat] or 0)
            assert record["net"][seat] == net
            won[name] += net
    assert {bot["bot"]: bot["won"] for bot in found["bots"]} == won
    assert sum(won.values()) == 0
    assert [bot["seats"] for bot in found["bots"]] == [2, 1, 1]


def test_who_plays_by_the_strength_of_his_hand_wins(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ("--bots", "strength,random", "--structure", "pl", "--stakes", "1/2", "--seats", "2")
    strength, random = report(capsys, "--hands", "300", *bots)["bots"]
    low, high = strength["interval_95"]
    assert 0 < low < strength["bb_per_100"] < high
    assert random["won"] == -strength["won"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--bots", "shark"], "--bots: no bot is called 'shark': there are calling, random, tight"),
        (["--bots", ","], "--bots: at least one name"),
        (["--bots", "calling,tight,random", "--seats", "2"], "--bots: 3 of them, and 2 seats"),
        (["--seats", "11"], "omaha8: --seats: 2 to 10 with 4 hole cards, not 11"),
        (["--hands", "0"], "--hands: 1 or more, not 0"),
        (["--jobs", "0"], "--jobs 0: a number from 1 is needed"),
        (
            ["--rules", "poker-room", "--structure", "nl"],
            "omaha8: --structure: nl is not played here; allowed: fl",
        ),
        (["--structure", "mixed"], "--structure"),
        (["--stakes", "2"], "stakes: two amounts, as in 2/4"),
        (["--rules", "vegas"], "vegas"),
        (["--out", "no/such/folder/hands.jsonl"], "hands.jsonl: No such file or directory"),
        (["--out", "."], "--out .: Is a directory"),
    ],
)
def test_a_users_error_is_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert complaint in printed.err
    assert printed.err.startswith("omaha8: ")
    assert printed.err.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--hands", "5", "--out", "/dev/full"]) == 2
    assert capsys.readouterr().err == "omaha8: --out /dev/full: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are those of POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_with_what_was_done(jobs: str, tmp_path: Path) -> None:
    out = tmp_path / "hands.jsonl"
    options = ["--hands", "10000000", "--seed", "7", "--bots", "calling", "--seats", "2"]
    command = [sys.executable, "-m", "omaha8", "simulate", *options, "--jobs", jobs]
    process = subprocess.Popen(
        [*command, "--out", str(out), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "error"},
        start_new_session=True,
    )
    try:
        while process.poll() is None and not (out.exists() and out.stat().st_size):
            time.sleep(0.02)
        # As a terminal does: to the whole group, and whoever is impatient presses twice.
        os.killpg(process.pid, signal.SIGINT)
        os.killpg(process.pid, signal.SIGINT)
        said, complaints = process.communicate(timeout=90)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    assert process.returncode == 130
    assert complaints.count("\n") == 1
    found = json.loads(said)
    lines = out.read_bytes().splitlines(keepends=True)
    assert found["hands_asked"] == 10_000_000
    assert found["hands"] == len(lines) > 0
    assert len(lines) % BLOCK == 0
    assert json.loads(lines[-1])["hand"] == len(lines)
    session = make_session(
        hands=len(lines),
        seats=2,
        rules="pokerstars",
        structure=None,
        stakes=None,
        bots="calling",
        seed="7",
    )
    last = play_block(session, session.blocks - 1, lines=True)
    assert last is not None
    assert b"".join(lines).endswith(last.lines)


def test_ctrl_c_before_the_first_hundred_hands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from omaha8.cli import simulate_blocks

    def press(*_: object, **options: Any) -> None:
        signal.raise_signal(signal.SIGINT)
        assert options["stopped"]()

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(simulate_blocks, "play_block", press)
    assert main(["simulate", "--hands", "500", "--jobs", "1"]) == 130
    assert "stopped after 0 of 500 hands" in capsys.readouterr().out
    assert signal.getsignal(signal.SIGINT) is before
