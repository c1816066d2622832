"""A real Chromium on a real server. CHROMIUM names another browser than the system's."""

import os
import shutil
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.table.server import serving

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--mute-audio"]


def chromium():
    named = os.environ.get("CHROMIUM")
    found = named or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "the browser tests need Chromium: apt-get install chromium, or CHROMIUM=/path/to/chrome"
    return found


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as play:
        yield play.chromium.launch(executable_path=chromium(), args=ARGUMENTS)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'tables.db'}") as server:
        yield server


@pytest.fixture
def visit(browser, server):
    """Opens a page as someone with a browser of their own; what the console complains of fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(path="/", width=1440, height=900, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, base_url=server.url, **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(path)
        return page

    opener: Any = open_page
    opener.complaints = complaints
    yield opener
    for context in contexts:
        context.close()
    assert complaints == []
