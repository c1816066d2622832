"""A thing on the table looked at large: its picture, and all that there is to say about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from .board import Panel


@dataclass(frozen=True)
class Large:
    """One card, piece or board, as `Pictures.large` shows it."""

    title: str
    picture: Panel
    facts: Sequence[tuple[str, str]]  # a heading, and what stands below it
