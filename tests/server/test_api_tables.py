"""Tables over HTTP: who sees, opens, changes and closes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import pytest

from omaha8.room.messages import Hello
from omaha8.room.open_tables import MOST_OWN
from omaha8.store.interface import Done, StoreError
from omaha8.store.records import Write
from omaha8.table import commands as c
from tests.server.club import Club, club


@pytest.fixture
async def room() -> AsyncIterator[Club]:
    async with club() as made:
        yield made


async def opened(room: Club, **asked: Any) -> str:
    """The id of a table that Hal opens."""
    answer = await room.post("Hal", "/api/tables", {"bots": 0, **asked})
    return str(answer["id"])


async def test_a_table_is_opened_and_listed(room: Club) -> None:
    answer = await room.asks("Hal").post(
        "/api/tables",
        json={
            "name": " Friday\n night ",
            "rules": "card-room",
            "structure": "spread",
            "stakes": "4/20",
            "seats": 8,
            "bots": 2,
            "options": {"muck": "show_all"},
        },
    )
    assert answer.status_code == 201
    table = answer.json()
    assert (table["name"], table["game"]) == ("Friday night", "Spread Limit Omaha Hi/Lo 4/20")
    assert table["runs"] is True
    assert table["spec"]["options"] == {"muck": "show_all"}
    assert table["changed"] == ["muck"]
    listed = await room.get("", "/api/lobby")
    assert listed["may_create"] is False
    (line,) = listed["tables"]
    assert line == {name: table[name] for name in line}
    assert (line["seats"], line["players"], line["bots"], line["waiting"]) == (8, 2, 2, 0)
    one = await room.get("", f"/api/tables/{table['id']}")
    assert one == {**table, "runs": False}
    machine = next(iter(room.lobby.tables.values())).table
    assert str(machine.public.coming_rules.muck) == "show_all"


async def test_only_who_may_opens_a_table(room: Club) -> None:
    for name, status in (("", 401), ("Gus", 403), ("Ann", 403)):
        answer = await room.asks(name).post("/api/tables", json={})
        assert answer.status_code == status
    assert (await room.get("Ann", "/api/lobby"))["may_create"] is False
    room.lobby.create_tables = "everybody"
    assert (await room.get("Gus", "/api/lobby"))["may_create"] is True
    table = await room.post("Gus", "/api/tables", {})
    assert table["runs"] is True
    assert (await room.get("Ann", f"/api/tables/{table['id']}"))["runs"] is False


async def test_nobody_fills_the_lobby_alone(room: Club) -> None:
    room.lobby.create_tables = "everybody"
    own = [await room.post("Gus", "/api/tables", {}) for _ in range(MOST_OWN)]
    more = await room.asks("Gus").post("/api/tables", json={})
    assert (more.status_code, more.json()["error"]) == (409, "too_many")
    await room.post("Ann", "/api/tables", {})
    for _ in range(MOST_OWN + 1):
        await room.post("Hal", "/api/tables", {})
    await room.asks("Gus").delete(f"/api/tables/{own[2]['id']}")
    async with asyncio.timeout(90):
        while own[2]["id"] in room.lobby.tables:
            await asyncio.sleep(0)
    await room.post("Gus", "/api/tables", {})


async def test_requests_at_once_count_and_change_as_one_after_the_other(
    room: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is on its way to the disk is there for who asks next."""
    journal = room.store.journal
    create, update = journal.create, journal.update

    async def slowly(write: Callable[..., Awaitable[None]], *what: Any) -> None:
        await asyncio.sleep(0.001)
        await write(*what)

    monkeypatch.setattr(journal, "create", partial(slowly, create))
    monkeypatch.setattr(journal, "update", partial(slowly, update))
    room.lobby.create_tables = "everybody"
    asks = room.asks("Gus")
    made = await asyncio.gather(*(asks.post("/api/tables", json={}) for _ in range(3 * MOST_OWN)))
    assert sorted(answer.status_code for answer in made) == [201] * MOST_OWN + [409] * 2 * MOST_OWN
    table = f"/api/tables/{next(each.json()['id'] for each in made if each.status_code == 201)}"
    bodies: list[dict[str, Any]] = [
        {"name": "Nine"},
        {"stakes": "8/16"},
        {"private": True},
        {"think_time": 15.0},
    ]
    answers = await asyncio.gather(*(asks.patch(table, json=body) for body in bodies))
    assert [answer.status_code for answer in answers] == [200] * 4
    spec = (await room.get("Gus", table))["spec"]
    assert {name: spec[name] for body in bodies for name in body} == {
        name: value for body in bodies for name, value in body.items()
    }
    closed, late = await asyncio.gather(asks.delete(table), asks.patch(table, json=bodies[0]))
    assert (closed.status_code, late.status_code) == (200, 404)
    assert late.json()["error"] == "no_such_table"


