"""Databases of every earlier schema can be opened and their games continue; backups. See tests/fixtures/make.py."""

import asyncio
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql

from seaboard.core.errors import SeaboardError
from seaboard.table import store
from seaboard.table.errors import Refused
from seaboard.table.store import admin
from seaboard.table.tables import commands
from seaboard.table.tables.table_registry import TableRegistry
from tests.fixtures.make import postgres_tool

from .server import Person, Server

SCHEMAS = Path(__file__).parents[1] / "fixtures" / "schema"
VERSIONS = range(1, store.VERSION + 1)


def load(database, version):
    """Makes a database as it was at that version."""
    kind = "sqlite" if store.is_sqlite(database) else "postgresql"
    text = (SCHEMAS / f"{version}.{kind}.sql").read_text(encoding="utf-8")
    if kind == "sqlite":
        with closing(sqlite3.connect(admin.file_of(database))) as connection:
            connection.executescript(text)
        return
    engine = sql.create_engine(database)
    with engine.begin() as connection:
        connection.exec_driver_sql(text.replace("%", "%%"))
    engine.dispose()


def shape_of(engine):
    """Every column of every table, with its kind and whether it may be empty; keys and indexes."""
    looked = sql.inspect(engine)
    return {
        name: (
            {(column["name"], str(column["type"]), column["nullable"]) for column in looked.get_columns(name)},
            sorted(looked.get_pk_constraint(name)["constrained_columns"]),
            {(tuple(key["constrained_columns"]), key["options"].get("ondelete")) for key in looked.get_foreign_keys(name)},
            {tuple(index["column_names"]) for index in looked.get_indexes(name)},
        )
        for name in looked.get_table_names()
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_every_schema_migrates(database, version, tmp_path):
    """The same tables and columns as in a new database: nobody forgot a migration, or to raise the version."""
    load(database, version)
    engine = store.connect(database)
    found = shape_of(engine)
    with engine.begin() as connection:
        assert connection.scalar(sql.select(store.schema.c.version)) == store.VERSION
        store.metadata.drop_all(connection)
    store.connect(database).dispose()
    assert found == shape_of(engine)
    engine.dispose()


@pytest.mark.parametrize("version", VERSIONS)
def test_tables_of_every_schema_continue(database, version):
    """Tables of the same rules continue. Others explain why they cannot, and keep their data."""
    load(database, version)
    asyncio.run(go_on(database))


async def go_on(database):
    registry = TableRegistry(database)
    registry.start()
    found = admin.list_tables(registry.engine, False, 100)
    assert {table["game"] for table in found} == {"maori", "kaivai", "nusfjord"}
    for row in found:
        table = await opened(registry, row["id"])
        if isinstance(table, Refused):
            assert table.status == 410
            assert "uses version 0 of the" in str(table), "rules or box changed without a new version of the rules"
            continue
        assert [event.text for event in table.chat] == ["hello"]
        assert table.match.version == 6
        assert table.over == (not row["open"])
        if not table.over and not table.bot_to_move:
            await commands.move(registry, table, table.mover, table.match.actions()[0], table.version)
            assert table.match.version == 7
    await registry.stop()


async def opened(registry, table_id):
    try:
        return await registry.open(table_id)
    except Refused as error:
        return error


def test_there_is_a_fixture_for_every_schema():
    assert {file.name for file in SCHEMAS.iterdir()} == {
        f"{n}.{kind}.sql" for n in VERSIONS for kind in ("sqlite", "postgresql")
    }


def test_a_migration_that_fails_changes_nothing(database, monkeypatch):
    load(database, 1)
    monkeypatch.setitem(store.MIGRATIONS, 1, [*store.MIGRATIONS[1], "CREATE NONSENSE"])
    with pytest.raises((SeaboardError, sql.exc.ProgrammingError)):
        store.connect(database)
    monkeypatch.undo()
    store.connect(database).dispose()


def test_several_processes_that_start_at_once_migrate_once(database):
    from concurrent.futures import ThreadPoolExecutor

    load(database, 1)
    with ThreadPoolExecutor(4) as threads:
        for engine in threads.map(store.connect, [database] * 4):
            engine.dispose()


def rows_of(database):
    engine = sql.create_engine(database)
    with engine.connect() as connection:
        found = {table.name: sorted(map(str, connection.execute(sql.select(table)))) for table in store.metadata.sorted_tables}
    engine.dispose()
    return found


def test_a_backup_made_while_people_play_can_be_restored(tmp_path):
    """SQLite: `seaboard admin backup` and `restore`."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    server = Server(database).start()
    try:
        with Person(server.url) as ann:
            table = ann.table(seats=[{"kind": "me"}, {"kind": "here"}])
            for _ in range(3):
                table.move()
            admin.backup(database, tmp_path / "copy.db")
            kept = table.scene()["version"]
            table.move()
            server.stop()
            admin.restore(tmp_path / "copy.db", database)
            server.start()
            assert table.scene()["version"] == kept
            assert table.move().status_code == 200
            assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    finally:
        server.stop()


def test_the_documented_commands_copy_a_postgresql(shared, postgres, tmp_path):
    """The commands of docs/serve.md: pg_dump and pg_restore."""
    load(shared, store.VERSION)
    text = (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")
    commands = re.findall(r"^(pg_dump .*|pg_restore .*)$", text, re.MULTILINE)
    assert len(commands) == 2
    before, url = rows_of(shared), shared.replace("+psycopg", "", 1)
    for command in commands:
        name, *arguments = command.partition("  #")[0].split()
        given = [url if one == "$DATABASE" else one for one in arguments]
        done = subprocess.run([postgres_tool(name), *given], cwd=tmp_path, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert rows_of(shared) == before


@pytest.mark.parametrize("content", [b"", b"nothing of the kind", b"SQLite format 3\0" + bytes(1000)])
def test_a_file_that_is_no_backup_is_not_restored(tmp_path, content):
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    store.connect(database).dispose()
    before = rows_of(database)
    (tmp_path / "copy.db").write_bytes(content)
    with pytest.raises(SeaboardError, match="copy"):
        admin.restore(tmp_path / "copy.db", database)
    assert rows_of(database) == before
    with pytest.raises(SeaboardError, match="pg_dump"):
        admin.backup("postgresql+psycopg://db/seaboard", tmp_path / "copy.db")
