"""Things that happen at one and the same moment: the table does one of them, and says so."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from omaha8.client import Api, Client, NotYourTurn, Refused, Stale
from omaha8.hand.actions import CALL, CHECK, FOLD, Action
from omaha8.hand.legal import Legal
from omaha8.room import messages as m
from tests.actors import Acked, Actor
from tests.crash.journal import faults_in, read_journal
from tests.crash.storm import audit
from tests.serving import ChildServer

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildServer]:
    with ChildServer(tmp_path_factory.mktemp("race"), "--bots", "0", "--pace", "0") as server:
        yield server


@pytest.fixture(scope="module")
def host(server: ChildServer) -> Api:
    return server.host()


@pytest.fixture(scope="module")
def people(server: ChildServer) -> dict[str, Api]:
    return {name: server.guest(name) for name in ("Ann", "Bob", "Cid")}


def open_table(host: Api, **spec: Any) -> str:
    """A table of its own for a test; its id."""
    answer = host.create_table(**{"rules": "robert", "seats": 4, "stakes": "2/4"} | spec)
    return str(answer.get("table", answer)["id"])


def cheaply(legal: Legal) -> Action:
    return CALL if legal.to_call else CHECK


def faults_of(server: ChildServer, table: str, acked: list[Acked]) -> list[str]:
    return faults_in(read_journal(server.data, table), acked) + audit(server.data)


async def test_an_action_when_the_time_is_up(
    server: ChildServer, host: Api, people: dict[str, Api]
) -> None:
    """Either it counts, or it came too late; never both, and never neither."""
    table = open_table(host, think_time=0.3, time_bank=0, bots=1)
    ann = await Actor("Ann", 1, quiet=True).connect(
        server.url, cookie=people["Ann"].cookie, table=table
    )
    client = ann.client
    outcomes: Counter[str] = Counter()
    too_late: list[str] = []
    earlier = 0.02
    await ann.ask(m.Sit())
    async with asyncio.timeout(300):
        while min(outcomes["done"], outcomes["late"]) < 6 and outcomes.total() < 150:
            turn = client.decision
            left = client.state.view.acting_ms
            if turn is None or left is None or turn.view.legal is None:
                await ann.take_offer()
                await ann.hurry()
                await ann.rest()
                continue
            if left > 1000:
                # Who was late gets more time for the rest of the hand: not for this.
                await ann.decide(turn.hand, turn.turn, cheaply(turn.view.legal))
                continue
            # Closer and closer to the very end, from either side.
            await asyncio.sleep(max(0.0, left / 1000 - earlier))
            act = m.Act(turn.hand, turn.turn, client.new_id(), cheaply(turn.view.legal))
            try:
                done = await client.ask(act)
            except (Stale, NotYourTurn):
                outcomes["late"] += 1
                too_late.append(act.id)
                earlier += 0.006
                await ann.rest()
            else:
                outcomes["done"] += 1
                ann.acked.append(Acked(client.state.person or 0, act, done.seq))
                earlier -= 0.004
    await client.close()
    assert min(outcomes["done"], outcomes["late"]) >= 6, outcomes
    assert faults_of(server, table, ann.acked) == []
    kept = read_journal(server.data, table)
    assert {row.ask for row in kept} & set(too_late) == set()


async def test_two_tabs_decide_at_once(
    server: ChildServer, host: Api, people: dict[str, Api]
) -> None:
    """One of two decisions counts; one and the same, asked in both, is done once."""
    table = open_table(host, bots=1)
    cookie = people["Ann"].cookie
    ann = await Actor("Ann", 1, quiet=True).connect(server.url, cookie=cookie, table=table)
    client = ann.client
    await ann.ask(m.Sit())
    person = client.state.person or 0
    async with await Client.connect(server.url, cookie=cookie, table=table, nonces=False) as tab:
        for number in range(30):
            while client.decision is None or tab.decision is None:
                await ann.take_offer()
                await ann.hurry()
                await ann.rest()
            turn = client.decision
            assert turn.view.legal is not None
            if number % 3:
                act = m.Act(turn.hand, turn.turn, client.new_id(), cheaply(turn.view.legal))
                first, second = await asyncio.gather(client.ask(act), tab.ask(act))
                assert first.seq == second.seq
                ann.acked.append(Acked(person, act, first.seq))
                continue
            one = m.Act(turn.hand, turn.turn, client.new_id(), cheaply(turn.view.legal))
            other = m.Act(turn.hand, turn.turn, tab.new_id(), FOLD)
            answers = await asyncio.gather(client.ask(one), tab.ask(other), return_exceptions=True)
            done = [
                (act, a)
                for act, a in zip((one, other), answers, strict=True)
                if isinstance(a, m.Done)
            ]
            refused = [answer for answer in answers if isinstance(answer, Refused)]
            assert len(done) == 1, answers
            assert [error.code for error in refused] in (["stale"], ["not_your_turn"])
            ann.acked.append(Acked(person, done[0][0], done[0][1].seq))
        assert tab.state.seq == client.state.seq
        assert tab.state.hand == client.state.hand
    await client.close()
    assert faults_of(server, table, ann.acked) == []


async def test_who_leaves_while_he_is_all_in(
    server: ChildServer, host: Api, people: dict[str, Api]
) -> None:
    """His chips stay in the pot, the hand goes on, and what he wins goes to his account."""
    table = open_table(host, structure="nl", rules="tda", stakes="1/2", buy_in=60, min_buy_in=20)
    actors = [Actor(name, i, quiet=True) for i, name in enumerate(people)]
    for actor, api in zip(actors, people.values(), strict=True):
        await actor.connect(server.url, cookie=api.cookie, table=table)
    before = {name: api.me()["balance"] for name, api in people.items()}
    for round_ in range(4):
        leaver = actors[round_ % 3]
        for actor in actors:
            if actor.client.state.viewer is None:
                assert await actor.ask(m.Sit()), actor.refusals
        async with asyncio.timeout(90):
            await all_in(actors, leaver)
    for actor in actors:
        if actor.client.state.viewer is not None:
            await actor.ask(m.Stand())
    await actors[0].until(lambda: all(info is None for info in actors[0].client.state.seats))
    after = {name: api.me()["balance"] for name, api in people.items()}
    assert sum(after.values()) == sum(before.values())
    assert after != before
    for actor in actors:
        assert actor.faults == []
        await actor.client.close()
    acked = [each for actor in actors for each in actor.acked]
    assert faults_of(server, table, acked) == []


async def all_in(actors: list[Actor], leaver: Actor) -> None:
    """Plays until ``leaver`` is all-in and has got up, and that hand is over."""
    up = False
    while not (up and leaver.client.state.viewer is None):
        for actor in actors:
            client = actor.client
            turn = client.decision
            if turn is not None and turn.view.legal is not None:
                legal = turn.view.legal
                shove = legal.wager(legal.max_to) if legal.max_to else cheaply(legal)
                if legal.showdown:
                    shove = actor.policy(turn.view)
                if actor is leaver and not up and not legal.showdown:
                    # Both are under way at once.
                    await asyncio.gather(
                        actor.decide(turn.hand, turn.turn, shove), actor.ask(m.Stand())
                    )
                    up = True
                    continue
                await actor.decide(turn.hand, turn.turn, shove)
            elif client.state.viewer is not None and not client.state.playing and not up:
                await actor.take_offer()
                await actor.hurry()
        await actors[0].rest()


async def test_all_connections_are_lost_at_once(
    server: ChildServer, host: Api, people: dict[str, Api]
) -> None:
    """Everybody comes back at the same moment and misses nothing; the game goes on."""
    table = open_table(host)
    players = [Actor(name, i, quiet=True) for i, name in enumerate(people)]
    for player, api in zip(players, people.values(), strict=True):
        await player.connect(server.url, cookie=api.cookie, table=table)
    cookies = [*[api.cookie for api in people.values()] * 5, *[None] * 45]
    others = [Actor(f"{i}", i, quiet=True) for i in range(len(cookies))]
    for other, cookie in zip(others, cookies, strict=True):
        await other.connect(server.url, cookie=cookie, table=table)
    everybody = [*players, *others]
    playing = [asyncio.create_task(player.run()) for player in players]
    for _ in range(5):
        before = players[0].client.state.seq
        await players[0].until(lambda: players[0].client.state.seq > before + 10)  # noqa: B023
        await asyncio.gather(*(actor.client.lose_connection() for actor in everybody))
        async with asyncio.timeout(90):
            while not all(actor.client.connected for actor in everybody):
                await asyncio.sleep(0.01)
    await asyncio.sleep(0.5)
    for task in playing:
        task.cancel()
    outcomes = await asyncio.gather(*playing, return_exceptions=True)
    assert all(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes), outcomes
    last = max(actor.client.state.seq for actor in everybody)
    for actor in everybody:
        await actor.until(lambda: actor.client.state.seq >= last)  # noqa: B023
        assert actor.faults == []
        assert actor.client.connections >= 6
        await actor.client.close()
    acked = [each for player in players for each in player.acked]
    assert faults_of(server, table, acked) == []