@pytest.mark.parametrize(
    ("body", "field", "message"),
    [
        ({"options": {"muck": "never"}}, "muck", "muck: 'never' is no value of it; allowed: auto_"),
        ({"options": {"mcuk": 1}}, "mcuk", "mcuk: no such option; options are allowed_str"),
        ({"structure": "spread"}, "structure", "structure: spread is not played here; allowed:"),
        ({"stakes": "2/5"}, "stakes", "stakes: the big bet of limit is twice the small bet"),
        ({"rules": "casino"}, "rules", "rules: no preset 'casino'; presets are robert, "),
        ({"seats": 11}, "seats", "seats: 2 to 10 with 4 hole cards, not 11"),
        ({"bots": 6}, "bots", "bots: 0 to 5, one of 6 seats stays free; not 6"),
        ({"buy_in": 10**30}, "buy_in", "buy_in: 1 to 10000000000 chips, not 1000"),
        ({"think_time": 1e300}, "think_time", "think_time: 0 to 86400 seconds, not 1e+300"),
        ({"seats": "six"}, "seats", "Expected `int`, got `str` (seats); the fields are name, "),
        ({"colour": "red"}, None, "Object contains unknown field `colour`; the fields are name, "),
    ],
)
async def test_what_cannot_be_played_is_said_at_its_field(
    room: Club, body: dict[str, Any], field: str | None, message: str
) -> None:
    answer = await room.asks("Hal").post("/api/tables", json=body)
    assert answer.status_code == 400
    wrong = answer.json()
    assert wrong["message"].startswith(message)
    assert wrong.get("field") == field
    assert room.lobby.tables == {}


async def test_what_is_no_json_is_refused(room: Club) -> None:
    asks = room.asks("Hal")
    for body in (b"{", b"[" * 8000, b"\xff", b'{"seats":1e999}', b"null"):
        answer = await asks.post(
            "/api/tables", content=body, headers={"content-type": "application/json"}
        )
        assert (answer.status_code, answer.json()["error"]) == (400, "malformed")
    big = await asks.post("/api/tables", json={"name": "x" * 20_000})
    assert big.status_code == 413
    assert room.lobby.tables == {}


async def test_rules_change_from_the_next_hand_and_the_name_at_once(room: Club) -> None:
    table = await opened(room, rules="robert", structure="fl", stakes="2/4", name="Old")
    path = f"/api/tables/{table}"
    answer = await room.asks("Hal").patch(
        path, json={"name": "New", "stakes": "4/8", "options": {"fl_max_bets": 3}}
    )
    assert answer.status_code == 200
    changed = answer.json()
    assert (changed["name"], changed["stakes"], changed["game"]) == (
        "New",
        "4/8",
        "Limit Omaha Hi/Lo 4/8",
    )
    assert changed["spec"]["structure"] == "fl"
    assert (changed["min_buy_in"], changed["buy_in"]) == (80, 400)
    public = room.lobby.find(table, None).table.public
    assert public.coming_rules.fl_max_bets == 3
    for name, status in (("Ann", 403), ("", 401)):
        refused = await room.asks(name).patch(path, json={"name": "Mine"})
        assert refused.status_code == status
    wrong = await room.asks("Hal").patch(path, json={"stakes": "4/9"})
    assert (wrong.status_code, wrong.json()["field"]) == (400, "stakes")
    assert (await room.get("Ann", path))["stakes"] == "4/8"


async def test_the_number_of_bots_is_changed_and_asked_for_again(room: Club) -> None:
    path = f"/api/tables/{await opened(room, bots=1)}"

    async def patched(bots: int) -> tuple[int, int]:
        answer = await room.asks("Hal").patch(path, json={"bots": bots})
        assert answer.status_code == 200, answer.text
        told = answer.json()
        return told["bots"], told["spec"]["bots"]

    assert await patched(3) == (3, 3)
    await room.post("Hal", f"{path}/clear", {"seat": 3})
    assert (await room.get("Hal", path))["bots"] == 2
    # The same number once more is a wish all the same.
    assert await patched(3) == (3, 3)
    assert await patched(0) == (0, 0)
    for bots, status in ((6, 400), (-1, 400)):
        answer = await room.asks("Hal").patch(path, json={"bots": bots})
        assert (answer.status_code, answer.json()["field"]) == (status, "bots")
    assert (await room.asks("Ann").patch(path, json={"bots": 1})).status_code == 403


