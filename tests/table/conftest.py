"""A server for a module's tests, and people."""

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
