"""Errors of requests: the HTTP status and the text."""

from ..core.errors import SeaboardError


class Refused(SeaboardError):
    """A request that is not served."""

    def __init__(self, status: int, text: str):
        super().__init__(text)
        self.status = status


class Stale(Exception):
    """Someone else wrote first."""


class Taken(Exception):
    """Someone else has it already: a seat, an invitation."""
