"""Starts the longest tests first, so that no worker runs them alone at the end."""

LONG = (
    "test_cache.py",
    "test_no_index_is_out_of_bounds",
    "test_the_wheel",
    "test_the_code_of_a_page_runs",
    "test_plain_numba_plays",
    "test_a_gpu_",
)


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: next((n for n, part in enumerate(LONG) if part in item.nodeid), len(LONG)))
