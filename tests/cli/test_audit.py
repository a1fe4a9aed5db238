"""``omaha8 audit`` and ``omaha8 backup``: what they print and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omaha8.cli import main
from omaha8.store.store import Store
from tests.store.keeping import spoil
from tests.store.sessions_kept import keep_session


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """The folder of a server with one table."""
    store = Store.open(tmp_path / "data")
    await keep_session(store, "tda", hands=3)
    store.close()
    return tmp_path / "data"


def test_an_audit_that_finds_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--data", str(folder)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Tables                1\nHands                 3\nEvents ")
    assert printed.endswith("\n\nLedger, journal and tables agree; all accounts add up to 0.\n")
    assert main(["audit", "--data", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sound"] is True
    assert told["differences"] == []
    assert told["tables"] == 1


def test_a_difference_ends_with_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder, "UPDATE balances SET amount = amount + 3 WHERE account = 'table:tda'")
    assert main(["audit", "--data", str(folder)]) == 1
    printed = capsys.readouterr().out
    assert "\nDifferences (3)\n  table tda, event " in printed
    assert "  all accounts together have 3 chips, not 0\n" in printed
    assert main(["audit", "--data", str(folder), "--json"]) == 1
    first = json.loads(capsys.readouterr().out)["differences"][0]
    assert first["table"] == "tda"
    assert first["account"] == "table:tda"
    assert first["found"] == first["expected"] + 3


def test_cuts_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder, "INSERT INTO cuts (table_id, seq, at, why) VALUES ('tda', 0, 0, 'it')")
    assert main(["audit", "--data", str(folder)]) == 0
    assert "Cuts                  1  damaged ends of tables, cut off\n" in capsys.readouterr().out


def test_losses_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = b'{"at":1000000,"text":"omaha8.db-wal: ends after page 3 of 7"}\n'
    (folder / "omaha8.db-losses").write_bytes(line)
    assert main(["audit", "--data", str(folder)]) == 0
    assert (
        "\nFound by the server that started on 1970-01-01 00:16 UTC:\n"
        "  omaha8.db-wal: ends after page 3 of 7\n"
    ) in capsys.readouterr().out


def test_no_folder_is_a_users_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"omaha8: {tmp_path}/omaha8.db: there is no such file\n"


def test_a_backup_is_audited_like_a_folder(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "backup.db"
    assert main(["backup", "--data", str(folder), str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: {out.stat().st_size:,} bytes, checked\n"
    assert main(["audit", "--data", str(out)]) == 0
    capsys.readouterr()
    assert main(["backup", "--data", str(folder), str(out)]) == 2
    complaint = f"omaha8: {out}: is there already; take another name, or --force\n"
    assert capsys.readouterr().err == complaint
    assert main(["backup", "--data", str(folder), str(out), "--force"]) == 0
