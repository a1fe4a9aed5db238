"""The whole HTTP API against its own description: whatever a program makes up is answered by it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from tests.room.persons import SECRET
from tests.server.listening import Listening, listening

EXAMPLES: Final = int(os.environ.get("OMAHA8_FUZZ_EXAMPLES", "5"))
"""Requests to each route."""

NOTHING_TO_GET_WRONG: Final = {
    "GET /api/lobby",
    "GET /api/me",
    "GET /api/rules",
    "GET /api/tables/{id}",
}
"""They take nothing but a name in the path, and any word may be one."""


@pytest.fixture(scope="module")
def server() -> Iterator[Listening]:
    with listening() as made:
        yield made


def cookie_of(server: Listening, name: str) -> str:
    """Of a new session: what was made up may have ended the last."""
    body = {"name": name, "password": SECRET}
    answer = httpx2.post(f"{server.url}/api/login", json=body, verify=False)
    assert answer.status_code == 200
    return str(answer.headers["set-cookie"]).partition(";")[0]


def requests_to(
    operation: Any, mode: GenerationMode, real: dict[str, Any]
) -> st.SearchStrategy[Any]:
    """Made up from the description; every other one is about what there is, by ``real``."""
    anything = operation.as_strategy(generation_mode=mode)
    there: dict[str, Any] = next(
        (ids for path, ids in real.items() if operation.path.startswith(path)), {}
    )
    known = {name: value for name, value in there.items() if f"{{{name}}}" in operation.path}
    if not known:
        return anything  # type: ignore[no-any-return]
    return st.one_of(anything, operation.as_strategy(generation_mode=mode, path_parameters=known))


def ask_everything(
    server: Listening, name: str, examples: int, mode: GenerationMode
) -> tuple[Counter[int], set[str]]:
    """How often there was which status; and what cannot be asked in that ``mode``."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    real = {
        "/api/tables/": {"id": server.table, "hand": 2},
        "/api/people/": {"id": server.club.persons["Gus"].id},
        "/api/notes/": {"id": server.club.persons["Gus"].id},
    }
    statuses: Counter[int] = Counter()
    unasked: set[str] = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        cookie = cookie_of(server, name) if name else ""

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=requests_to(operation, mode, real))
        def ask(case: Any) -> None:
            excluded: list[Any] = [positive_data_acceptance]
            if name:
                # In place of what was made up to be let in by.
                case.cookies, case.headers["cookie"] = {}, cookie  # noqa: B023
                case.headers.pop("Authorization", None)
                excluded.append(ignored_auth)
            response = case.call_and_validate(excluded_checks=excluded)
            statuses[response.status_code] += 1

        try:
            ask()
        except Unsatisfiable:
            unasked.add(operation.label)
    return statuses, unasked


def test_a_host_is_answered_as_the_description_says(server: Listening) -> None:
    statuses, unasked = ask_everything(server, "Hal", EXAMPLES, GenerationMode.POSITIVE)
    assert statuses.total() > 120
    assert statuses[200] > 30
    assert statuses[401] < statuses.total() / 3
    assert unasked == set()


@pytest.mark.parametrize("name", ["Ann", ""])
def test_others_are_answered_so_as_well(server: Listening, name: str) -> None:
    statuses, _ = ask_everything(server, name, (EXAMPLES + 1) // 2, GenerationMode.POSITIVE)
    assert statuses.total() > 80


@pytest.mark.parametrize("name", ["Hal", ""])
def test_what_is_malformed_is_refused_as_the_description_says(server: Listening, name: str) -> None:
    """Wrong types, what is missing or too much, no JSON: where it is for anybody, with a reason."""
    statuses, unasked = ask_everything(server, name, (EXAMPLES + 1) // 2, GenerationMode.NEGATIVE)
    assert statuses.total() > 80
    refused = sum(n for status, n in statuses.items() if 400 <= status < 500)
    assert refused > statuses.total() / 2
    assert unasked == NOTHING_TO_GET_WRONG


def test_it_is_still_in_good_health(server: Listening) -> None:
    assert httpx2.get(f"{server.url}/healthz").json() == {"status": "ok", "reasons": []}
