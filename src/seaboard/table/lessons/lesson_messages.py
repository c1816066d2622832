"""Requests of the page of a lesson, and its scene."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from ...lessons.lesson_session import CONTINUE
from ..web.message_types import MAX_INT, BoardRequest

MAX_INPUTS = 100  # more than any lesson needs


class LessonRequest(BoardRequest):
    """All inputs from the start of the lesson: actions, and -1 for *Continue*. With `help`, the next step is played."""

    inputs: Annotated[list[Annotated[int, Field(ge=CONTINUE, le=MAX_INT)]], Field(max_length=MAX_INPUTS)]
    help: bool = False


class LessonScene(TypedDict):
    """The board (SVG) and the card next to it (HTML) after these inputs; a wrong input is answered and left out.

    `step_start` and `previous_start`: the number of inputs before this step and the one before. `at`: the number of this step.
    `highlighted` actions and `parts` of the board show where to look; `intended` is the action that a hint shows.
    """

    inputs: list[int]
    step_start: int
    previous_start: int
    at: int
    kind: str
    failed: bool
    finished: bool
    board: str
    card: str
    highlighted: list[int]
    parts: list[str]
    intended: int | None
