"""Bots that somebody else wrote, in a process that can do nothing but answer. See confine.py for what is enforced and where."""

from .sandboxed import Sandboxed

__all__ = ["Sandboxed"]
