"""``omaha8 serve``: its options, its errors, and hands over a real connection."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import websockets

from omaha8.cli import UserError, main
from omaha8.cli.serve import for_others, listen, own_names, run, settings_of, wanted_table
from omaha8.client import Api
from omaha8.room.refusals import RoomRefused, Why
from omaha8.room.spec import TableSpec
from omaha8.rules.presets import PRESET_NAMES, find_preset
from tests.cli.started import Server


def asked_for(**options: Any) -> TableSpec:
    """The table that options of the command line describe."""
    spec = wanted_table(settings_of(None, {}), options)
    assert spec is not None
    return spec


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_every_preset_is_played_without_further_options(preset: str) -> None:
    spec = asked_for(rules=preset)
    setup = spec.setup()
    assert setup.structure == find_preset(preset).rules.allowed_structures[0]
    assert setup.stakes == "2/4"
    assert (spec.seats, spec.bots) == (6, 5)


def test_mixed_is_played_where_the_rules_allow_it() -> None:
    setup = asked_for(structure="mixed", stakes="2/4").setup()
    assert [game.structure for game in setup.games] == ["fl", "pl"]
    assert setup.title == "Mixed Omaha Hi/Lo: Limit 8/16, Pot Limit 2/4"


def test_who_asks_for_no_table_gets_none_beside_those_there_are() -> None:
    nothing = dict.fromkeys(("rules", "structure", "stakes", "seats", "bots", "buy_in"))
    assert wanted_table(settings_of(None, {}), nothing) is None


def test_bots_take_the_chairs_of_a_small_table_but_one() -> None:
    assert asked_for(seats=3).bots == 2


def test_a_table_has_the_times_of_its_room(tmp_path: Path) -> None:
    file = tmp_path / "omaha8.toml"
    file.write_text('[room]\nthink_time = 30\nspectator_delay = 20\n[server]\ndata = "chips"\n')
    settings = settings_of(file, {"room.think_time": 45, "server.port": None})
    spec = wanted_table(settings, {"stakes": "4/8"})
    assert spec is not None
    assert (spec.think_time, spec.spectator_delay) == (45, 20)
    assert (settings.server.port, settings.server.data) == (8008, str(tmp_path / "chips"))


def test_what_is_wrong_in_the_configuration_is_named(tmp_path: Path) -> None:
    file = tmp_path / "omaha8.toml"
    with pytest.raises(UserError, match=f"--config: there is no file {file}"):
        settings_of(file, {})
    file.write_text("[rooms]\n")
    with pytest.raises(UserError, match="rooms"):
        settings_of(file, {})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rules": "casino"}, "no preset 'casino'; presets are robert, tda, pokerstars"),
        (
            {"stakes": "5/10"},
            "fl_small_blind: .*--rules community; here with --stakes 4/8, 6/12",
        ),
        ({"stakes": "two"}, "stakes: two amounts, as in 2/4, not 'two'"),
        ({"stakes": "2/5"}, "twice the small bet: 2/4"),
        ({"stakes": "0/0"}, "stakes: two amounts"),
        ({"structure": "spread"}, "spread is not played here; allowed: fl, pl, nl.*card-room"),
        (
            {"structure": "mixed", "rules": "community"},
            "mixed is not played here; allowed: fl, pl, nl; played with --rules .*pokerstars",
        ),
        ({"seats": 1}, "seats: 2 to 10 with 4 hole cards, not 1"),
        ({"seats": 11}, "seats: 2 to 10 with 4 hole cards, not 11"),
        ({"bots": 6}, "--bots: 0 to 5, one of 6 seats stays free; not 6"),
        ({"bots": -1}, "--bots: 0 to 5"),
        ({"buy_in": 1}, "--buy-in: the usual buy-in, 1, is less than the big blind, 2"),
        ({"buy_in": 10**10 + 1}, "--buy-in: 1 to 10000000000 chips, not 10000000001"),
        ({"stakes": "10000001/20000002"}, "stakes: amounts up to 10000000, not 10000001/"),
        ({"stakes": "9" * 5000 + "/1"}, "stakes: two amounts, as in 2/4, not 5002 characters"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(UserError, match=words):
        asked_for(**changes)


@pytest.mark.parametrize("seconds", [-1, -0.01, float("inf"), float("-inf"), float("nan"), 1e9])
@pytest.mark.parametrize(("option", "longest"), [("pace", 60), ("think_time", 86400)])
def test_seconds_have_bounds(option: str, longest: int, seconds: float) -> None:
    named = option.replace("_", "-")
    words = re.escape(f"--{named}: 0 to {longest}, not {float(seconds)}")
    with pytest.raises(UserError, match=words):
        settings_of(None, {f"room.{option}": seconds})


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
    setup = asked_for(structure=structure, stakes="5000000/10000000").setup()
    # Every chair, bought in 90,000 times.
    assert 10 * 90_000 * setup.max_buy_in < 2**53


def test_a_buy_in_of_ones_own() -> None:
    setup = asked_for(buy_in=1000).setup()
    assert (setup.min_buy_in, setup.buy_in, setup.max_buy_in) == (40, 1000, 1000)


def test_no_folder_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As from a variable that is not set: not the folder one happens to stand in."""
    monkeypatch.chdir(tmp_path)
    assert main(["serve", "--port", "0", "--data", ""]) == 2
    assert capsys.readouterr().err == "omaha8: --data: a folder, not nothing\n"
    assert list(tmp_path.iterdir()) == []


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
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data")
    yield server
    if server.process is not None and server.process.poll() is None:
        server.process.kill()
        server.process.communicate()


