"""An enlarged component: its picture and the facts about it."""

from collections.abc import Sequence
from dataclasses import dataclass

from .board import Panel


@dataclass(frozen=True)
class CloseUp:
    """One card, piece or board, as `Pictures.close_up` returns it."""

    title: str
    picture: Panel
    facts: Sequence[tuple[str, str]]  # (heading, text)