async def test_who_sits_there_is_named_with_his_number(room: Club) -> None:
    table = await opened(room, bots=1)
    await room.play(table, 1)
    persons = (await room.get("", f"/api/tables/{table}"))["persons"]
    assert {(each["name"], each["person"]) for each in persons} == {
        (name, room.persons[name].id) for name in ("Ann", "Bob")
    }
    told = [(await places(room, who))[table] for who in ("Ann", "Bob", "Hal", "")]
    assert told == ["seated", "seated", None, None]


async def test_the_host_frees_a_chair_that_somebody_has_left_behind(room: Club) -> None:
    """A guest whose browser has lost his cookie does not come back for his chair."""
    asked = {"bots": 0, "rules": "robert", "stakes": "2/4"}
    path = f"/api/tables/{(await room.post('Hal', '/api/tables', asked))['id']}"
    await room.play(path.rsplit("/", 1)[1], 1)
    seats = {each["name"]: each["seat"] for each in (await room.get("Hal", path))["persons"]}
    body = {"seat": seats["Bob"]}
    answer = await room.asks("Ann").post(f"{path}/clear", json=body)
    assert answer.status_code == 403
    await room.post("Hal", f"{path}/clear", body)
    there = await room.get("Hal", path)
    assert [each["name"] for each in there["persons"]] == ["Ann"]
    me = await room.get("Bob", "/api/me")
    assert me["balance"] + (await room.get("Ann", "/api/me"))["balance"] < 0
    answer = await room.asks("Hal").post(f"{path}/clear", json=body)
    assert (answer.status_code, answer.json()["error"]) == (409, "not_seated")
    (deed,) = (await room.get("Hal", "/api/people/log"))["log"][:1]
    assert (deed["what"], deed["by"], deed["person"]) == ("clear", "Hal", "Bob")


async def test_the_clocks_are_stopped_and_started(room: Club) -> None:
    path = f"/api/tables/{await opened(room)}"
    paused = await room.post("Hal", f"{path}/pause", {"on": True})
    assert (paused["paused"], paused["paused_by"]) == (True, "Hal")
    again = await room.asks("Hal").post(f"{path}/pause", json={"on": True})
    assert (again.status_code, again.json()["error"]) == (409, "paused")
    assert (await room.asks("Ann").post(f"{path}/pause", json={"on": False})).status_code == 403
    started = await room.post("Hal", f"{path}/pause", {"on": False})
    assert (started["paused"], started["paused_by"]) == (False, None)


async def test_a_closed_table_is_gone(room: Club) -> None:
    path = f"/api/tables/{await opened(room)}"
    assert (await room.asks("Bob").delete(path)).status_code == 403
    assert (await room.asks("Hal").delete(path)).status_code == 200
    async with asyncio.timeout(90):
        while room.lobby.tables:
            await asyncio.sleep(0)
    gone = await room.asks("Hal").get(path)
    assert (gone.status_code, gone.json()["error"]) == (404, "no_such_table")


async def places(room: Club, name: str) -> dict[str, str | None]:
    """What somebody is told in the lobby of his place at each table."""
    lines = (await room.get(name, "/api/lobby"))["tables"]
    return {line["id"]: line["you"] for line in lines}


async def test_who_waits_for_a_chair_is_on_the_list(room: Club) -> None:
    table = await opened(room, seats=2, bots=1)
    path = f"/api/tables/{table}/waiting"
    early = await room.asks("Ann").post(path, json={"on": True})
    assert (early.status_code, early.json()["error"]) == (409, "refused")
    machine = room.lobby.find(table, None)
    machine.add(machine.table.apply(c.Sit("bot 2", machine.setup.buy_in, bot=True)))
    machine.flush()
    assert (await room.post("Ann", path, {"on": True}))["waiting"] == 1
    assert machine.table.public.waiting == ("Ann",)
    assert [(await places(room, who))[table] for who in ("Ann", "Bob")] == ["waiting", None]
    assert (await room.post("Ann", path, {"on": False}))["waiting"] == 0


async def test_nobody_fills_the_waiting_list_from_outside(room: Club) -> None:
    """Without chips and without a look at the table."""
    table = await opened(room, seats=2, bots=1)
    machine = room.lobby.find(table, None)
    machine.add(machine.table.apply(c.Sit("bot 2", machine.setup.buy_in, bot=True)))
    machine.flush()
    room.lobby.bank.credit = 0
    path = f"/api/tables/{table}/waiting"
    for name in ("Gus", "Ann"):
        answer = await room.asks(name).post(path, json={"on": True})
        assert (answer.status_code, answer.json()["error"]) == (409, "no_funds")
    assert machine.table.public.waiting == ()
    client = machine.connect(room.persons["Gus"])
    machine.handle(client, Hello(table))
    assert (await room.post("Gus", path, {"on": True}))["waiting"] == 1


