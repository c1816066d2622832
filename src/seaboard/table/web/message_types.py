"""Parts that messages between page and server share. Requests are Pydantic models, answers are TypedDicts (static types only).

`make protocol` writes all of them to `static/protocol.d.ts`, as the routes use them.
"""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from ...drawing.board import VIEWPORT
from ..view.viewpoint import viewport_of

MAX_INT = 2**31 - 1
MAX_NAME = 24

Count = Annotated[int, Field(ge=0, le=MAX_INT)]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Pixels = Annotated[int, Field(ge=300, le=6000)]
PlayerName = Annotated[str, Field(max_length=MAX_NAME)]
Origin = Annotated[str, Field(pattern=r"^(https?://[^\s/]{1,200})?$")]  # of the page, as its browser knows it
KeyStart = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]  # the first digits of a key's hash
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Body(BaseModel):
    """A JSON request; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class EmptyRequest(Body):
    """A request without content."""


class BoardRequest(Body):
    """A request whose answer has a board: the screen is narrow, or the board gets `width` x `height` pixels."""

    narrow: bool = False
    width: Pixels = VIEWPORT[0]
    height: Pixels = VIEWPORT[1]

    @property
    def viewport(self) -> tuple[int, int]:
        return viewport_of(self.width, self.height)


class PageAnswer(TypedDict):
    """The address of the page to go to."""

    page: str


class LinkAnswer(TypedDict):
    """A link to share, and its QR code as SVG (empty without an origin)."""

    link: str
    qr: str


class ErrorAnswer(TypedDict):
    """The body of every answer with a status of 400 or above."""

    error: str
