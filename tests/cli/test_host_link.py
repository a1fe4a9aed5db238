"""A new link for the host of a server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from omaha8.cli import main
from omaha8.room.person import Role
from omaha8.store.store import Store
from tests.room.persons import opened, player


def links(data: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    main(["host-link", "--data", str(data), *more])
    return capsys.readouterr().out.strip()


def test_a_link_works_when_the_server_runs_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Store.open(tmp_path).close()
    first = links(tmp_path, capsys)
    link = links(tmp_path, capsys, "--address", "https://club.example/")
    address, token = link.split("#host=")
    assert (address, first != link) == ("https://club.example/", True)
    assert first.startswith("http://localhost:8008/#host=")

    async def claim() -> Role:
        store = Store.open(tmp_path)
        people = await opened(store)
        ann = await people.staff.claim_host(token, await player(people, "Ann"))
        people.close()
        store.close()
        return ann.role

    assert asyncio.run(claim()) is Role.HOST


@pytest.mark.parametrize(
    "address",
    [
        *("foo", "", "club.example", "localhost:8008", "ftp://club.example", "http://"),
        *("https:club.example", "http://club.example:port", "http://[x", "http://club.example/#"),
    ],
)
def test_an_address_is_one_that_a_browser_opens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    Store.open(tmp_path).close()
    assert main(["host-link", "--data", str(tmp_path), "--address", address]) == 2
    said = capsys.readouterr()
    assert said.out == "", "no link, and the one before is as good as it was"
    assert said.err == (
        "omaha8: --address: http:// or https:// and a name, as in https://poker.example.org, "
        f"not {address!r}\n"
    )


def test_there_must_be_a_server_and_it_must_not_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["host-link", "--data", str(tmp_path / "none")]) != 0
    assert "no server has kept anything" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    store = Store.open(tmp_path)
    assert main(["host-link", "--data", str(tmp_path)]) != 0
    assert "another server" in capsys.readouterr().err
    store.close()
