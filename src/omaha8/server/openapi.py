"""The OpenAPI document of the HTTP API, made from the endpoints themselves (floor 6)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from omaha8.server.endpoints import LARGEST_ID, Endpoint, Nothing
from omaha8.server.errors import ErrorBody

JSON: Final = "application/json"
_PARAMETER: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")
_SCHEMAS: Final = "#/components/schemas/{name}"
_ERROR: Final = "ErrorBody"
_ABOUT: Final = (
    "Play money: chips are numbers in the room's own ledger. Requests that change something come "
    "with a session's cookie or a bot's token, in JSON, and from a page of this server if from a "
    "page. Every error is `error` (a code), `message` (a sentence) and perhaps `field`."
)


class OpenApi:
    """The route of ``/api/openapi.json``."""

    def __init__(self, endpoints: Iterable[Endpoint[Any]]) -> None:
        self._endpoints = tuple(endpoints)
        self._text: bytes | None = None

    async def answer(self, _: Request) -> Response:
        """The document, made when it is first asked for."""
        if self._text is None:
            self._text = msgspec.json.encode(document(self._endpoints))
        return Response(self._text, media_type=JSON)


def document(endpoints: Sequence[Endpoint[Any]]) -> dict[str, Any]:
    """The document as a dict."""
    schemas, components = _components(endpoints)
    paths: dict[str, dict[str, Any]] = defaultdict(dict)
    for endpoint in endpoints:
        plain = _PARAMETER.sub(r"{\1}", endpoint.path)
        paths[plain][endpoint.method.lower()] = _operation(endpoint, schemas, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "omaha8", "version": version("omaha8"), "description": _ABOUT},
        "paths": dict(paths),
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "omaha8"},
                "bot": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _components(
    endpoints: Sequence[Endpoint[Any]],
) -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """The schema of each type, and the components that they name."""
    types: list[Any] = [ErrorBody]
    for endpoint in endpoints:
        types += [endpoint.body, endpoint.answer, endpoint.query]
    types = list(dict.fromkeys(types))
    found, components = msgspec.json.schema_components(types, ref_template=_SCHEMAS)
    return dict(zip(types, found, strict=True)), components


def _operation(
    endpoint: Endpoint[Any], schemas: dict[Any, dict[str, Any]], components: dict[str, Any]
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": operation_id(endpoint),
        "tags": [endpoint.tag],
        "responses": _responses(endpoint, schemas),
    }
    parameters = [*_of_path(endpoint), *_of_query(endpoint, schemas, components)]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.changes and endpoint.method != "DELETE":
        operation["requestBody"] = {
            "required": endpoint.body is not Nothing,
            "content": {JSON: {"schema": schemas[endpoint.body]}},
        }
    if endpoint.right is not None:
        operation["security"] = [{"session": []}, {"bot": []}]
        operation["description"] = f"For {_listed(endpoint.roles)}."
    return operation


def operation_id(endpoint: Endpoint[Any]) -> str:
    """``post_tables_id_pause``."""
    words = re.findall(r"\w+", _PARAMETER.sub(r"\1", endpoint.path.removeprefix("/api")))
    return "_".join((endpoint.method.lower(), *words))


def _of_path(endpoint: Endpoint[Any]) -> list[dict[str, Any]]:
    found = []
    for name, kind in _PARAMETER.findall(endpoint.path):
        schema: dict[str, Any] = {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}
        if kind == "int":
            schema = {"type": "integer", "minimum": 0, "maximum": LARGEST_ID}
        found.append({"name": name, "in": "path", "required": True, "schema": schema})
    return found


def _of_query(
    endpoint: Endpoint[Any], schemas: dict[Any, dict[str, Any]], components: dict[str, Any]
) -> list[dict[str, Any]]:
    if endpoint.query is Nothing:
        return []
    whole = components[schemas[endpoint.query]["$ref"].rpartition("/")[2]]
    return [
        {
            "name": name,
            "in": "query",
            "required": name in whole.get("required", ()),
            # In an address there is no null: what is not there is left out.
            "schema": _without_null(schema),
        }
        for name, schema in whole["properties"].items()
    ]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) == 1:
        return dict(kinds[0])
    return {name: value for name, value in schema.items() if (name, value) != ("default", None)}


def _responses(
    endpoint: Endpoint[Any], schemas: dict[Any, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    answer = schemas[endpoint.answer]
    content = {JSON: {"schema": answer}}
    if "format" in endpoint.query.__struct_fields__:
        content["text/plain"] = {"schema": {"type": "string"}}
    found: dict[str, dict[str, Any]] = {
        str(endpoint.status): {"description": "Done.", "content": content}
    }
    by_status: dict[int, list[str]] = defaultdict(list)
    for status, code in (*_always(endpoint), *endpoint.errors):
        if code not in by_status[status]:
            by_status[status].append(code)
    for status, codes in sorted(by_status.items()):
        found[str(status)] = {
            "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}.",
            "content": {JSON: {"schema": {"$ref": _SCHEMAS.format(name=_ERROR)}}},
        }
    return found


def _always(endpoint: Endpoint[Any]) -> list[tuple[int, str]]:
    """What any request of its kind may be answered."""
    found = [
        (400, "malformed"),
        (401, "bad_token"),
        (421, "other_host"),
        (429, "too_fast"),
        (500, "internal"),
    ]
    if endpoint.right is not None:
        found += [(401, "who_are_you"), (403, "not_allowed")]
    if endpoint.changes:
        found += [(403, "other_site"), (413, "too_large"), (415, "not_json"), (503, "not_saved")]
    if "{" in endpoint.path:
        found.append((404, "not_found"))
    return found


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
