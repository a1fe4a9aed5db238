"""The API describes itself: the OpenAPI document and ``docs/http-api.md`` are of what is served."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import Any, Final

import jsonschema_rs
import msgspec
import pytest

from omaha8.room.histories import HandHistory
from omaha8.room.spec import TableSpec
from omaha8.server.endpoints import Endpoint
from omaha8.server.errors import ErrorBody
from omaha8.server.openapi import document
from tests.server.club import Club, club
from tests.server.http_api_page import PAGE, endpoints, with_routes

PARAMETER: Final = re.compile(r"\{(\w+)(?::\w+)?\}")


@pytest.fixture
async def room() -> AsyncIterator[Club]:
    async with club() as made:
        yield made


@pytest.fixture
async def api() -> list[Endpoint[Any]]:
    return await endpoints()


async def test_it_is_served(room: Club, api: list[Endpoint[Any]]) -> None:
    assert await room.get("", "/api/openapi.json") == json.loads(msgspec.json.encode(document(api)))


def test_every_route_is_in_it_once(api: list[Endpoint[Any]]) -> None:
    paths = document(api)["paths"]
    listed = [(method.upper(), path) for path, methods in paths.items() for method in methods]
    assert sorted(listed) == sorted((e.method, PARAMETER.sub(r"{\1}", e.path)) for e in api)
    names = [one["operationId"] for methods in paths.values() for one in methods.values()]
    assert len(set(names)) == len(api)


async def test_an_address_says_which_methods_it_has(room: Club, api: list[Endpoint[Any]]) -> None:
    """Also by GET, for which there are pages elsewhere; what is no address has no methods."""
    for path, methods in document(api)["paths"].items():
        there = {method.upper() for method in methods}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"} - there:
            answer = await room.asks().request(method, re.sub(r"{\w+}", "1", path))
            assert (answer.status_code, answer.json()["error"]) == (405, "method_not_allowed")
            assert set(answer.headers["allow"].split(", ")) == there
    for method in ("GET", "POST", "DELETE"):
        answer = await room.asks().request(method, "/api/nothing")
        assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_every_schema_it_names_is_there(api: list[Endpoint[Any]]) -> None:
    whole = document(api)
    schemas = whole["components"]["schemas"]
    named = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(whole))
    assert set(named) <= set(schemas)
    for name in schemas:
        schema = {"$ref": f"#/components/schemas/{name}", "components": whole["components"]}
        jsonschema_rs.Draft202012Validator(schema)


def test_every_parameter_of_a_path_is_described(api: list[Endpoint[Any]]) -> None:
    for path, methods in document(api)["paths"].items():
        for operation in methods.values():
            described = [p for p in operation.get("parameters", ()) if p["in"] == "path"]
            assert [p["name"] for p in described] == PARAMETER.findall(path)


async def test_answers_are_as_described(room: Club, api: list[Endpoint[Any]]) -> None:
    table = str((await room.post("Hal", "/api/tables", {"bots": 0}))["id"])
    await room.play(table, 1)
    whole = document(api)
    for path in ("/api/lobby", "/api/rules", "/api/me", f"/api/tables/{table}/hands/1"):
        plain = path.replace(table, "{id}").replace("hands/1", "hands/{hand}")
        content = whole["paths"][plain]["get"]["responses"]["200"]["content"]
        schema = {**content["application/json"]["schema"], "components": whole["components"]}
        jsonschema_rs.validate(schema, await room.get("Ann", path))
        with pytest.raises(jsonschema_rs.ValidationError):
            jsonschema_rs.validate(schema, ["something else"])


def test_who_may_call_what_is_described(api: list[Endpoint[Any]]) -> None:
    whole = document(api)["paths"]
    assert "security" not in whole["/api/lobby"]["get"]
    create = whole["/api/tables"]["post"]
    assert create["security"] == [{"session": []}, {"bot": []}]
    assert {"400", "401", "403", "413", "415", "429", "503"} <= set(create["responses"])


def test_the_page_lists_the_routes_as_they_are(api: list[Endpoint[Any]]) -> None:
    page = PAGE.read_text("utf-8")
    assert page == with_routes(page, api), "python -m tests.server.http_api_page makes it anew"


def test_the_examples_of_the_page_are_what_they_say() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    error, table, hand = blocks
    assert msgspec.json.decode(error, type=ErrorBody).field == "stakes"
    spec = msgspec.json.decode(table, type=TableSpec)
    assert spec.setup().title == "Limit Omaha Hi/Lo 4/8"
    fields = msgspec.json.decode(hand)
    assert tuple(fields) == HandHistory.__struct_fields__
    msgspec.json.decode(hand, type=HandHistory)


async def test_the_metrics_of_the_page_are_those_that_are_served(room: Club) -> None:
    rows = re.findall(r"^\| (`omaha8_[^|]+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    words = [word for row in rows for word in re.findall(r"`(\w+)`", row)]
    listed = {word if word.startswith("omaha8") else f"omaha8{word}" for word in words}
    text = (await room.asks().get("/metrics")).text
    served = set(re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE))
    assert listed == served
