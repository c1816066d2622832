"""The scene of a table: everything that its page shows. Types only: nothing checks a scene at run time, tests do.

Fields named as HTML hold HTML; the page replaces an element's content with them.
"""

from typing import NotRequired

from typing_extensions import TypedDict

TurnSpan = tuple[int, int, int]  # moves made before the turn, moves made after it, the seat


class LineStep(TypedDict):
    """A step of a likely continuation."""

    seat: int
    name: str
    text: str


class HintView(TypedDict):
    """A suggested move: the win chance in percent (None in a solo game), the points of all seats, a likely continuation.

    `change` says how it changes the expected points by category: "+3.1 from ships, −1.2 from gold".
    """

    action: int
    text: str
    wins: int | None
    points: list[float]
    equal: bool
    change: str
    line: list[LineStep]


class Dice(TypedDict):
    """The dice that were rolled last (SVG), and in which move."""

    dice: str
    rolled_at: int


class PositionFields(Dice):
    """The fields that change with the position only, without HTML."""

    moves: int  # of the whole game
    at: int  # moves before the position that is shown
    mover: int | None
    yours: bool  # it is the viewer's turn
    viewer: int | None  # None: a spectator
    curtain: int | None  # the seat that the screen has to be passed to first
    over: bool
    round: str
    turns: list[TurnSpan]  # of the whole game
    since: list[TurnSpan]  # the turns of the others since the viewer's last turn
    announcement: str  # for screen readers, HTML-escaped
    title: str  # of the browser's tab
    scores: list[tuple[str, str]]  # of each seat, as if the game ended now, and how they come about
    draft: int | None  # the action that is shown as a draft


class PositionParts(TypedDict):
    """HTML that changes with the position only."""

    board: str
    prompt: str
    coach: str
    meanwhile: str
    sentences: str
    final: str
    log: str


class PositionScene(PositionFields, PositionParts):
    """The cached part of a scene."""


class SeatsScene(TypedDict):
    """The part that changes with the seats and the chat: HTML, and the number of messages."""

    players: str
    seats: str
    invite: str
    chat: str
    message_count: int


class Scene(PositionScene, SeatsScene):
    """`number`: of the last event; `version`: of the event that led to the position; `now`: the server's time, for clocks."""

    number: int
    version: int
    now: float


class PartChange(TypedDict):
    """The changes of a part. The page cuts its part at each `cut`; a piece is new text, or (first piece, number of pieces)."""

    cut: str
    pieces: list[str | tuple[int, int]]


Part = str | PartChange  # the whole part, or its changes


class SceneUpdate(PositionFields):
    """A scene, as changes of the scene with the mark `base` (None: whole); unchanged parts are left out.

    The page asks for the next scene with its own `mark`.
    """

    number: int
    version: int
    now: float
    message_count: int
    mark: str
    base: str | None
    board: NotRequired[Part]
    prompt: NotRequired[Part]
    coach: NotRequired[Part]
    meanwhile: NotRequired[Part]
    sentences: NotRequired[Part]
    final: NotRequired[Part]
    log: NotRequired[Part]
    players: NotRequired[Part]
    seats: NotRequired[Part]
    invite: NotRequired[Part]
    chat: NotRequired[Part]
