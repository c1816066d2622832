"""Settings of all tests: reproducible Hypothesis examples without a deadline, garbage collection, and which tests are slow."""

import gc

import pytest
from hypothesis import settings

from .plugin import plug_in  # noqa: F401

settings.register_profile("seaboard", deadline=None, derandomize=True)
settings.load_profile("seaboard")

gc.set_threshold(100_000, 20, 20)  # tests make many small objects that live long: frequent collections would take much time

# Tests in these folders are slow unless named here: files, or functions. All other tests are fast unless marked.
FAST = {
    "browser": ("test_playing.py",),
    "compiled": ("test_entries.py", "test_random_steps_play_the_games", "test_buffers_tell", "test_views_and_observations"),
    "table": ("test_options.py", "test_result.py", "test_rules_pages.py"),
}


def is_fast(item):
    """Tests on the shared server with SQLite are fast; those that start servers, or PostgreSQL, are slow."""
    if "postgres" in item.fixturenames:
        return False
    folder = item.path.parent.name
    shared = folder == "table" and "server" in item.fixturenames
    return shared or any(name in item.nodeid for name in FAST.get(folder, ("",)))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if not is_fast(item):
            item.add_marker("slow")


def pytest_collection_finish():
    gc.freeze()
