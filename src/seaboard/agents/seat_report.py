"""A seat's knowledge before its next decision, as text and as JSON: exactly what the page shows a player.

Everything comes from the seat's view. The text calls players by their seats, counted from 1. Names and chat are untrusted text
in a section of their own (untrusted.py). Texts are English, whatever the server's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import ranking
from ..core.game import Game
from ..core.position import view_to_dict
from ..match import Match
from .match_events import Event, events, seat_label, seat_labels, using_seat_labels
from .untrusted import ChatLine, untrusted_lines, untrusted_to_dict

FORMAT = "seaboard seat report 1"
ANSWER = "Answer with the number or the notation of one move."


@dataclass(frozen=True)
class LegalMove:
    """A legal move: its number in the list, from 1, its action, its notation, and a sentence."""

    number: int
    action: int
    move: str
    text: str

    def line(self) -> str:
        return f"{self.number}. {self.move}: {self.text}"


@dataclass(frozen=True)
class Score:
    """Points as if the game ended now, as far as the seat knows."""

    points: float
    kinds: dict[str, float]
    place: int | None  # only when the game is over

    def line(self, seat: int) -> str:
        parts = ", ".join(f"{kind} {points}" for kind, points in self.kinds.items() if points)
        place = f", place {self.place}" if self.place else ""
        return f"{seat_label(seat)}: {self.points}{f' ({parts})' if parts else ''}{place}"


@dataclass(frozen=True)
class SeatReport:
    """A seat's knowledge of a match; `text()` and `to_dict()` have the same content."""

    game: Game
    options: dict[str, Any]
    seat: int  # from 0
    seats: int
    version: int  # number of moves played
    mover: int | None
    prompt: str  # the mover's prompt
    rule: str  # the number of the rule that asks it
    moves: tuple[LegalMove, ...]  # of this seat; empty unless it is to move
    events: tuple[Event, ...]  # since its last decision
    position: tuple[str, ...]  # in sentences
    table: dict[str, Any]  # as plain values
    scores: tuple[Score, ...]
    names: tuple[str, ...]  # untrusted
    chat: tuple[ChatLine, ...]  # untrusted

    @property
    def over(self) -> bool:
        return self.mover is None

    def text(self, position: bool = True) -> str:
        """The report in sentences; without the position for a reader who has just seen it."""
        parts = [[self.heading()], ["Since your last decision:", *bullets(event.sentence() for event in self.events)]]
        if not self.events:
            parts.pop()
        if position:
            parts.append(["Position:", *self.position])
        parts.append(["Final points:" if self.over else "Points if the game ended now:", *self.score_lines()])
        parts += [lines] if (lines := untrusted_lines(self.names, self.chat)) else []
        return "\n\n".join("\n".join(lines) for lines in [*parts, self.decision_lines()] if lines)

    def heading(self) -> str:
        options = ", ".join(f"{name} {value}" for name, value in self.options.items() if name != "players")
        players = f"{self.seats} players" if self.seats > 1 else "1 player"
        return f"{self.game.title}, {players}{f' ({options})' if options else ''}. You are {seat_label(self.seat)}."

    def score_lines(self) -> list[str]:
        return [score.line(seat) for seat, score in enumerate(self.scores)]

    def decision_lines(self) -> list[str]:
        if self.mover is None:
            return ["The game is over."]
        question = f"{self.prompt}{f' ({self.rule})' if self.rule else ''}"
        if not self.moves:
            return [f"{seat_label(self.mover)} decides: {question}"]
        return [f"Your decision: {question}", *(move.line() for move in self.moves), ANSWER]

    def to_dict(self) -> dict[str, Any]:
        """For JSON; `report_schema` describes it."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "options": self.options,
            "seat": self.seat + 1,
            "seats": self.seats,
            "version": self.version,
            "mover": None if self.mover is None else self.mover + 1,
            "over": self.over,
            "prompt": self.prompt,
            "rule": self.rule,
            "moves": [vars(move) for move in self.moves],
            "events": [{"seat": None if e.seat is None else e.seat + 1, "text": e.text} for e in self.events],
            "position": self.table,
            "scores": [vars(score) for score in self.scores],
            "untrusted": untrusted_to_dict(self.names, self.chat),
        }


def report(match: Match, seat: int, since: int | None = None, chat: Sequence[ChatLine] = ()) -> SeatReport:
    """The report for a seat (from 0). Events are those from move number `since` on, by default from its last own move on."""
    game, box, seen = match.game, match.box, match.view(seat)
    start = last_own_move(match, seat) if since is None else since
    with using_seat_labels(match):
        return SeatReport(
            game=game,
            options=changed_options(game, match.options),
            seat=seat,
            seats=match.seats,
            version=match.version,
            mover=match.mover,
            prompt="" if match.over else game.texts.prompt(seen, box),
            rule="" if match.over else game.texts.question_rule(seen),
            moves=legal_moves(match) if match.mover == seat else (),
            events=tuple(events(match, seat, start)),
            position=tuple(game.texts.describe(seen, box, seat, seat_labels(match))),
            table=view_to_dict(game, box, seen, seat),
            scores=scores(match, seen),
            names=tuple(changed_names(match)),
            chat=tuple(chat),
        )


def legal_moves(match: Match) -> tuple[LegalMove, ...]:
    """The mover's legal moves, numbered from 1."""
    seen, texts = match.view(match.mover), match.game.texts
    with using_seat_labels(match):
        return tuple(
            LegalMove(number, action, match.text(action), texts.choice(seen, match.box, action))
            for number, action in enumerate(match.actions(), 1)
        )


def last_own_move(match: Match, seat: int) -> int:
    """The number of the seat's last move, whose outcome is new to it; 0 if it has made none."""
    for n in range(len(match.history) - 1, -1, -1):
        if int(match.game.mover(match.history[n][1])) == seat:
            return n
    return 0


def scores(match: Match, seen: np.record) -> tuple[Score, ...]:
    """From the seat's view."""
    sheet = np.zeros((match.seats, len(match.game.score_kinds)), np.int32)
    match.game.score_sheet(seen, match.box, sheet)
    places: list[int | None] = [None] * match.seats
    if match.over:
        places = list(ranking.places(match.game, seen, match.box, match.seats))
    kinds = match.game.score_kinds
    rows = [[match.points_of(units) for units in row] for row in sheet.tolist()]
    return tuple(Score(sum(row), dict(zip(kinds, row, strict=True)), place) for row, place in zip(rows, places, strict=True))


def changed_options(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """Options other than the defaults; a file is not named."""
    shown: dict[str, Any] = {}
    for option in game.options:
        value = options[option.name]
        values = value if option.many else [value]
        if option.name == "players" or value not in (option.default, list(option.default) if option.many else option.default):
            shown[option.name] = value if all(part in option.choices for part in values) else "own file"
    return shown


def changed_names(match: Match) -> list[str]:
    """The players' names, or nothing where they are the usual ones."""
    default_names = [f"Player {n}" for n in range(1, match.seats + 1)]
    return [] if match.names == default_names else list(match.names)


def bullets(lines: Any) -> list[str]:
    return [f"- {line}" for line in lines]
