"""A full session over real sockets: nobody received a card that he may not know at that time.

Players, one who folds, a newcomer, the rail, the host, the HTTP API, the metrics and the log.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from omaha8.bots import show_or_muck
from omaha8.client import Api, Client
from omaha8.hand.actions import FOLD, Action
from omaha8.hand.view import SeatView
from omaha8.room import messages as m
from tests.actors import Actor
from tests.serving import ChildServer
from tests.wire.secrets import Told, cards_in, read_secrets

HANDS: Final = 60
OVER: Final = ("hand_ended", "hand_voided", "chopped")
RULES: Final = "card-room"
"""Where a hand may be mucked at the showdown."""
AS_TEXT: Final = "?format=text"
GRANT: Final = {"amount": 7}


class Answer(NamedTuple):
    """An answer of the HTTP API; ``hand`` was going on, ``None`` between hands."""

    who: str
    path: str
    status: int
    text: str
    hand: int | None


class Session(NamedTuple):
    """All that was said in one."""

    data: Path
    table: str
    sockets: dict[str, tuple[int | None, list[str]]]
    answers: list[Answer]
    log: str


def folds(view: SeatView) -> Action:
    legal = view.legal
    assert legal is not None
    if legal.showdown:
        return show_or_muck(view)
    return FOLD if legal.to_call else legal.passive


async def newcomer(actor: Actor, hands: Callable[[], int]) -> None:
    """Takes a chair in the middle of a hand, plays one or two, and gets up."""
    while True:
        await actor.until(lambda: actor.client.state.playing)
        if await actor.ask(m.Sit()):
            until = hands() + 3
            while hands() < until:
                await actor.step()
            await actor.ask(m.Stand())
            await actor.until(lambda: actor.client.state.viewer is None)
        await actor.rest()


def ask(who: str, api: Api, path: str, hand: int | None) -> Answer:
    """The answer as it comes: not all of them are JSON."""
    request = Request(f"{api.address}{path[1:]}", headers=api.address.headers)
    try:
        with urlopen(request, timeout=20) as answer:
            return Answer(who, path, answer.status, answer.read().decode(), hand)
    except HTTPError as error:
        return Answer(who, path, error.code, error.read().decode(), hand)


async def poll(apis: dict[str, Api], table: str, rail: Client, answers: list[Answer]) -> None:
    """Asks for everything there is, all the time."""
    base = f"/api/tables/{table}"
    while True:
        for who, api in apis.items():
            number = rail.state.view.hand or 1
            paths = [
                "/api/lobby",
                base,
                f"{base}/hands",
                f"{base}/hands/{number}",
                f"{base}/hands/{max(1, number - 1)}",
                f"{base}/hands/{max(1, number - 1)}{AS_TEXT}",
                "/api/settlement",
                "/api/settlements",
                "/api/people/log",
                "/api/me",
                "/api/me/ledger",
                "/api/people",
            ]
            for path in paths:
                hand = rail.state.view.hand if rail.state.playing else None
                answers.append(await asyncio.to_thread(ask, who, api, path, hand))
                await asyncio.sleep(0.005)


async def read_afterwards(apis: dict[str, Api], table: str, last: int) -> list[Answer]:
    """The last hands in both forms, as everybody is told them, however busy the machine was."""
    answers: list[Answer] = []
    for who, api in apis.items():
        for number in range(last - 3, last):
            for form in ("", AS_TEXT):
                path = f"/api/tables/{table}/hands/{number}{form}"
                async with asyncio.timeout(90):
                    while True:
                        answer = await asyncio.to_thread(ask, who, api, path, None)
                        if answer.status != 429:
                            break
                        await asyncio.sleep(0.2)
                assert answer.status == 200, answer
                answers.append(answer)
    return answers


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    folder = tmp_path_factory.mktemp("wire")
    server = ChildServer(folder, "--rules", RULES, "--bots", "1", "--pace", "0")
    with server:
        played = asyncio.run(play(server))
        server.stop()
    return played._replace(log=server.printed.read_text("utf-8"))


async def play(server: ChildServer) -> Session:
    apis = {
        name: await asyncio.to_thread(server.guest, name) for name in ("Ann", "Bob", "Fay", "New")
    }
    apis["Hal"] = await asyncio.to_thread(server.host)
    actors = {name: Actor(name, i, quiet=True) for i, name in enumerate((*apis, "Rail"))}
    for name, actor in actors.items():
        await actor.connect(server.url, cookie=apis[name].cookie if name in apis else None)
    # Something for the log of who is in charge.
    person = apis["Ann"].me()["person"]["id"]
    await asyncio.to_thread(apis["Hal"].request, "POST", f"/api/people/{person}/grant", GRANT)
    actors["Fay"].policy = folds  # type: ignore[assignment]
    rail = actors["Rail"].client
    table = rail.state.table.id
    answers: list[Answer] = []

    def hands() -> int:
        return rail.state.view.hand or 0

    tasks = [asyncio.create_task(actors[name].run()) for name in ("Ann", "Bob", "Fay")]
    tasks.append(asyncio.create_task(newcomer(actors["New"], hands)))
    tasks.append(asyncio.create_task(poll({**apis, "": Api(server.url)}, table, rail, answers)))
    async with asyncio.timeout(90):
        while hands() < HANDS and not any(task.done() for task in tasks):
            await rail.change()
            if hands() % 5 == 0:
                stranger = Api(server.url)
                answers += [
                    await asyncio.to_thread(ask, "", stranger, path, hands())
                    for path in ("/metrics", "/healthz")
                ]
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(outcome, asyncio.CancelledError), outcome
    for who, api in {**apis, "": Api(server.url)}.items():
        # However seldom it was asked while they played.
        for number in range(HANDS - 6, HANDS - 1):
            for form in ("", AS_TEXT):
                path = f"/api/tables/{table}/hands/{number}{form}"
                answers.append(await asyncio.to_thread(ask, who, api, path, None))
    answers.append(await asyncio.to_thread(ask, "", apis["Hal"], "/api/openapi.json", None))
    answers += await read_afterwards({**apis, "": Api(server.url)}, table, hands())
    for actor in actors.values():
        assert actor.faults == []
        assert actor.client.faults == []
        await actor.client.close()
    sockets = {name: (actor.client.state.person, actor.raw) for name, actor in actors.items()}
    return Session(server.data, table, sockets, answers, "")


@pytest.mark.slow
@pytest.mark.parametrize("who", ["Ann", "Bob", "Fay", "New", "Hal", "Rail"])
def test_no_socket_is_told_too_much(session: Session, who: str) -> None:
    person, raw = session.sockets[who]
    told = Told(read_secrets(session.data, session.table), person).listen(raw)
    assert told.leaks == []
    assert len(told.hands) > HANDS / 2
    assert told.named > 100


@pytest.mark.slow
def test_the_cards_that_were_not_told_were_there_to_be_told(session: Session) -> None:
    # Taken for Bob, Ann has heard far too much: the check does see a leak.
    person, _ = session.sockets["Bob"]
    _, raw = session.sockets["Ann"]
    secrets = read_secrets(session.data, session.table)
    assert len(Told(secrets, person).listen(raw).leaks) > HANDS / 2
    # And somebody mucked, or folded, a hand that nobody was shown.
    _, heard = session.sockets["Rail"]
    assert any('"type":"mucked"' in text or '"type":"folded"' in text for text in heard)


@pytest.mark.slow
def test_no_history_tells_too_much(session: Session) -> None:
    secrets = read_secrets(session.data, session.table)
    seen = 0
    for answer in session.answers:
        number = answer.path.rpartition("/hands/")[2]
        if not number.isdecimal() or answer.status != 200:
            continue
        seen += 1
        history: dict[str, Any] = json.loads(answer.text)
        assert any(event["type"] in OVER for event in history["events"]), "a hand that goes on"
        person = None if not answer.who else session.sockets[answer.who][0]
        told = Told(secrets, person)
        told.listen([json.dumps({"type": "snapshot", "view": {"hand": int(number)}, **history})])
        assert told.leaks == [], answer.who
    assert seen > 20


@pytest.mark.slow
def test_no_history_for_people_tells_too_much(session: Session) -> None:
    known: dict[tuple[str, str], set[str]] = {}
    for answer in session.answers:
        if answer.path.rpartition("/hands/")[2].isdecimal() and answer.status == 200:
            # That these are for his eyes is what the test above says.
            seen = [e for e in json.loads(answer.text)["events"] if e["type"] != "deck_chosen"]
            known[answer.who, answer.path] = cards_in(json.dumps(seen))
    told = 0
    for answer in session.answers:
        if answer.path.endswith(AS_TEXT) and answer.status == 200:
            named = cards_in(answer.text, bare=True)
            # One that went on when the first was asked for may have been over for the second.
            other = known.get((answer.who, answer.path.removesuffix(AS_TEXT)), named)
            assert named == other, answer
            told += len(named)
    assert told > 20


@pytest.mark.slow
def test_nothing_else_names_a_card(session: Session) -> None:
    paths = set()
    for answer in session.answers:
        if "/hands/" in answer.path and answer.status == 200:
            continue
        paths.add(answer.path)
        if answer.path != "/api/openapi.json":
            assert cards_in(answer.text) == set(), answer
    assert {"/metrics", "/healthz", "/api/lobby", "/api/openapi.json"} <= paths
    for path in ("/api/settlement", "/api/settlements", "/api/people/log"):
        told = [a for a in session.answers if (a.who, a.path, a.status) == ("Hal", path, 200)]
        assert any("Ann" in answer.text for answer in told) or path == "/api/settlements", path
        assert all(a.who == "Hal" for a in session.answers if a.path == path and a.status == 200)


@pytest.mark.slow
def test_log_and_metrics_name_no_card_and_no_secret(session: Session) -> None:
    texts = [session.log, *(a.text for a in session.answers if a.path == "/metrics")]
    secrets = read_secrets(session.data, session.table)
    for text in texts:
        assert cards_in(text, bare=True) == set()
        for hand in secrets.values():
            assert not any(part in text for part in hand.chance)
            assert not any(salt in text for salt in hand.salts)
    assert all(api_cookie not in session.log for api_cookie in ("omaha8=",))
