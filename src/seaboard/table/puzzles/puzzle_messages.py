"""Requests of the page of a puzzle, and its scene."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ..web.message_types import BoardRequest, Count

PuzzleKind = Literal["", "right", "wrong", "refused", "shown"]


class PuzzleRequest(BoardRequest):
    """A tried action, or the solution (`show`); `step`: how many steps of its continuation are shown."""

    action: Count | None = None
    show: bool = False
    step: Annotated[int | None, Field(ge=0, le=100)] = None


class PuzzleScene(TypedDict):
    """The board (SVG) and the card next to it (HTML); `kind` judges the tried action, whose line has `steps` steps to show."""

    kind: PuzzleKind
    action: int | None
    step: int
    steps: int
    board: str
    card: str
