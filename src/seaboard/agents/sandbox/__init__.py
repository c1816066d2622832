"""Untrusted bots, each in a process that can do nothing but answer. confine.py lists what is enforced and where."""

from .sandboxed import Sandboxed

__all__ = ["Sandboxed"]
