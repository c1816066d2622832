"""What all tests share: generated examples take the time they need, and are the same ones in every run."""

from hypothesis import settings

from .plugin import plug_in  # noqa: F401

settings.register_profile("seaboard", deadline=None, derandomize=True)
settings.load_profile("seaboard")
