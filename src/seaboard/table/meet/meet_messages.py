"""Requests about open tables, friends, holidays, the spectators' chat and moves ahead, and the answers to them."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ..tables.ahead_rules import MAX_LINE, MAX_LINES
from ..web.message_types import MAX_INT, Body, Count, PlayerName, SeatNumber

Rating = Annotated[int | None, Field(ge=0, le=5000)]
PersonReference = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
RelationKind = Literal["friend", "block", ""]
DayText = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class TicketRequest(Body):
    """A ticket: waits for opponents."""

    game: Annotated[str, Field(max_length=20)]
    pace: Literal["live", "today", "days"]
    players: Annotated[int | None, Field(ge=2, le=8)] = None
    rated: bool = False
    low: Rating = None
    high: Rating = None
    name: PlayerName = ""


class TicketId(Body):
    ticket: Annotated[str, Field(max_length=16)]


class NameRequest(Body):
    name: PlayerName = ""


class PresenceRequest(NameRequest):
    """Whether others may see that this person is online."""

    visible: bool


class RelationRequest(Body):
    """Makes a person a friend or blocks them; an empty kind removes both."""

    person: PersonReference
    kind: RelationKind


class SeatRelationRequest(Body):
    """Makes the person on a seat a friend or blocks them; an empty kind removes both."""

    seat: SeatNumber
    kind: RelationKind


class InviteRequest(Body):
    """Invites a friend to an open seat."""

    seat: SeatNumber
    person: PersonReference


class HolidayRequest(Body):
    """A holiday from one day to another, both included, by UTC; in games over days the clock stops."""

    first: DayText
    last: DayText


class HolidayEnd(Body):
    """Removes the holiday with this number in the person's list."""

    holiday: Count


class ReasonRequest(Body):
    reason: Annotated[str, Field(max_length=300)] = ""


class SpectatorMessage(Body):
    text: Annotated[str, Field(min_length=1, max_length=500)]
    name: PlayerName = ""


class OpenTablesAnswer(TypedDict):
    """The live part of the page, and the table to go to, if a live ticket was matched."""

    number: int
    html: str
    go: str


class SpectatorChatAnswer(TypedDict):
    number: int
    html: str


class SpectatorReport(ReasonRequest):
    message: Count


class LineRequest(Body):
    """A line from the current position: actions of everybody; -1 for a hidden choice of another player."""

    seat: SeatNumber
    moves: Count
    line: Annotated[list[Annotated[int, Field(ge=-1, le=MAX_INT)]], Field(max_length=MAX_LINE)]


class PlanRequest(Body):
    """All lines of a seat's plan, and the names of its standing answers."""

    seat: SeatNumber
    moves: Count
    lines: Annotated[
        list[Annotated[list[Annotated[int, Field(ge=-1, le=MAX_INT)]], Field(max_length=MAX_LINE)]],
        Field(max_length=MAX_LINES, default_factory=list),
    ]
    answers: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=20, default_factory=list)]


class PlannedStep(TypedDict):
    seat: int
    name: str
    text: str


class PlannedChoice(TypedDict):
    action: int
    text: str


class LineAnswer(TypedDict):
    """The preview of a line: its moves as sentences, the player to move after it, and that player's choices."""

    steps: list[PlannedStep]
    mover: int | None
    name: str
    mine: bool
    choices: list[PlannedChoice]
    board: str


class StandingChoice(TypedDict):
    name: str
    text: str
    on: bool


class PlanAnswer(TypedDict):
    """A seat's own plan. `can_plan`: it is someone else's turn; `actions`: what is left of its lines."""

    moves: int
    can_plan: bool
    lines: list[list[PlannedStep]]
    actions: list[list[int]]
    answers: list[StandingChoice]
    notice: str