async def play_a_hand(server: Server, api: Api) -> list[dict[str, Any]]:
    """Sits down, unless he sits, and checks or calls to the end of a hand; the events seen."""
    events: list[dict[str, Any]] = []
    address = f"ws://127.0.0.1:{server.port}/ws"
    async with websockets.connect(address, additional_headers=api.address.headers) as connection:
        await connection.send('{"type":"hello"}')
        async for text in connection:
            message = json.loads(text)
            assert message["type"] != "error", message
            if message["type"] == "welcome" and message["viewer"] is None:
                await connection.send('{"type":"sit","id":"sit"}')
            if message["type"] in ("snapshot", "events"):
                events += message["events"]
                legal = message["me"] and message["me"]["legal"]
                if legal:
                    kind = "show" if legal["showdown"] else "call" if legal["to_call"] else "check"
                    hand, turn = message["view"]["hand"], message["view"]["turn_id"]
                    act = {"type": "act", "hand": hand, "turn": turn, "id": f"a{turn}"}
                    await connection.send(json.dumps({**act, "action": {"type": kind}}))
            if any(event["type"] == "hand_ended" for event in events):
                break
    return events


async def first_told(server: Server, api: Api) -> tuple[dict[str, Any], dict[str, Any]]:
    """The welcome of somebody, and how the table stands."""
    address = f"ws://127.0.0.1:{server.port}/ws"
    async with websockets.connect(address, additional_headers=api.address.headers) as connection:
        await connection.send('{"type":"hello"}')
        return json.loads(await connection.recv()), json.loads(await connection.recv())


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
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as connection:
        # So many pings at once that nobody answers them.
        connection.transport.write(b"\x89\x80\0\0\0\0" * 110)
        await connection.wait_closed()
        assert connection.close_code == 1008
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(f"ws://127.0.0.1:{port}/ws", origin="http://elsewhere.test")  # type: ignore[arg-type]
    # The same, where the name of the page leads to this machine.
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(
            f"ws://elsewhere.test:{port}/ws",
            origin=f"http://elsewhere.test:{port}",  # type: ignore[arg-type]
            host="127.0.0.1",
        )


