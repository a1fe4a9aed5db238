"""Where a server is, as people write it; and what its HTTP API answers."""

from __future__ import annotations

import pytest

from omaha8.client import Api, Unreachable
from omaha8.client.address import parse_address


@pytest.mark.parametrize(
    ("written", "page", "socket"),
    [
        ("http://127.0.0.1:8008/", "http://127.0.0.1:8008/", "ws://127.0.0.1:8008/ws"),
        ("127.0.0.1:8008", "http://127.0.0.1:8008/", "ws://127.0.0.1:8008/ws"),
        (
            "https://poker.example.org",
            "https://poker.example.org:443/",
            "wss://poker.example.org:443/ws",
        ),
        (
            "wss://poker.example.org/ws",
            "https://poker.example.org:443/",
            "wss://poker.example.org:443/ws",
        ),
        ("http://[::1]:8008", "http://[::1]:8008/", "ws://[::1]:8008/ws"),
        (
            "https://example.org/poker/",
            "https://example.org:443/poker/",
            "wss://example.org:443/poker/ws",
        ),
    ],
)
def test_an_address(written: str, page: str, socket: str) -> None:
    address = parse_address(written)
    assert str(address) == page
    assert address.socket == socket


@pytest.mark.parametrize("written", ["", "ftp://example.org/", "http://", "http:///lobby"])
def test_what_is_no_address(written: str) -> None:
    with pytest.raises(ValueError, match="an address is http://HOST:PORT/"):
        parse_address(written)


def test_who_calls_stands_in_a_header_and_never_in_the_address() -> None:
    bot = parse_address("http://127.0.0.1:8008/", token="s3cret")
    person = parse_address("http://127.0.0.1:8008/", cookie="c00kie")
    assert bot.headers == {"Authorization": "Bearer s3cret"}
    assert person.headers == {"Cookie": "omaha8=c00kie"}
    assert parse_address("http://127.0.0.1:8008/").headers == {}
    for address in (bot, person):
        assert "s3cret" not in str(address) + address.socket
        assert "c00kie" not in str(address) + address.socket


def test_nobody_there() -> None:
    with pytest.raises(Unreachable, match="no answer from"):
        Api("http://127.0.0.1:9/").lobby()
