"""Accounts over HTTP: coming in, coming back, being signed out; what comes out is one form."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from omaha8.server.api import LARGEST_BODY, routes
from omaha8.server.endpoints import Call, Endpoint, Nothing
from tests.server.accounts import SITE, error_of, site

PASSWORD = "aces and deuces"


async def test_a_stranger_becomes_a_guest_with_one_request() -> None:
    async with site() as room:
        ann = room.browser()
        assert await ann.get("me") == {
            "person": None, "balance": 0, "at_tables": 0, "credit": 0,
            "may_create_tables": False, "muted": False, "recovery_codes_left": 0,
        }  # fmt: skip
        answer = await ann.ask("POST", "guest", name="Ann")
        person = {"id": 1, "name": "Ann", "role": "guest", "registered": False, "owner": None}
        assert (answer.status_code, answer.json()) == (201, {"person": person})
        assert answer.headers["cache-control"] == "no-store"
        assert (await ann.get("me"))["person"] == person
        assert await ann.refused("POST", "guest", name="Ann") == (409, "already_in")
        other = room.browser()
        assert (await other.post("guest", name="ann"))["person"]["name"] == "ann 2"


@pytest.mark.parametrize(
    ("headers", "proxies", "secure"),
    [
        ({}, (), False),
        ({"x-forwarded-proto": "https"}, (), False),
        ({"x-forwarded-proto": "https"}, ("192.0.2.0/24",), True),
        ({"x-forwarded-proto": "http"}, ("192.0.2.0/24",), False),
    ],
)
async def test_the_cookie_is_for_the_server_alone(
    headers: dict[str, str], proxies: tuple[str, ...], secure: bool
) -> None:
    own = {"origin": SITE.replace("http:", "https:" if secure else "http:")}
    async with site(proxies=proxies) as room:
        answer = await room.browser(**own, **headers).ask("POST", "guest", name="Ann")
        value, *attributes = answer.headers["set-cookie"].split("; ")
        assert value.startswith("omaha8=")
        wanted = ["Path=/", f"Max-Age={30 * 86400}", "HttpOnly", "SameSite=Lax"]
        assert attributes == wanted + ["Secure"] * secure


async def test_registering_changes_the_cookie_and_keeps_the_person() -> None:
    async with site() as room:
        ann = room.browser()
        await ann.post("guest", name="Ann")
        planted = ann.cookie
        told = await ann.post("register", password=PASSWORD)
        assert (told["person"]["id"], told["person"]["role"]) == (1, "player")
        assert len(told["recovery_codes"]) == 8
        assert ann.cookie not in (None, planted)
        thief = room.browser(cookie=f"omaha8={planted}")
        assert (await thief.get("me"))["person"] is None
        assert (await ann.get("me"))["recovery_codes_left"] == 8
        assert await ann.refused("POST", "register", password=PASSWORD) == (409, "registered")


async def test_logging_in_from_a_guest_ends_the_guest() -> None:
    async with site() as room:
        await room.player("Ann")
        browser = room.browser()
        await browser.post("guest", name="Gus")
        planted = browser.cookie
        await browser.post("login", name="ANN", password=PASSWORD)
        assert (await browser.get("me"))["person"]["name"] == "Ann"
        assert room.people.by_cookie(planted) is None


async def test_what_is_wrong_with_a_login_is_not_told() -> None:
    async with site() as room:
        await room.player("Ann")
        browser, said = room.browser(), set()
        for name, password in [("Ann", "wrong wrong"), ("Bob", PASSWORD)]:
            answer = await browser.ask("POST", "login", name=name, password=password)
            assert error_of(answer) == (401, "wrong_password")
            said.add(answer.text)
        assert len(said) == 1
        assert browser.cookie is None


async def test_logging_out() -> None:
    async with site() as room:
        ann = await room.player("Ann")
        cookie = ann.cookie
        await ann.post("logout")
        assert (ann.cookie, room.people.by_cookie(cookie)) == (None, None)
        await ann.post("logout")
        assert await ann.refused("GET", "me/sessions") == (401, "who_are_you")


async def test_sessions_are_seen_and_ended() -> None:
    async with site() as room:
        desk = await room.player("Ann")
        phone = room.browser(**{"user-agent": "Phone\r" + "x" * 500})
        await phone.post("login", name="Ann", password=PASSWORD)
        sessions = (await desk.get("me/sessions"))["sessions"]
        assert {s["device"]: s["here"] for s in sessions} == {
            "Firefox": True,
            "Phone" + "x" * 114: False,
        }
        told: list[tuple[int, str | None]] = []
        room.people.on_revoked.append(lambda person, session: told.append((person, session)))
        (theirs,) = [s["id"] for s in sessions if not s["here"]]
        await (await room.player("Bob")).ask("DELETE", f"me/sessions/{theirs}")
        assert (await phone.get("me"))["person"] is not None
        assert (await desk.ask("DELETE", f"me/sessions/{theirs}")).json() == {}
        assert told == [(1, theirs)]
        assert (await phone.get("me"))["person"] is None
        again = await desk.refused("DELETE", f"me/sessions/{theirs}")
        assert again == (404, "no_such_session")
        (here,) = (await desk.get("me/sessions"))["sessions"]
        await desk.ask("DELETE", f"me/sessions/{here['id']}")
        assert desk.cookie is None


async def test_another_password_signs_out_everywhere_else() -> None:
    async with site() as room:
        desk = await room.player("Ann")
        phone = room.browser()
        await phone.post("login", name="Ann", password=PASSWORD)
        wrong = await desk.refused("POST", "me/password", old="not that", password="another one")
        assert wrong == (401, "wrong_password")
        short = await desk.refused("POST", "me/password", old=PASSWORD, password="short")
        assert short == (400, "bad_password")
        before = desk.cookie
        await desk.post("me/password", old=PASSWORD, password="another one")
        assert desk.cookie != before
        assert (await desk.get("me"))["person"]["name"] == "Ann"
        assert (await phone.get("me"))["person"] is None


async def test_a_way_back_without_a_mail() -> None:
    async with site() as room:
        ann = room.browser()
        codes = (await ann.post("register", name="Ann", password=PASSWORD))["recovery_codes"]
        lost = room.browser()
        back = {"name": "Ann", "code": codes[0], "password": "another one"}
        told = await lost.post("recover", **back)
        assert (told["person"]["name"], told["recovery_codes_left"]) == ("Ann", 7)
        assert (await ann.get("me"))["person"] is None
        assert await room.browser().refused("POST", "recover", **back) == (401, "wrong_code")
        new = (await lost.post("me/recovery-codes", password="another one"))["recovery_codes"]
        assert (len(new), (await lost.get("me"))["recovery_codes_left"]) == (8, 8)


async def test_the_cookie_lasts_as_long_as_the_session() -> None:
    async with site() as room:
        ann = await room.player("Ann")
        assert "set-cookie" not in (await ann.ask("GET", "me")).headers
        room.clock.days(2)
        answer = await ann.ask("GET", "me")
        assert f"Max-Age={90 * 86400}" in answer.headers["set-cookie"]
        room.clock.days(89)
        assert (await ann.get("me"))["person"]["name"] == "Ann"


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": f"{SITE}:81"}, False),
        ({"sec-fetch-site": "cross-site", "origin": SITE}, False),
    ],
)
async def test_another_page_asks_for_nothing(headers: dict[str, str], allowed: bool) -> None:
    async with site() as room:
        ann = await room.player("Ann")
        ann.client.headers.update(headers)
        for method, path in [
            ("POST", "logout"),
            ("PUT", "notes/1"),
            ("DELETE", "notes/1"),
            ("PATCH", "people/1"),
        ]:
            refused = await ann.ask(method, path, **{"text": "x"} if method == "PUT" else {})
            assert (not allowed) == ("other_site" in refused.text), (method, path)
            assert allowed or refused.status_code == 403
        # It may look, but the browser does not show it what it sees.
        assert (await ann.ask("GET", "me")).status_code == 200


@pytest.mark.parametrize(
    "kind",
    ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
)
async def test_no_form_is_json(kind: str) -> None:
    async with site() as room:
        client = room.browser().client
        content = b'{"name":"Ann"}'
        answer = await client.post("/api/guest", content=content, headers={"content-type": kind})
        assert error_of(answer) == (415, "not_json")
        kind = "application/JSON; charset=utf-8"
        answer = await client.post("/api/guest", content=content, headers={"content-type": kind})
        assert answer.status_code == 201


@pytest.mark.parametrize(
    ("body", "says", "field"),
    [
        (b"{", "one JSON object", None),
        (b"[]", "Expected `object`, got `array`; the fields are name, password", None),
        (b"{}", "missing required field `name`", "name"),
        (b'{"name":1,"password":"x"}', "Expected `str`, got `int` (name)", "name"),
        (b'{"nam":"Ann"}', "unknown field `nam`", None),
        (b'{"name":"\xff"}', "JSON object", None),
        (b"[" * 9000, "the fields are", None),
        (b'{"name":' + b"[" * 9000, "the fields are", "name"),
        (b'{"' + b"x" * 500 + b'":1}', "...", None),
    ],
)
async def test_what_is_wrong_with_a_body(body: bytes, says: str, field: str | None) -> None:
    async with site() as room:
        answer = await room.browser().client.post(
            "/api/login", content=body, headers={"content-type": "application/json"}
        )
        assert error_of(answer) == (400, "malformed")
        assert says in answer.json()["message"]
        assert answer.json().get("field") == field
        assert len(answer.content) < 500


async def test_a_body_has_an_end() -> None:
    async def parts() -> Any:
        for _ in range(LARGEST_BODY // 1000 + 1):
            yield b" " * 1000

    async with site() as room:
        client = room.browser().client
        headers = {"content-type": "application/json"}
        for content in (b" " * (LARGEST_BODY + 1), parts()):
            answer = await client.post("/api/login", content=content, headers=headers)
            assert error_of(answer) == (413, "too_large")


async def test_other_errors_have_the_same_form() -> None:
    async with site() as room:
        browser = room.browser()
        assert await browser.refused("GET", "nothing") == (404, "not_found")
        wrong = await browser.ask("PUT", "login")
        assert error_of(wrong) == (405, "method_not_allowed")
        assert wrong.headers["allow"] == "POST"
        ann = await room.player("Ann")
        assert await ann.refused("GET", f"notes/{2**80}") == (404, "not_found")
        assert await ann.refused("GET", "notes/x") == (404, "not_found")
        assert await ann.refused("GET", "me/ledger?limit=0") == (400, "malformed")
        assert await ann.refused("GET", "me/ledger?limit=x") == (400, "malformed")
        assert await ann.refused("GET", "me/ledger?limits=5") == (400, "malformed")


async def test_a_fault_is_told_to_the_log_and_not_to_the_client(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with site() as room:
        ann = await room.player("Ann")

        def broken(*_: object) -> None:
            raise KeyError("the secret of the house")

        monkeypatch.setattr(room.people.notes, "of", broken)
        with caplog.at_level(logging.ERROR):
            answer = await ann.ask("GET", "notes")
        assert error_of(answer) == (500, "internal")
        assert "secret" not in answer.text
        assert "the secret of the house" in caplog.text


async def test_no_address_and_no_log_line_has_a_token(caplog: pytest.LogCaptureFixture) -> None:
    async with site() as room:
        with caplog.at_level(logging.DEBUG):
            ann = await room.host("Ann")
            made = await ann.post("bots", name="Robbie")
            await ann.post("login", name="Ann", password=PASSWORD)
        for secret in (ann.cookie, made["token"], PASSWORD):
            assert secret is not None
            assert secret not in caplog.text
        for endpoint in room.endpoints:
            assert "token" not in endpoint.path
            assert not {"token", "password", "code"} & set(endpoint.query.__struct_fields__)


def test_an_endpoint_is_there_once() -> None:
    async def nothing(_: Call[Nothing]) -> None:
        """Answers ``{}``."""

    one = Endpoint(
        method="GET",
        path="/api/one",
        summary="One",
        body=Nothing,
        answer=Nothing,
        handler=nothing,
    )
    with pytest.raises(ValueError, match="twice"):
        routes([one, one], None, None)  # type: ignore[arg-type]