def test_a_hand_over_a_real_connection_and_a_quiet_end(server: Server) -> None:
    titles, kept, opened, link = server.start("--bots", "2", "--seats", "3", "--buy-in", "300")
    assert kept == f"Kept in {server.data.resolve()}\n"
    assert titles == "Limit 2/4: Limit Omaha Hi/Lo 2/4\n"
    assert opened == f"Open http://127.0.0.1:{server.port}/\n"
    assert link.startswith(f"To be the host, open once: http://127.0.0.1:{server.port}/#host=")
    ann = server.guest("Ann")
    events = asyncio.run(asyncio.wait_for(play_a_hand(server, ann), 90))
    kinds = [event["type"] for event in events]
    assert kinds[0] == "seated"
    assert events[0]["stack"] == 300
    assert "hand_started" in kinds
    assert "awarded" in kinds
    asyncio.run(asyncio.wait_for(refused(server.port), 90))
    with pytest.raises(UserError, match="is in use"), listen("127.0.0.1", server.port):
        pass
    assert server.stop() == (0, "Stopped.\n", "")


def test_started_again_it_goes_on_with_the_same_people_and_chips(
    server: Server, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    server.start("--bots", "2")
    ann = server.guest("Ann")
    asyncio.run(asyncio.wait_for(play_a_hand(server, ann), 90))
    # Two servers would write over each other.
    assert main(["serve", "--port", "0", "--data", str(server.data)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert re.fullmatch(r"omaha8: .*another .*\n", said.err), said.err
    assert server.stop()[0] == 0
    config = tmp_path / "omaha8.toml"
    config.write_text("[log]\nlevel = 'info'\n", "utf-8")
    _, _, opened, link = server.start("--config", str(config))
    assert opened.startswith("Open ")
    assert "#host=" in link, "nobody has used it"
    again = Api(f"http://127.0.0.1:{server.port}/", cookie=ann.cookie)
    assert again.lobby()["tables"][0]["players"] == 3
    welcome, snapshot = asyncio.run(asyncio.wait_for(first_told(server, again), 90))
    assert (welcome["name"], welcome["viewer"]) == ("Ann", 0)
    assert sum(stack or 0 for stack in snapshot["view"]["stacks"]) == 3 * 200
    status, _, log = server.stop()
    assert status == 0
    first, *between, last = log.splitlines()
    assert first.endswith(f": started with {server.data.resolve()}, tables: 1")
    assert any(line.endswith("asked to stop by signal 2") for line in between)
    assert last.endswith(": stopped")


def test_a_start_with_other_options_opens_one_more_table_and_says_so(server: Server) -> None:
    def tables(*options: str) -> list[str]:
        printed = server.start(*options)
        Api(f"http://127.0.0.1:{server.port}/").lobby()
        server.stop()
        return printed[: next(i for i, line in enumerate(printed) if line.startswith("Kept in"))]

    first, *others = (
        "Limit 2/4: Limit Omaha Hi/Lo 2/4\n",
        "Limit 2/4 (2): Limit Omaha Hi/Lo 2/4\n",
        "Limit 4/8: Limit Omaha Hi/Lo 4/8\n",
    )
    assert tables() == [first]
    opened = "One more table is open, {}: no other here has these options.\n"
    assert tables("--bots", "2") == [first, others[0], opened.format("Limit 2/4 (2)")]
    assert tables("--bots", "2") == [first, others[0]], "the same again"
    usual = ("--structure", "fl", "--stakes", "2/4", "--buy-in", "200")
    assert tables(*usual) == [first, others[0]], "what is usual, said"
    assert tables("--stakes", "4/8") == [first, *others, opened.format("Limit 4/8")]


def test_a_table_more_than_there_may_be_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def serves(*_: object) -> None:
        raise RoomRefused(Why.NOT_ALLOWED, "There are 2000 tables; close one first.")

    monkeypatch.setattr("omaha8.cli.serve._serve", serves)
    with pytest.raises(UserError, match="There are 2000 tables; close one first"):
        run(port=0)


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
