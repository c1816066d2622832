"""Requests of the page of a box, and the answers to them."""

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from ...core.box_file import MAX_LENGTH
from ..web.message_types import Body, Count, Origin

Kind = Annotated[str, Field(max_length=20)]
Key = Annotated[str, Field(max_length=60)]
BoxName = Annotated[str, Field(max_length=60)]
BoxText = Annotated[str, Field(max_length=MAX_LENGTH)]
FieldName = Annotated[str, Field(max_length=30)]
FieldValue = Annotated[str, Field(max_length=700)]
FieldValues = Annotated[dict[FieldName, FieldValue], Field(max_length=40)]
Choices = Annotated[dict[Annotated[str, Field(max_length=120)], Annotated[str, Field(max_length=6)]], Field(max_length=600)]


class NewBox(Body):
    """A new box: a copy of the standard box, or the box in a file's text."""

    name: BoxName = ""
    text: BoxText = ""


class ComponentRequest(Body):
    """A request about one component."""

    kind: Kind
    key: Key


class PreviewRequest(ComponentRequest):
    """A component as it is being typed."""

    values: FieldValues


class SaveRequest(PreviewRequest):
    """A component to be stored, in the version that the page shows. An empty key adds one."""

    version: Count


class RemoveRequest(ComponentRequest):
    version: Count


class RenameRequest(Body):
    version: Count
    name: BoxName


class MergeRequest(Body):
    """Another person's box; `choices` decides conflicts: first (this box) or second (theirs), by "kind key"."""

    version: Count
    text: BoxText
    choices: Choices = Field(default_factory=dict)


class BoxLinkRequest(Body):
    """A new link with which others can edit the box; with `remove`, the link is removed."""

    origin: Origin = ""
    remove: bool = False


class MeasureRequest(ComponentRequest):
    games: Annotated[int, Field(ge=5, le=4000)] = 400


class JobRequest(Body):
    job: Annotated[str, Field(max_length=40)]


class FieldProblem(TypedDict):
    """An error and how to correct it; without a field, it is about the whole component."""

    field: str
    text: str


class PreviewAnswer(TypedDict):
    """The drawing (SVG), its text in each language, and its errors."""

    picture: str
    texts: dict[str, str]
    problems: list[FieldProblem]


class SavedAnswer(TypedDict):
    """The new version; the component's card and the progress of the box as HTML."""

    version: int
    key: str
    card: str
    status: str


class ComponentAnswer(TypedDict):
    """A component as it is stored now."""

    version: int
    values: dict[str, str]


class PicturesAnswer(TypedDict):
    pictures: dict[str, str]


class CompletionAnswer(TypedDict):
    words: list[str]


class PositionAnswer(TypedDict):
    """A position in which a component can be used."""

    text: str


class MergeAnswer(TypedDict):
    """The new version; if conflicts remain, the conflicts as HTML and the unchanged version."""

    version: int
    conflicts: str


class JobAnswer(TypedDict):
    job: str


class MeasureAnswer(TypedDict):
    """How many games have been played, and at the end the report as HTML."""

    done: int
    total: int
    report: str
    error: NotRequired[str]
