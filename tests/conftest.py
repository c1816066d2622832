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
    "browser": ("test_table.py", "test_every_page_is_in_the_list"),
    "compiled": (
        *("test_entries.py", "test_random_steps_play_the_games", "test_buffers_tell", "test_views_and_observations"),
        *("test_a_page_with_its_own_test_is_run_by_a_target", "test_each_game_has_ten_lines"),
    ),
    "table": (
        *("test_options.py", "test_result.py", "test_rules_pages.py", "test_sending.py", "test_contest.py"),
        *("test_clock_rules.py", "test_ahead_rules.py", "test_ticket_rules.py", "test_icons.py"),
        # what the sources must not do, and what must agree with them
        *("test_nobody_else_compares_addresses", "test_nobody_asks_the_clock_of_the_process"),
        "test_only_player_text_cleans_texts",
        *("test_every_address_for_others_is_made_in_one_place", "test_nothing_is_parsed_or_drawn_in_asyncios_own_threads"),
        *("test_the_generated_file_is_current", "test_the_check_finds_missing_undeclared", "test_the_docs_have_every_setting"),
        *("test_every_table_with_a_person_is_exported_and_deleted", "test_there_is_a_fixture_for_every_schema"),
        *("test_changed_content_has_a_new_address", "test_no_table_is_called_like_an_option_of_a_command"),
    ),
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