async def test_a_private_table_is_for_who_is_invited(room: Club) -> None:
    table = await opened(room, private=True, name="Back room")
    path = f"/api/tables/{table}"
    for name in ("", "Gus", "Ann"):
        assert (await room.get(name, "/api/lobby"))["tables"] == []
        hidden = await room.asks(name).get(path)
        assert (hidden.status_code, hidden.json()["error"]) == (403, "not_allowed")
        assert "Back room" not in hidden.text
        assert (await room.asks(name).get(f"{path}/hands")).status_code == 403
    assert len((await room.get("Hal", "/api/lobby"))["tables"]) == 1
    made = await room.post("Hal", f"{path}/invites", {"uses": 1, "hours": 2})
    page, _, token = made["link"].partition("#invite=")
    assert page == f"/table.html?id={table}"
    for name in ("", "Gus"):
        assert await room.post(name, "/api/invites/look", {"token": token}) == {
            "table": table,
            "name": "Back room",
            "game": room.lobby.find(table, room.persons["Hal"]).setup.title,
            "by": "Hal",
        }
    assert await room.post("Gus", "/api/invites", {"token": token}) == {"table": table}
    assert (await room.get("Gus", path))["name"] == "Back room"
    late = await room.asks("Ann").post("/api/invites", json={"token": token})
    assert (late.status_code, late.json()["error"]) == (403, "not_allowed")
    assert (await room.asks("").post("/api/invites", json={"token": token})).status_code == 401
    for worthless in (token, "made up"):
        answer = await room.asks("").post("/api/invites/look", json={"token": worthless})
        assert (answer.status_code, answer.json()["error"]) == (403, "not_allowed")
        assert "Back room" not in answer.text


async def test_links_are_listed_and_taken_back(room: Club) -> None:
    path = f"/api/tables/{await opened(room, private=True)}/invites"
    made = await room.post("Hal", path, {})
    number, token = made["invite"]["id"], made["link"].partition("#invite=")[2]
    assert (await room.get("Hal", path))["invites"] == [made["invite"]]
    assert token not in (await room.asks("Hal").get(path)).text
    assert (await room.asks("Hal").delete(f"{path}/{number}")).status_code == 200
    again = await room.asks("Hal").delete(f"{path}/{number}")
    assert (again.status_code, again.json()["error"]) == (404, "no_such_invite")
    assert (await room.asks("Ann").post("/api/invites", json={"token": token})).status_code == 403
    for uses, hours in ((0, 1), (101, 1), (1, 0), (1, 721)):
        wrong = await room.asks("Hal").post(path, json={"uses": uses, "hours": hours})
        assert wrong.status_code == 400


async def test_another_site_cannot_open_a_table(room: Club) -> None:
    headers = {"origin": "http://elsewhere"}
    answer = await room.asks("Hal").post("/api/tables", json={}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "other_site")
    assert room.lobby.tables == {}


async def test_the_form_of_the_rules_is_for_everybody(room: Club) -> None:
    form = await room.get("", "/api/rules")
    assert [preset["name"] for preset in form["presets"]][:2] == ["robert", "tda"]
    assert form["usual"]["stakes"] is None


async def test_what_the_disk_does_not_take_has_not_happened(
    room: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/tables/{await opened(room)}"

    def full(_: Write, done: Done) -> None:
        done(StoreError("the disk is full"))

    monkeypatch.setattr(room.store.database, "write", full)
    answer = await room.asks("Hal").post(f"{path}/pause", json={"on": True})
    assert (answer.status_code, answer.json()["error"]) == (503, "not_saved")
    health = await room.asks().get("/healthz")
    assert (health.status_code, health.json()["status"]) == (503, "degraded")
    assert "disk" not in health.text
    again = await room.asks("Hal").post(f"{path}/pause", json={"on": True})
    assert again.status_code in (409, 503)


async def test_a_frozen_table_says_why_to_who_runs_it(room: Club) -> None:
    table = await opened(room)
    path = f"/api/tables/{table}"
    room.lobby.find(table, None).freeze(ValueError("9 chips lie on the table, not 8"))
    assert "9 chips" in (await room.get("Hal", path))["frozen_why"]
    for name in ("", "Ann"):
        seen = await room.get(name, path)
        assert (seen["frozen"], seen["frozen_why"]) == (True, None)
    stuck = await room.asks("Hal").patch(path, json={"stakes": "4/8"})
    assert (stuck.status_code, stuck.json()["error"]) == (409, "frozen")
    stays = await room.asks("Hal").delete(path)
    assert (stays.status_code, stays.json()["error"]) == (409, "frozen")
    assert await room.get("Hal", path)
    health = await room.asks().get("/healthz")
    assert health.status_code == 503
    assert health.json()["reasons"] == ["1 table is frozen, as something is wrong there."]
    assert "omaha8_frozen_tables 1.0\n" in (await room.asks().get("/metrics")).text
