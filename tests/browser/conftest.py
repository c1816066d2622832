"""A real server, the system's Chromium, and people who use its pages."""

import os
import shutil

import pytest
from playwright.sync_api import sync_playwright

from tests.table.server import serving

from .people import Person

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-component-update"]


LONG = ("test_whole_games.py", "test_why_not.py", "test_study_walk.py", "test_legibility.py")


def pytest_collection_modifyitems(items):
    """Runs the longest tests first, so that no worker is left alone with one at the end."""
    items.sort(key=lambda item: item.path.name not in LONG)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'tables.db'}") as server:
        yield server


@pytest.fixture(scope="session")
def chromium():
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "no Chromium: apt-get install chromium, or CHROMIUM=/path/to/chrome"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def person(server, chromium):
    """Makes people, each with their own browser. An error that their pages log fails the test."""
    people = []

    def new_person(**kind):
        people.append(Person(chromium, server.url, **kind))
        return people[-1]

    yield new_person
    complaints = [complaint for one in people for complaint in one.complaints]
    for one in people:
        one.context.close()
    assert not complaints


@pytest.fixture
def ann(person):
    return person()
