"""``omaha8 serve``: its options, its errors, and a hand over a real connection."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Final

import pytest
import websockets

from omaha8.cli import UserError, main
from omaha8.cli.serve import for_others, listen, make_room, own_names
from omaha8.rules.presets import PRESET_NAMES, find_preset

SETTINGS: Final[dict[str, Any]] = {
    "rules": "pokerstars",
    "structure": None,
    "stakes_text": None,
    "seats": 6,
    "bots": 5,
}


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_preset_is_played_without_further_options(preset: str) -> None:
    room = make_room(**{**SETTINGS, "rules": preset})
    assert room.setup.structure == find_preset(preset).rules.allowed_structures[0]
    assert room.setup.stakes == "2/4"
    assert sum(who is not None and who.bot for who in room.table.public.seats) == 5
    assert room.table.public.free == [0]


def test_mixed_is_played_where_the_rules_allow_it() -> None:
    room = make_room(**{**SETTINGS, "structure": "mixed", "stakes_text": "2/4"})
    assert [game.structure for game in room.setup.games] == ["fl", "pl"]
    assert room.setup.title == "Mixed Omaha Hi/Lo: Limit 8/16, Pot Limit 2/4"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules": "casino"}, "no preset 'casino'; presets are robert, tda, pokerstars"),
        (
            {"stakes_text": "5/10"},
            "fl_small_blind: .*--rules community; here with --stakes 4/8, 6/12",
        ),
        ({"stakes_text": "two"}, "stakes: two amounts, as in 2/4, not 'two'"),
        ({"stakes_text": "2/5"}, "twice the small bet: 2/4"),
        ({"stakes_text": "0/0"}, "stakes: two amounts"),
        ({"structure": "spread"}, "spread is not played here; allowed: fl, pl, nl.*card-room"),
        (
            {"structure": "mixed", "rules": "community"},
            "mixed is not played here; allowed: fl, pl, nl; played with --rules .*pokerstars",
        ),
        ({"seats": 1}, "seats: 2 to 10 with 4 hole cards, not 1"),
        ({"seats": 11}, "seats: 2 to 10 with 4 hole cards, not 11"),
        ({"bots": 6}, "--bots: 0 to 5, one of 6 seats stays free; not 6"),
        ({"bots": -1}, "--bots: 0 to 5"),
        ({"buy_in": 1}, "buy_in: from the big blind of 2"),
        ({"buy_in": 10**10 + 1}, "--buy-in: 1 to 10000000000 chips, not 10000000001"),
        ({"stakes_text": "10000001/20000002"}, "stakes: amounts up to 10000000, not 10000001/"),
        ({"stakes_text": "9" * 5000 + "/1"}, "stakes: two amounts, as in 2/4, not 5002 characters"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        make_room(**{**SETTINGS, **changes})


@pytest.mark.parametrize("seconds", [-1, -0.01, float("inf"), float("-inf"), float("nan"), 1e9])
@pytest.mark.parametrize(("option", "longest"), [("pace", 60), ("think_time", 86400)])
def test_seconds_have_bounds(option: str, longest: int, seconds: float) -> None:
    named = option.replace("_", "-")
    words = re.escape(f"--{named}: 0 to {longest} seconds, not {seconds:g}")
    with pytest.raises(UserError, match=words):
        make_room(**{**SETTINGS, option: seconds})


NUMBERS: Final = ("inf", "-inf", "nan", "-1", "1e400", "9" * 30, "9" * 5000)


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:8])
@pytest.mark.parametrize(
    "option", ["port", "stakes", "seats", "bots", "buy-in", "pace", "think-time"]
)
def test_no_number_at_the_command_line_starts_a_table_that_cannot_be(
    option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", f"--{option}={number}"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("omaha8: ")
    assert option in said.err.replace("_", "-")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("structure", ["fl", "pl", "nl", "mixed"])
def test_the_highest_stakes_stay_readable_for_every_client(structure: str) -> None:
    room = make_room(**{**SETTINGS, "structure": structure, "stakes_text": "5000000/10000000"})
    # Every chair, bought in 90,000 times.
    assert 10 * 90_000 * room.setup.max_buy_in < 2**53


def test_a_buy_in_of_ones_own() -> None:
    setup = make_room(**{**SETTINGS, "buy_in": 1000}).setup
    assert (setup.min_buy_in, setup.buy_in, setup.max_buy_in) == (40, 1000, 1000)


def test_a_port_in_use_is_named() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match=f"--port: {port} is in use"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "port", "words"),
    [
        ("127.0.0.1", 70000, "--port: 0 to 65535, not 70000"),
        ("127.0.0.1", -1, "--port: 0 to 65535, not -1"),
        ("no such host", 0, "--host: no address 'no such host'"),
        ("192.0.2.1", 0, "--host: 192.0.2.1 is no address of this machine"),
    ],
)
def test_where_it_cannot_listen(host: str, port: int, words: str) -> None:
    with pytest.raises(UserError, match=words):
        listen(host, port)


def test_an_error_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--stakes", "5/10"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("omaha8: fl_small_blind: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("package", ["uvicorn", "starlette"])
def test_what_is_missing_is_named(
    package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = [name for name in sys.modules if name.split(".")[0] == package]
    for name in [*loaded, *(n for n in sys.modules if n.startswith("omaha8.server"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    assert main(["serve", "--port", "0"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{package!r}, which is not installed: in a checkout, pip install '.[room]'" in said.err


@pytest.fixture
def server() -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """A server of its own on a free port: the process, what it printed first, its port."""
    command = ["serve", "--port", "0", "--pace", "0", "--bots", "2", "--seats", "3"]
    process = subprocess.Popen(
        [sys.executable, "-m", "omaha8", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    assert process.stdout is not None
    first, second = process.stdout.readline(), process.stdout.readline()
    assert second == "Stop with Ctrl-C.\n"
    found = re.search(r"http://127\.0\.0\.1:(\d+)/$", first)
    assert found is not None, first
    yield process, first, int(found[1])
    if process.poll() is None:
        process.kill()
    process.communicate()


async def play_a_hand(port: int) -> list[dict[str, Any]]:
    """Sits down and checks or calls to the end of a hand; the events seen."""
    events: list[dict[str, Any]] = []
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as connection:
        await connection.send('{"type":"hello","name":"Ann"}')
        await connection.send('{"type":"sit"}')
        async for text in connection:
            message = json.loads(text)
            assert message["type"] != "error", message
            if message["type"] == "events":
                events += message["events"]
                last = message["seq"] + len(message["events"]) - 1
                legal = message["view"]["legal"]
                if legal is not None:
                    kind = "call" if legal["to_call"] else "check"
                    act = {"type": "act", "seq": last, "action": {"type": kind}}
                    await connection.send(json.dumps(act))
            if events and events[-1]["type"] == "hand_ended":
                break
    return events


async def refused(port: int) -> None:
    """What a server does not take from a client."""
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws", compression=None) as connection:
        await connection.send(b"\x00")
        assert json.loads(await connection.recv())["code"] == "malformed"
        await connection.send("x" * 100_000)
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await connection.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(f"ws://127.0.0.1:{port}/ws", origin="http://elsewhere.test")  # type: ignore[arg-type]
    # The same, where the name of the page leads to this machine.
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(
            f"ws://elsewhere.test:{port}/ws",
            origin=f"http://elsewhere.test:{port}",  # type: ignore[arg-type]
            host="127.0.0.1",
        )


def test_a_hand_over_a_real_connection_and_a_quiet_end(
    server: tuple[subprocess.Popen[str], str, int],
) -> None:
    process, first, port = server
    assert first.startswith("Limit Omaha Hi/Lo 2/4: http://127.0.0.1:")
    events = asyncio.run(asyncio.wait_for(play_a_hand(port), 20))
    kinds = [event["type"] for event in events]
    assert kinds[0] == "seated"
    assert "hand_started" in kinds
    assert "awarded" in kinds
    asyncio.run(asyncio.wait_for(refused(port), 20))
    with pytest.raises(UserError, match="is in use"), listen("127.0.0.1", port):
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert out == "Stopped.\n"


def test_only_a_server_for_its_own_machine_knows_its_names() -> None:
    with listen("127.0.0.1", 0) as own:
        names = own_names(own, "127.0.0.1")
        assert names is not None
        assert ("127.0.0.1:8008" in names, "elsewhere.test" in names) == (True, False)
    with listen("0.0.0.0", 0) as for_all:
        assert own_names(for_all, "0.0.0.0") is None


def test_a_server_is_only_heard_where_it_listens() -> None:
    with listen("localhost", 0) as listening:
        assert listening.getsockname()[0] in ("127.0.0.1", "::1")
        assert listening.family in (socket.AF_INET, socket.AF_INET6)


@pytest.mark.parametrize(
    ("found", "told"),
    [("192.168.7.5", ["http://192.168.7.5:{port}/"]), ("127.0.0.1", []), (None, [])],
    ids=["in a network", "alone", "no way out"],
)
def test_others_are_told_an_address_that_they_can_reach(
    monkeypatch: pytest.MonkeyPatch, found: str | None, told: list[str]
) -> None:
    class Probe(socket.socket):
        def connect(self, address: Any) -> None:
            if found is None:
                raise OSError("network is unreachable")

        def getsockname(self) -> Any:
            return found, 9

    with listen("0.0.0.0", 0) as everywhere, listen("127.0.0.1", 0) as here:
        port = everywhere.getsockname()[1]
        monkeypatch.setattr(socket, "socket", Probe)
        assert for_others(everywhere, "0.0.0.0") == [line.format(port=port) for line in told]
        assert for_others(here, "127.0.0.1") == []
