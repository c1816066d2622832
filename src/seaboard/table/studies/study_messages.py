"""Requests of the page of a study, and the answers to them."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from ...study.document import MAX_CHAPTERS, MAX_COMMENT, MAX_ID, MAX_LENGTH, MAX_MARKS, MAX_TITLE
from ..web.message_types import Body, Count, KeyStart, Origin

ChapterNumber = Annotated[int, Field(ge=1, le=MAX_CHAPTERS)]
NodeId = Annotated[int, Field(ge=0, le=MAX_ID)]
FileText = Annotated[str, Field(max_length=MAX_LENGTH)]


class NewStudy(Body):
    """A new study: from a file's text (study, record or position), of a game's set-up, or of a table after `at` moves."""

    text: FileText = ""
    game: Annotated[str, Field(max_length=40)] = ""
    players: Annotated[int, Field(ge=0, le=8)] = 0
    table: Annotated[str, Field(max_length=32)] = ""
    at: Count = 0


class NodeRequest(Body):
    """A node of a chapter."""

    chapter: ChapterNumber = 1
    at: NodeId = 0


class ChangeRequest(NodeRequest):
    """A change at a node, of the version that the page shows."""

    version: Count


class PlayRequest(ChangeRequest):
    action: Count


class NoteRequest(ChangeRequest):
    """A new comment or new marks at a node; None leaves them as they are."""

    comment: Annotated[str, Field(max_length=MAX_COMMENT)] | None = None
    marks: Annotated[list[list[str]], Field(max_length=MAX_MARKS)] | None = None


class TitleRequest(ChangeRequest):
    """A new title of the study, or of the chapter."""

    title: Annotated[str, Field(max_length=MAX_TITLE)]
    of_chapter: bool = False


class ChapterRequest(ChangeRequest):
    """New chapters from a file's text."""

    text: FileText


class StudyLinkRequest(Body):
    """A link for others: to read the study, or to edit it too."""

    kind: Literal["read", "edit"]
    origin: Origin = ""


class StudyRevokeRequest(Body):
    key: KeyStart


class NewStudyAnswer(TypedDict):
    study: str
    page: str


class ChangeAnswer(TypedDict):
    """The new version, and the node to go to."""

    version: int
    chapter: int
    at: int


class EvaluationStep(TypedDict):
    """A step of a likely continuation."""

    seat: int
    text: str


class ChoiceEvaluation(TypedDict):
    """The bot's evaluation of a choice: win chance in percent, points, and the length of their bar (0 to 100).

    `change` says how it changes the expected points by category.
    """

    action: int
    text: str
    wins: int | None
    points: float | None
    change: str
    share: int
    line: list[EvaluationStep]


class EvaluationAnswer(TypedDict):
    choices: list[ChoiceEvaluation]
    html: str


class StudyTree(TypedDict):
    """The tree, the chapters and the description as HTML; `nodes`: each node's id, its parent, whether it ends a turn."""

    tree: str
    chapters: str
    about: str
    nodes: list[tuple[int, int | None, bool]]
    names: list[str]


class StudyNode(TypedDict):
    """A node: the board (SVG), the prompt and sentences (HTML), and the nodes that follow, by action.

    `mark` identifies the tree; `announcement` is for screen readers. `back` is the node at which this variation left the main
    line (None on the main line), `game` the page of the game there, for the owner of a study made from a table.
    """

    version: int
    chapter: int
    at: int
    mark: str
    title: str
    board: str
    mover: int | None
    viewer: int
    comment: str
    marks: tuple[tuple[str, ...], ...]
    children: dict[int, int]
    prompt: str
    sentences: str
    announcement: str
    back: int | None
    game: str


class StudyScene(StudyNode):
    """A node, with the tree unless the page already has it."""

    tree: NotRequired[str]
    chapters: NotRequired[str]
    about: NotRequired[str]
    nodes: NotRequired[list[tuple[int, int | None, bool]]]
    names: NotRequired[list[str]]
