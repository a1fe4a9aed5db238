"""What players, hosts, floor and bots may ask for over HTTP."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from omaha8.room.people_rights import Right
from omaha8.room.person import Role
from omaha8.server.endpoints import Endpoint
from omaha8.server.limits import Rate
from omaha8.store.memory import MemoryStore
from tests.server.accounts import Site, error_of, site
from tests.server.test_api_account_limits import limits


async def test_the_first_host_comes_by_a_link() -> None:
    async with site() as room:
        link = await room.people.staff.host_link()
        gus, ann = room.browser(), await room.player("Ann")
        assert await gus.refused("POST", "host", token=link) == (401, "who_are_you")
        await gus.post("guest", name="Gus")
        assert await gus.refused("POST", "host", token=link) == (403, "not_registered")
        assert await ann.refused("POST", "host", token="a guess") == (403, "wrong_link")
        assert (await ann.post("host", token=link))["person"]["role"] == "host"
        assert (await ann.get("me"))["may_create_tables"] is True
        bob = await room.player("Bob")
        assert await bob.refused("POST", "host", token=link) == (403, "wrong_link")


async def test_a_link_says_to_anybody_whether_it_is_good_and_is_as_good_afterwards() -> None:
    async with site() as room:
        stranger = room.browser()
        old = await room.people.staff.host_link()
        link = await room.people.staff.host_link()
        for token in ("", "a guess", old, f"{link}x", "ü" * 10, "9" * 1000):
            answer = await stranger.ask("POST", "host-link", token=token)
            assert error_of(answer) == (403, "wrong_link")
        for _ in range(2):
            assert await stranger.post("host-link", token=link) == {}
        ann = await room.player("Ann")
        assert (await ann.post("host", token=link))["person"]["role"] == "host"
        assert await stranger.refused("POST", "host-link", token=link) == (403, "wrong_link")


async def test_links_are_not_guessed() -> None:
    settings = limits(passwords_of_address=Rate(2, 10.0))
    async with site(limits=settings) as room:
        tried = [
            await room.browser().refused("POST", "host-link", token=f"guess {n}") for n in range(3)
        ]
        assert tried == [(403, "wrong_link")] * 2 + [(429, "too_fast")]


async def test_roles_are_given_by_hosts() -> None:
    async with site() as room:
        hal, ann = await room.host(), await room.player("Ann")
        flo = await room.player("Flo")
        told = await hal.ask("PATCH", "people/3", role="floor")
        assert told.json()["person"]["role"] == "floor"
        assert await flo.refused("PATCH", "people/2", role="host") == (403, "not_allowed")
        assert await ann.refused("GET", "people") == (403, "not_allowed")
        assert await hal.refused("PATCH", "people/1", role="player") == (409, "last_host")
        assert await hal.refused("PATCH", "people/2", role="emperor") == (400, "malformed")
        assert await hal.refused("PATCH", "people/9", role="floor") == (404, "no_such_person")
        listed = (await flo.get("people"))["people"]
        assert [(p["id"], p["name"], p["role"]) for p in listed] == [
            (1, "Hal", "host"),
            (2, "Ann", "player"),
            (3, "Flo", "floor"),
        ]
        found = (await flo.get("people?name=AN&limit=5"))["people"]
        assert [p["name"] for p in found] == ["Ann"]
        assert [p["id"] for p in (await flo.get("people?after=1&limit=1"))["people"]] == [2]


async def test_chips_come_from_the_host_and_stand_in_the_ledger() -> None:
    async with site() as room:
        hal, ann = await room.host(), await room.player("Ann")
        assert await hal.post("people/2/grant", amount=500, note="first ones") == {"balance": 500}
        assert await hal.post("people/2/grant", amount=-100) == {"balance": 400}
        assert await hal.refused("POST", "people/2/grant", amount=-401) == (409, "no_funds")
        assert await hal.refused("POST", "people/9/grant", amount=1) == (404, "no_such_person")
        assert await ann.refused("POST", "people/2/grant", amount=1) == (403, "not_allowed")
        assert (await ann.get("me"))["balance"] == 400
        ledger = await ann.get("me/ledger")
        lines = [(t["amount"], t["kind"], t["other"]) for t in ledger["transfers"]]
        assert lines == [(-100, "grant", "house:bank"), (500, "grant", "house:bank")]
        newest = ledger["transfers"][0]["id"]
        assert len((await ann.get(f"me/ledger?before={newest}"))["transfers"]) == 1
        log = (await hal.get("people/log"))["log"]
        assert [(d["by"], d["what"], d["person"], d["detail"]) for d in log[:2]] == [
            ("Hal", "grant", "Ann", "-100"),
            ("Hal", "grant", "Ann", "+500 first ones"),
        ]


async def test_who_has_lost_everything_gets_a_code_from_the_host() -> None:
    async with site() as room:
        hal, ann = await room.host(), await room.player("Ann")
        assert await ann.refused("POST", "people/2/recovery-code") == (403, "not_allowed")
        code = (await hal.post("people/2/recovery-code"))["recovery_code"]
        lost = room.browser()
        await lost.post("recover", name="Ann", code=code, password="another one")
        assert (await lost.get("me"))["recovery_codes_left"] == 8
        await room.browser().post("guest", name="Gus")
        assert await hal.refused("POST", "people/3/recovery-code") == (403, "not_registered")


async def test_who_is_new_gets_the_starting_chips_once() -> None:
    async with site(starting=200) as room:
        gus, ann = room.browser(), await room.player("Ann")
        await gus.post("guest", name="Gus")
        await gus.post("register", password="aces and deuces")
        await gus.post("login", name="Gus", password="aces and deuces")
        for browser in (gus, ann):
            assert (await browser.get("me"))["balance"] == 200


async def test_the_floor_signs_out_and_mutes_players_only() -> None:
    async with site() as room:
        hal, flo, ann = await room.host(), await room.player("Flo"), await room.player("Ann")
        await hal.ask("PATCH", "people/2", role="floor")
        ended: list[tuple[int, str | None]] = []
        room.people.on_revoked.append(lambda person, session: ended.append((person, session)))
        assert await flo.refused("POST", "people/1/revoke") == (403, "not_allowed")
        assert await flo.refused("POST", "people/1/mute", on=True) == (403, "not_allowed")
        await flo.post("people/3/mute", on=True)
        assert (await ann.get("me"))["muted"] is True
        assert await flo.post("people/3/revoke") == {"ended": 1}
        assert [person for person, _ in ended] == [3]
        assert (await ann.get("me"))["person"] is None
        assert await flo.refused("POST", "people/9/revoke") == (404, "no_such_person")


async def test_a_bot_comes_by_its_token_and_may_only_play() -> None:
    async with site() as room:
        ann = await room.player("Ann")
        made = await ann.post("bots", name="Robbie")
        bot = room.browser(authorization=f"Bearer {made['token']}")
        assert (await bot.get("me"))["person"] == made["bot"] | {"owner": 1, "role": "bot"}
        assert (await bot.get("me/ledger"))["transfers"] == []
        for method, path, body in [
            ("POST", "bots", {"name": "Robbie Junior"}),
            ("GET", "notes", {}),
            ("POST", "guest", {"name": "Gus"}),
            ("POST", "register", {"name": "Ann 2", "password": "aces and deuces"}),
            ("POST", "login", {"name": "Ann", "password": "aces and deuces"}),
            ("POST", "host", {"token": "x"}),
        ]:
            status, _ = await bot.refused(method, path, **body)
            assert status in (403, 409), path
        (listed,) = (await ann.get("bots"))["bots"]
        assert (listed["name"], listed["balance"], "token" in listed) == ("Robbie", 0, False)
        await ann.ask("DELETE", f"bots/{listed['id']}")
        refused = await bot.ask("GET", "me")
        assert error_of(refused) == (401, "bad_token")
        assert refused.headers["www-authenticate"] == "Bearer"
        assert await ann.refused("DELETE", f"bots/{listed['id']}") == (404, "no_such_bot")


@pytest.mark.parametrize("value", ["Bearer", "Bearer x", "Basic QW5uOng=", "", "bearer x.x"])
async def test_a_wrong_token_is_no_stranger(value: str) -> None:
    async with site() as room:
        ann = await room.player("Ann")
        ann.client.headers["authorization"] = value
        # Not even with a cookie that is good: the program is to know.
        assert await ann.refused("GET", "me") == (401, "bad_token")


async def test_notes_are_private() -> None:
    async with site() as room:
        ann, bob = await room.player("Ann"), await room.player("Bob")
        written = await ann.ask("PUT", "notes/2", text="plays every ace")
        assert written.json()["name"] == "Bob"
        assert (await ann.get("notes/2"))["text"] == "plays every ace"
        assert [n["person"] for n in (await ann.get("notes"))["notes"]] == [2]
        assert (await bob.get("notes"))["notes"] == []
        assert await bob.refused("GET", "notes/2") == (404, "no_such_note")
        assert await ann.refused("PUT", "notes/2", text="x" * 1001) == (400, "bad_note")
        assert await ann.refused("PUT", "notes/9", text="x") == (404, "no_such_person")
        await ann.ask("DELETE", "notes/2")
        assert await ann.refused("DELETE", "notes/2") == (404, "no_such_note")


async def test_every_endpoint_is_for_the_roles_that_it_names() -> None:
    async with site() as room:
        people = await everybody(room)
        for endpoint in room.endpoints:
            if endpoint.right is None or endpoint.path == "/api/people/{id:int}/revoke":
                continue
            path = endpoint.path.removeprefix("/api/").replace("{id:int}", "99")
            for role, headers in people.items():
                browser = room.browser(**headers)
                answer = await browser.ask(endpoint.method, path.replace("{id}", "x"))
                barred = answer.status_code == 403 and "That is for" in answer.text
                assert barred == (role not in endpoint.roles), (endpoint.path, role)
            stranger = await room.browser().ask(endpoint.method, path)
            assert error_of(stranger) == (401, "who_are_you"), endpoint.path


async def everybody(room: Site) -> dict[Role, dict[str, str]]:
    """One of each role, by the headers that make him known."""
    hal, flo, ann = await room.host(), await room.player("Flo"), await room.player("Ann")
    await hal.ask("PATCH", "people/2", role="floor")
    gus = room.browser()
    await gus.post("guest", name="Gus")
    token = (await ann.post("bots", name="Robbie"))["token"]
    cookies = {Role.HOST: hal, Role.FLOOR: flo, Role.PLAYER: ann, Role.GUEST: gus}
    known = {role: {"cookie": f"omaha8={who.cookie}"} for role, who in cookies.items()}
    return known | {Role.BOT: {"authorization": f"Bearer {token}"}}


async def test_what_changes_something_is_no_get_and_has_a_summary() -> None:
    async with site() as room:
        every: tuple[Endpoint, ...] = room.endpoints  # type: ignore[type-arg]
        assert len({(one.method, one.path) for one in every}) == len(every) > 20
        for one in every:
            assert one.summary
            assert one.changes == (one.method != "GET")
            assert all(400 <= status < 600 for status, _ in one.errors)
        rights = {one.right for one in every}
        assert {Right.GRANT, Right.SET_ROLES, Right.SIGN_OUT, Right.MAKE_BOTS} <= rights


async def test_the_page_on_accounts_has_every_route() -> None:
    page = (Path(__file__).parents[2] / "docs" / "accounts.md").read_text("utf-8")
    told = re.findall(r"^\| `([A-Z]+) (/api/[^` ]+)` +\|", page, re.MULTILINE)
    async with site() as room:
        there = [(one.method, one.path.replace(":int}", "}")) for one in room.endpoints]
    assert sorted(told) == sorted(there)


async def test_a_restart_keeps_who_is_in() -> None:
    store = MemoryStore()
    async with site(store) as room:
        ann = await room.player("Ann")
    async with site(store) as room:
        again = room.browser(cookie=f"omaha8={ann.cookie}")
        assert (await again.get("me"))["person"]["name"] == "Ann"
