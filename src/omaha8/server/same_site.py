"""Whether the page that asks is the server's own (floor 6)."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers

from omaha8.server.errors import ApiError
from omaha8.server.origin import same_origin

_OWN: Final = frozenset({"same-origin", "none"})
"""Sec-Fetch-Site: the own page, or the user himself. A neighbour under the same domain is not."""


def check_same_site(headers: Headers, *, https: bool) -> None:
    """Refuses (`ApiError`) what another page asks for in its visitor's name; see `same_origin`.

    A browser says where a request comes from; what says nothing is no browser, or one so old that
    the content type has to do: no form can send JSON, and no script elsewhere without asking.
    """
    own = headers.get("sec-fetch-site", "none") in _OWN
    if not own or not same_origin(headers, https=https):
        raise ApiError(403, "other_site", "Only this server's own pages may ask for that.")


def check_json(headers: Headers) -> None:
    """Refuses (`ApiError`) a body that does not say that it is JSON."""
    kind = headers.get("content-type", "").partition(";")[0].strip().casefold()
    if kind != "application/json":
        raise ApiError(415, "not_json", "A body is JSON; say so: content-type: application/json.")
