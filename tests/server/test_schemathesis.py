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
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from tests.room.persons import SECRET
from tests.server.listening import Listening, listening

EXAMPLES: Final = int(os.environ.get("OMAHA8_FUZZ_EXAMPLES", "5"))
"""Requests to each route."""


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


def requests_to(operation: Any, table: str) -> st.SearchStrategy[Any]:
    """Made up from the description; every other one is to a table that there is."""

    def there(case: Any, real: bool) -> Any:
        if real and "/tables/{id}" in case.path:
            case.path_parameters = {**case.path_parameters, "id": table}
            if "hand" in case.path_parameters:
                case.path_parameters["hand"] = 2
        return case

    return st.builds(there, operation.as_strategy(), st.booleans())


def ask_everything(server: Listening, name: str, examples: int) -> Counter[int]:
    """How often there was which status."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    statuses: Counter[int] = Counter()
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
        @given(case=requests_to(operation, server.table))
        def ask(case: Any) -> None:
            excluded: list[Any] = [positive_data_acceptance]
            if name:
                # In place of what was made up to be let in by.
                case.cookies, case.headers["cookie"] = {}, cookie  # noqa: B023
                case.headers.pop("Authorization", None)
                excluded.append(ignored_auth)
            response = case.call_and_validate(excluded_checks=excluded)
            statuses[response.status_code] += 1

        ask()
    return statuses


def test_a_host_is_answered_as_the_description_says(server: Listening) -> None:
    statuses = ask_everything(server, "Hal", EXAMPLES)
    assert statuses.total() > 120
    assert statuses[200] > 30
    assert statuses[401] < statuses.total() / 3


@pytest.mark.parametrize("name", ["Ann", ""])
def test_others_are_answered_so_as_well(server: Listening, name: str) -> None:
    statuses = ask_everything(server, name, (EXAMPLES + 1) // 2)
    assert statuses.total() > 80


def test_it_is_still_in_good_health(server: Listening) -> None:
    assert httpx2.get(f"{server.url}/healthz").json() == {"status": "ok", "reasons": []}
