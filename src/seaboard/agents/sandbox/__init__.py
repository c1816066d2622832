"""Untrusted bots, each in a confined process. confine.py lists what is enforced and where."""

from .sandboxed import Sandboxed

__all__ = ["Sandboxed"]
