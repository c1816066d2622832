"""What all tests share: generated examples take the time they need, and are the same ones in every run."""

import gc

from hypothesis import settings

from .plugin import plug_in  # noqa: F401

settings.register_profile("seaboard", deadline=None, derandomize=True)
settings.load_profile("seaboard")

gc.set_threshold(100_000, 20, 20)  # tests are many small objects that stay: looking for garbage among them takes long


def pytest_collection_finish():
    gc.freeze()
