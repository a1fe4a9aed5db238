"""``examples/bot.py`` plays on a server, through the token of a bot; so does any policy."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Final

import pytest

from omaha8.bots import AnyLegal
from omaha8.bots.policy import choices
from omaha8.client import Api, Client, Closed, HttpError, Played, play
from omaha8.client.errors import ClientError
from omaha8.hand.actions import Action
from omaha8.hand.view import SeatView
from tests.crash.journal import read_journal
from tests.crash.storm import audit
from tests.serving import ChildServer, configured

pytestmark = pytest.mark.slow

EXAMPLE: Final = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildServer]:
    folder = tmp_path_factory.mktemp("example")
    with ChildServer(folder, "--bots", "3", "--pace", "0", "--buy-in", "100") as server:
        yield server


@pytest.fixture(scope="module")
def owner(server: ChildServer) -> Api:
    api = server.guest("Ann")
    api.register(None, "a password of Ann's")
    return api


def test_the_example_is_short() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 40


def test_the_example_plays(server: ChildServer, owner: Api) -> None:
    bot = owner.make_bot("Careful")
    env = {**os.environ, "OMAHA8_TOKEN": bot["token"]}
    run = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url, "3"],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    hands, won = run.stdout.split(" hands, won ")
    assert int(hands) == 3
    kept = read_journal(server.data, server.table())
    own = [row for row in kept if row.person == bot["bot"]["id"]]
    kinds = {row.form["type"] for row in own}
    assert {"seated"} < kinds
    # It got up, and took with it what it says it won.
    brought = sum(
        r.form.get("amount", r.form.get("stack", 0))
        for r in own
        if r.form["type"] in ("seated", "rebought")
    )
    left = next(row.form["stack"] for row in reversed(kept) if row.form["type"] == "left")
    assert left - brought == int(won)
    assert audit(server.data) == []


def test_it_gets_up_when_it_is_stopped(server: ChildServer, owner: Api) -> None:
    bot = owner.make_bot("Endless")
    person = bot["bot"]["id"]
    with subprocess.Popen(
        [sys.executable, str(EXAMPLE), server.url],
        env={**os.environ, "OMAHA8_TOKEN": bot["token"]},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell starts what runs in the background deaf to Ctrl-C, and so are its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as run:
        deadline = time.monotonic() + 60
        while not any(row.person == person for row in read_journal(server.data, server.table())):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        run.send_signal(signal.SIGINT)
        try:
            said, wrong = run.communicate(timeout=90)
        finally:
            run.kill()
    assert run.returncode == 0, wrong
    assert " hands, won " in said
    kinds = [
        row.form["type"]
        for row in read_journal(server.data, server.table())
        if row.person == person
    ]
    assert {"leaving", "left"} & {*kinds}


def test_a_policy_plays_in_one_line(server: ChildServer, owner: Api) -> None:
    token = owner.make_bot("Anything")["token"]
    played = play(server.url, AnyLegal("x"), token=token, hands=2)
    assert isinstance(played, Played)
    assert played.hands == 2
    assert Api(server.url, token=token).me()["balance"] == played.won


class Shove:
    """All of it, every time."""

    def __call__(self, view: SeatView) -> Action:
        legal = choices(view)
        return legal.wager(legal.max_to) if legal.max_to else legal.passive


def test_who_is_broke_or_has_lost_his_chair_does_not_wait_for_ever(tmp_path: Path) -> None:
    config = configured(credit=100)
    # The server ends first: then whoever still waits for it does too.
    with ThreadPoolExecutor() as threads, ChildServer(tmp_path, config=config) as server:
        host, owner = server.host(), server.guest("Ann")
        owner.register(None, "a password of Ann's")
        made = host.create_table(structure="nl", stakes="1/2", buy_in=100, bots=0, rules="robert")
        table = str(made["id"])

        def join(name: str) -> Future[Played]:
            token = owner.make_bot(name)["token"]
            return threads.submit(play, server.url, Shove(), token=token, table=table, patience=5)

        (broke,), (rich,) = wait((join("One"), join("Two")), 60, FIRST_COMPLETED)
        assert broke.result().won == -100
        events = [row.form for row in read_journal(server.data, table)]
        (lost,) = [form["seat"] for form in events if form["type"] == "left"]
        (seat,) = {form["seat"] for form in events if form["type"] == "seated"} - {lost}
        host.request("POST", f"/api/tables/{table}/clear", {"seat": seat})
        assert rich.result(60).won == 100


def test_without_a_token_the_example_says_what_it_needs(server: ChildServer) -> None:
    env = {name: value for name, value in os.environ.items() if name != "OMAHA8_TOKEN"}
    run = subprocess.run(
        [sys.executable, str(EXAMPLE), server.url],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 1
    assert "OMAHA8_TOKEN" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("hands", ["y", "-1", "1.5", ""])
def test_what_is_no_number_of_hands_is_named(hands: str) -> None:
    run = subprocess.run(
        [sys.executable, str(EXAMPLE), "http://127.0.0.1:9/", hands],
        env={**os.environ, "OMAHA8_TOKEN": "x"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 1
    assert run.stderr == f"HANDS is how many hands to play, as in 100, not {hands!r}\n"


async def test_a_token_that_is_worth_nothing(server: ChildServer) -> None:
    with pytest.raises(Closed):
        await Client.connect(server.url, token="no-such-token")
    with pytest.raises(HttpError, match="token"):
        await asyncio.to_thread(Api(server.url, token="no-such-token").me)


async def test_the_rail_watches_and_may_not_sit(server: ChildServer) -> None:
    async with await Client.connect(server.url) as client:
        assert client.state.person is None
        assert client.state.me is None
        with pytest.raises(ClientError, match="name"):
            await client.sit()
