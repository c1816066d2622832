"""Errors of requests and of writes to the database."""

from ..core.errors import SeaboardError


class Refused(SeaboardError):
    """The server refuses a request, with this HTTP status and this text for the reader."""

    def __init__(self, status: int, text: str):
        super().__init__(text)
        self.status = status


class Stale(Exception):
    """Another writer was faster: read the new state and try again."""


class Taken(Exception):
    """A condition of a write no longer holds: a seat or an invitation is taken, or a deadline has passed."""
