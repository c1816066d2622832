"""Requests of the page of a table, and the answers to them."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from ..tables.bots_offered import MAX_SHORT_NAME
from ..tables.shuffle_protocol import ShuffleState
from ..view.scene_types import HintView
from .message_types import MAX_INT, Body, Count, Hash, KeyStart, Origin, PlayerName, SeatNumber

BotLevel = Annotated[str, Field(max_length=MAX_SHORT_NAME)]  # the short name of an offered bot


class NewSeat(Body):
    """A seat of a new table. `level` is that of its bot; for a person, that of the weakest bot that may take over.

    `kind`: me, someone else at this screen ("here"), a friend who gets a link, or a bot.
    """

    kind: Literal["me", "here", "friend", "bot"]
    name: PlayerName = ""
    level: BotLevel = "normal"


class PaceRequest(Body):
    """The clock of a new table: seconds for each turn and in reserve, and what happens when they are used up."""

    kind: Literal["live", "days"]
    turn: Count
    reserve: Count
    timeout: Literal["bot", "end"] = "bot"


class NewTable(Body):
    """A new table. `preset` sets options and the level of the bots; `seed` is for practice.

    `name` is the player's own. With `together`, the players' browsers take part in the shuffle (docs/shuffle.md).
    `listed`: everybody may take the seats of friends, from the page of open tables; `low` and `high` limit their ratings.
    """

    game: Annotated[str, Field(max_length=20)]
    options: Annotated[dict[str, str | int | list[str]], Field(max_length=20, default_factory=dict)]
    seats: Annotated[list[NewSeat], Field(max_length=8, default_factory=list)]
    name: PlayerName = ""
    preset: Annotated[str, Field(max_length=40)] = ""
    seed: Annotated[str, Field(max_length=64)] = ""
    hints: bool = True
    together: bool = False
    pace: PaceRequest | None = None
    rated: bool = False
    listed: bool = False
    low: Annotated[int | None, Field(ge=0, le=5000)] = None
    high: Annotated[int | None, Field(ge=0, le=5000)] = None


class MoveRequest(Body):
    """An action at the version that the page shows. With `ask`, a move that ends the turn becomes a draft first."""

    version: Count
    action: Count
    ask: bool = False


class VersionRequest(Body):
    """A command at the version that the page shows: undo, hint."""

    version: Count


class ChatRequest(Body):
    text: Annotated[str, Field(min_length=1, max_length=500)]


class SeatRequest(Body):
    """A command about a seat: leave it, return to it."""

    seat: SeatNumber


class LinkRequest(SeatRequest):
    """A link to the player's own seat, or an invitation to an open one."""

    origin: Origin = ""


class RevokeRequest(SeatRequest):
    """Takes the seat away from another browser, or disables a link."""

    key: KeyStart


class HandoverRequest(SeatRequest):
    """A bot plays on for a seat."""

    level: BotLevel = "normal"


class BranchRequest(Body):
    """A new table that continues after `at` moves; with `redeal`, hidden information is redealt."""

    at: Count
    redeal: bool = False


class SealRequest(SeatRequest):
    """A browser commits to its random number by the number's hash (docs/shuffle.md)."""

    seal: Hash


class NonceRequest(SeatRequest):
    """A browser reveals the random number that it has sealed."""

    nonce: Hash


class VoteRequest(Body):
    """A vote to end the game now."""

    yes: bool = True


class ReportRequest(Body):
    """A report to the administrators: of a message by its event number, or of the whole table."""

    event: Annotated[int | None, Field(ge=1, le=MAX_INT)] = None
    reason: Annotated[str, Field(max_length=300)] = ""


class NewTableAnswer(TypedDict):
    """`invitations`: a link for each open seat."""

    table: str
    page: str
    invitations: dict[int, str]


class SummaryAnswer(TypedDict):
    """A running game in short: the round in words, and each seat's points so far."""

    round: str
    points: list[str]


class MoveAnswer(TypedDict):
    """The move is stored: the number of the last event, and the new version of the position."""

    number: int
    version: int


class DraftAnswer(TypedDict):
    """The move would end the turn: the page shows it as a draft, and asks the player to confirm."""

    draft: int
    version: int


class WhyNotAnswer(TypedDict):
    """Why an action is not legal, and the number of the rule; empty if it is legal."""

    why: str
    rule: str


class HintAnswer(TypedDict):
    version: int
    hints: list[HintView]
    html: str


class WarningAnswer(TypedDict):
    """The coach's warning as HTML; empty without one."""

    version: int
    html: str


class ShuffleAnswer(ShuffleState):
    """The state of the shuffle, with the list of seats and the invitations as HTML."""

    html: str
    invite: str
