"""A connection that is lost is made anew, and what was asked is asked again, by the same name."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from omaha8.client import (
    Client,
    ClientError,
    Closed,
    Illegal,
    NotSaved,
    Refused,
    Stale,
    Unreachable,
)
from omaha8.client.session import Turn
from omaha8.hand.actions import CALL, CHECK
from omaha8.room.messages import Act, Bye, Commit, Done, Error, Said, Sit
from omaha8.table import commands as c
from tests.client.scripted import Line, server
from tests.client.told import Teller, nonce

OWN, HASH = nonce(1)
BY = "127.0.0.1"


async def greet(line: Line, teller: Teller) -> None:
    """Hello, the state, and the hash that comes for the shuffle."""
    await line.hello()
    await line.say(teller.welcome, teller.snapshot())
    assert isinstance(await line.hear(), Commit)


def dealt() -> Teller:
    teller = Teller()
    teller.commits({"Ann": HASH})
    teller.deals({"Ann": OWN})
    return teller


async def test_an_action_names_the_turn_that_was_decided_on() -> None:
    teller = dealt()
    turn_id = teller.view.turn_id

    async def script(line: Line) -> None:
        await greet(line, teller)
        act = await line.hear()
        assert isinstance(act, Act)
        assert (act.hand, act.turn, act.action) == (1, turn_id, CALL)
        seq = teller.next
        events = teller.do(c.Act(teller.viewer, CALL))
        await line.say(Done(act.id, seq), events)
        await line.hear_the_end()

    async with server(script) as url, await Client.connect(url) as client:
        turn = await client.turn()
        assert turn.view.hole == client.state.hole
        done = await client.act(CALL, at=turn)
        assert client.state.seq >= done.seq
        assert client.decision is None


async def test_what_had_no_answer_is_asked_again_with_its_id() -> None:
    teller = dealt()
    first: list[Act] = []

    async def lost(line: Line) -> None:
        await greet(line, teller)
        act = await line.hear()
        assert isinstance(act, Act)
        first.append(act)
        teller.do(c.Act(teller.viewer, CALL))
        await line.hang_up()

    async def again(line: Line) -> None:
        hello = await line.hello()
        assert (hello.table, hello.stream) == ("k3x9", "one")
        assert hello.seq == first[0].turn - 1
        await line.say(teller.welcome, teller.snapshot())
        act = await line.hear()
        assert act == first[0]
        await line.say(Done(first[0].id, first[0].turn))
        await line.hear_the_end()

    async with server(lost, again) as url, await Client.connect(url) as client:
        done = await client.act(CALL)
        assert done.seq == first[0].turn
        assert client.decision is None


async def test_missing_events_are_asked_for() -> None:
    teller = dealt()

    async def script(line: Line) -> None:
        await greet(line, teller)
        seen = teller.next - 1
        teller.do(c.Act(teller.viewer, CALL))
        await line.say(teller.events([]), msgspec.structs.replace(teller.events([]), seq=99))
        hello = await line.hello()
        assert hello.seq == seen
        await line.say(teller.welcome, teller.snapshot())
        await line.hear_the_end()

    async with server(script) as url, await Client.connect(url) as client:
        seen = client.state.seq
        while client.state.seq == seen:
            await client.change()
        assert client.state.seq == teller.next - 1
        assert not client.state.is_my_turn


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("stale", Stale),
        ("illegal", Illegal),
        ("not_saved", NotSaved),
        ("something_new", ClientError),
    ],
)
async def test_a_refusal_is_an_exception_of_its_kind(code: str, kind: type[Exception]) -> None:
    teller = dealt()

    async def script(line: Line) -> None:
        await greet(line, teller)
        act = await line.hear()
        assert isinstance(act, Act)
        await line.say(Error(code, "No.", id=act.id, hand=1, turn=teller.next))
        await line.hear_the_end()

    async with server(script) as url, await Client.connect(url) as client:
        turn = await client.turn()
        with pytest.raises(kind, match="No."):
            await client.act(CHECK, at=turn)
        assert (client.decision is None) == (kind is Stale)


async def test_a_decision_that_was_made_is_not_asked_for_again() -> None:
    teller = dealt()

    async def script(line: Line) -> None:
        await greet(line, teller)
        act = await line.hear()
        assert isinstance(act, Act)
        await line.say(Done(act.id, teller.next))
        await line.hear_the_end()

    async with server(script) as url, await Client.connect(url) as client:
        await client.act(CALL, at=await client.turn())
        assert client.state.is_my_turn
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.turn(), 0.1)


@pytest.mark.parametrize("code", [1008, 4003, 4004, 4005, 4006])
async def test_a_close_for_good_is_the_end(code: int) -> None:
    teller = Teller()

    async def script(line: Line) -> None:
        await greet(line, teller)
        await line.say(Bye("The table is closed."))
        await line.hang_up(code)

    async with server(script) as url, await Client.connect(url) as client:
        with pytest.raises(Closed) as closed:
            await client.turn()
        assert closed.value.code == code
        assert client.farewell == "The table is closed."
        for call in (client.sit, client.change, client.turn):
            with pytest.raises(Closed):
                await call()


@pytest.mark.parametrize("code", [None, 1012, 4000])
async def test_any_other_end_of_a_connection_is_a_beginning(code: int | None) -> None:
    teller = Teller()

    async def first(line: Line) -> None:
        await greet(line, teller)
        await line.hang_up(code)

    async def second(line: Line) -> None:
        await greet(line, teller)
        await line.say(Said(kind="dealer", person=None, name="", text="Welcome back.", at=0))
        await line.hear_the_end()

    async with server(first, second) as url, await Client.connect(url) as client:
        while not client.state.chat:
            await client.change()


async def test_a_table_that_is_not_there() -> None:
    async def script(line: Line) -> None:
        await line.hello()
        await line.say(Error("no_such_table", "There is no table of that name."))
        await line.hang_up(4005)

    async with server(script) as url:
        with pytest.raises(ClientError, match="no table"):
            await Client.connect(url, table="none")


async def test_no_server() -> None:
    with pytest.raises(Unreachable, match="no connection to"):
        await Client.connect(f"http://{BY}:9/", patience=0)


async def test_another_protocol_is_not_guessed_at() -> None:
    teller = Teller()

    async def script(line: Line) -> None:
        await line.hello()
        await line.say(msgspec.structs.replace(teller.welcome, protocol=3))

    async with server(script) as url:
        with pytest.raises(ClientError, match="protocol 3"):
            await Client.connect(url)


async def test_kinds_of_messages_to_come_are_left_alone() -> None:
    teller = Teller()

    async def script(line: Line) -> None:
        await greet(line, teller)
        await line.socket.send('{"type":"coffee","cups":2}')
        await line.say(Error("muted", "The host has muted you."))
        await line.hear_the_end()

    async with server(script) as url, await Client.connect(url) as client:
        while not client.complaints:
            await client.change()
        assert client.complaints[0].code == "muted"


async def test_what_no_server_would_read_is_not_sent() -> None:
    teller = Teller()

    async def script(line: Line) -> None:
        await greet(line, teller)
        sit = await line.hear()
        assert isinstance(sit, Sit)
        assert sit.buy_in == 100
        await line.say(Done(sit.id or "", teller.next))
        await line.hear_the_end()

    async with server(script) as url, await Client.connect(url) as client:
        with pytest.raises(ValueError, match="buy_in"):
            await client.sit(buy_in=-1)
        await client.sit(buy_in=100)


async def test_a_false_shuffle_ends_a_strict_client_and_is_reported_by_any() -> None:
    for strict in (False, True):
        teller = Teller()

        async def script(line: Line, teller: Teller = teller) -> None:
            await greet(line, teller)
            await line.say(teller.commits({"Bob": HASH}))
            lie = lambda chosen: msgspec.structs.replace(chosen, seed="00" * 32)  # noqa: E731
            await line.say(*teller.deals({"Bob": OWN}, lie))
            await line.hear_the_end()

        async with server(script) as url, await Client.connect(url, strict=strict) as client:
            if strict:
                with pytest.raises(ClientError, match="seed"):
                    await client.turn()
            else:
                turn = await client.turn()
                assert isinstance(turn, Turn)
            assert any("the seed is not" in fault for fault in client.faults)


async def test_a_table_that_starts_again_by_itself_is_asked_again() -> None:
    teller = dealt()

    async def script(line: Line) -> None:
        await greet(line, teller)
        act = await line.hear()
        await line.say(Error("not_saved", "The last move could not be saved."))
        await line.say(teller.welcome, teller.snapshot())
        while not isinstance(again := await line.hear(), Act):
            assert isinstance(again, Commit)
        assert again == act
        await line.say(Done(again.id, teller.next))
        await line.hear_the_end()

    async with server(script) as url, await Client.connect(url) as client:
        await client.act(CALL)


async def test_a_table_that_is_gone_when_one_comes_back() -> None:
    teller = Teller()

    async def first(line: Line) -> None:
        await greet(line, teller)
        await line.hang_up()

    async def second(line: Line) -> None:
        await line.hello()
        await line.say(Error("no_such_table", "There is no such table any more."))
        await line.hear_the_end()

    async with server(first, second) as url, await Client.connect(url) as client:
        with pytest.raises(Refused, match="any more"):
            await client.turn()


async def test_a_second_window_takes_no_part_in_the_shuffle() -> None:
    teller = Teller()

    async def script(line: Line) -> None:
        await line.hello()
        await line.say(teller.welcome, teller.snapshot())
        heard = await line.hear()
        assert isinstance(heard, Sit)
        await line.say(Done(heard.id or "", teller.next))
        await line.hear_the_end()

    async with server(script) as url, await Client.connect(url, nonces=False) as client:
        await client.sit()
