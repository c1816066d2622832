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
    """A suggested move: the win chance in percent (None in a solo game), the points of all seats, a likely continuation."""

    action: int
    text: str
    wins: int | None
    points: list[float]
    equal: bool
    line: list[LineStep]


class Dice(TypedDict):
    """The dice that were rolled last (SVG), and in which move."""

    chance: str
    rolled: int


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
    since: list[TurnSpan]  # of the others, since the viewer's last turn
    told: str  # for screen readers, HTML-escaped
    title: str  # of the browser's tab
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


class CompanyScene(TypedDict):
    """The part that changes with the seats and the chat: HTML, and the number of messages."""

    players: str
    company: str
    invite: str
    chat: str
    said: int


class Scene(PositionScene, CompanyScene):
    """`number`: of the last event; `version`: of the event that made the current position."""

    number: int
    version: int


class SceneUpdate(PositionFields):
    """A scene without the HTML that the page already has; `marks` has the fingerprint of each part."""

    number: int
    version: int
    said: int
    marks: dict[str, str]
    board: NotRequired[str]
    prompt: NotRequired[str]
    coach: NotRequired[str]
    meanwhile: NotRequired[str]
    sentences: NotRequired[str]
    final: NotRequired[str]
    log: NotRequired[str]
    players: NotRequired[str]
    company: NotRequired[str]
    invite: NotRequired[str]
    chat: NotRequired[str]
