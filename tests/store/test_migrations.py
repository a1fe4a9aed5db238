"""Files of every released version become today's, and lose nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import apsw
import pytest

from omaha8.store import migrations, schema
from omaha8.store.store import Store
from tests.store.keeping import ONE, ask, keep, numbers, write

SCHEMAS: Final = Path(__file__).parents[1] / "data" / "schemas"
RELEASED: Final = sorted(int(path.stem) for path in SCHEMAS.glob("*.sql"))

HISTORY: Final[dict[int, str]] = {
    1: """
        INSERT INTO tables (id, created, info) VALUES ('one', 5, '{"name":"One"}');
        INSERT INTO owners VALUES ('one', 4);
        INSERT INTO transfers (at, source, target, amount, kind, table_id, seq)
            VALUES (1000, 'person:1', 'table:one', 200, 'buy_in', 'one', 0);
        INSERT INTO balances VALUES ('person:1', -200), ('table:one', 200);
    """.replace('\'{"name":"One"}\'', 'CAST(\'{"name":"One"}\' AS BLOB)'),
}
"""What a server of that version had written: a table with chips on it, and later a settlement."""
HISTORY[2] = f"""{HISTORY[1]}
    INSERT INTO people (id, name, role, made) VALUES (1, 'Hal', 'host', 5);
    INSERT INTO settlements VALUES (1, 1000, 1);
    INSERT INTO standings VALUES (1, 'person:1', -200, 200, 0);
"""


def file_of_version(folder: Path, version: int) -> None:
    """As a server of that version left it."""
    folder.mkdir()
    connection = apsw.Connection(str(folder / "omaha8.db"))
    connection.execute((SCHEMAS / f"{version}.sql").read_text("utf-8"))
    connection.execute(HISTORY[version])
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION}")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()


def shape(folder: Path) -> list[Any]:
    """All tables, their columns, and the indexes."""
    return ask(
        folder,
        'SELECT s.type, s.name, i.name, i.type, i."notnull", i.dflt_value, i.pk FROM '
        "sqlite_schema s LEFT JOIN pragma_table_info(s.name) i ORDER BY 1, 2, 3",
    )


def test_every_version_up_to_todays_is_here() -> None:
    assert list(range(1, schema.VERSION + 1)) == RELEASED
    assert sorted(migrations.STEPS) == RELEASED[:-1]


def test_todays_tables_are_those_that_are_written_down() -> None:
    written = (SCHEMAS / f"{schema.VERSION}.sql").read_text("utf-8")
    today = [" ".join(sql.split()) for sql in schema.tables()]
    assert [" ".join(sql.split()) for sql in written.split(";\n") if sql.strip()] == today, (
        "a released file keeps its tables: make a new version with a step in "
        "omaha8.store.migrations (before the release: scripts/schema.py)"
    )


@pytest.mark.parametrize("version", RELEASED)
async def test_a_file_of_each_version_becomes_todays(
    folder: Path, tmp_path: Path, version: int
) -> None:
    file_of_version(folder, version)
    store = Store.open(folder)
    assert [(t.id, t.created, t.info) for t in await store.journal.tables()] == [
        (ONE, 5, b'{"name":"One"}')
    ]
    assert await store.ledger.balances() == {"person:1": -200, "table:one": 200}
    epoch = await store.journal.own(ONE)
    assert epoch == 5
    await keep(store, write(0, epoch=epoch))
    assert await numbers(store) == [0]
    store.close()
    new = tmp_path / "new"
    Store.open(new).close()
    assert shape(folder) == shape(new)


async def test_a_step_changes_the_file_whole_or_not_at_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store.open(folder).close()
    before = shape(folder)

    def first(connection: apsw.Connection) -> None:
        connection.execute("ALTER TABLE tables ADD COLUMN colour TEXT")

    def second(connection: apsw.Connection) -> None:
        connection.execute("CREATE TABLE tables (id)")

    now = schema.VERSION
    for module in (migrations, schema):
        monkeypatch.setattr(module, "VERSION", now + 2)
    monkeypatch.setattr("omaha8.store.files.VERSION", now + 2)
    monkeypatch.setattr(migrations, "STEPS", {now: first, now + 1: second})
    with pytest.raises(Exception, match="table tables already exists"):
        Store.open(folder)
    assert shape(folder) == before
    assert ask(folder, "PRAGMA user_version") == [(now,)]
    monkeypatch.setattr(migrations, "STEPS", {now: first, now + 1: lambda _: None})
    Store.open(folder).close()
    assert ask(folder, "PRAGMA user_version") == [(now + 2,)]
    assert ("table", "tables", "colour", "TEXT", 0, None, 0) in shape(folder)
