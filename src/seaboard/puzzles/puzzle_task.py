"""A puzzle to solve: a position, the right answers, the cost of every other move. Also made from mistakes in played games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import IllegalMove
from ..core.game import Game
from ..language import _
from ..match import Match
from ..study.learner import learner_names
from ..study.review import COSTS, Decision, Review
from .puzzle_file import Puzzle

FAULTS = ("mistake", "blunder")  # marks of decisions that make a puzzle


@dataclass(frozen=True)
class Step:
    """A move of a line: its seat, its button text, and the match after it."""

    seat: int
    words: str
    match: Match


@dataclass(frozen=True)
class Task:
    """The position, the seat to move, and what is known about each action."""

    match: Match
    seat: int
    answers: Sequence[int]  # the best first
    costs: Mapping[int, float]  # of other actions, compared with the best; incomplete if it comes from a review
    lines: Mapping[int, Sequence[str]]  # continuations after an action
    worth: float  # of the best action
    theme: str = ""
    difficulty: str = ""
    played: int | None = None  # the action in the game that it comes from

    @property
    def alone(self) -> bool:
        return self.match.seats == 1

    def words(self, action: int) -> str:
        return self.match.game.texts.choice(self.match.view(self.seat), self.match.box, action)

    def line(self, action: int) -> list[Step]:
        """The action and its continuation, as far as it is legal from here."""
        steps, trial = [], self.match.copy()
        for move in (self.match.text(action), *self.lines.get(action, ())):
            seat = trial.mover
            try:
                number = trial.find(move)
            except IllegalMove:  # chance turned out differently
                break
            if seat is None:
                break
            words = trial.game.texts.choice(trial.view(seat), trial.box, number)
            trial.push(number)
            steps.append(Step(seat, words, trial.copy()))
        return steps

    def figure(self, value: float) -> str:
        """A win probability, or points in a solo game."""
        return _("{points} points", points=f"{value:.1f}") if self.alone else f"{max(0, 100 * value):.0f} %"

    def verdict(self, action: int) -> str:
        """Why the action is not the answer."""
        cost = self.costs.get(action)
        if cost is None:
            return _("That is not one of the best choices here.")
        best, then = self.figure(self.worth), self.figure(self.worth - cost)
        if self.alone:
            return _("That costs about {cost}: {then} instead of {best}.", cost=self.figure(cost), then=then, best=best)
        return _("That costs about {cost} of winning: {then} instead of {best}.", cost=self.figure(cost), then=then, best=best)


def task_of(game: Game, puzzle: Puzzle) -> Task:
    """The task of a puzzle. Its position was redealt: it holds no secrets of a real game."""
    match = Match.from_position(puzzle.position)
    seat = match.mover or 0
    match.names = learner_names(match.seats, seat)
    numbers = {match.text(action): action for action in match.actions()}
    lines: dict[int, Sequence[str]] = {numbers[move]: line for move, line in puzzle.replies.items() if move in numbers}
    answers = [numbers[move] for move in puzzle.answers if move in numbers]
    return Task(
        match=match,
        seat=seat,
        answers=answers,
        costs={numbers[move]: cost for move, cost in puzzle.costs.items() if move in numbers},
        lines=lines | dict.fromkeys(answers, puzzle.line),
        worth=puzzle.worth,
        theme=puzzle.theme,
        difficulty=puzzle.difficulty,
    )


def mistakes_of(review: Review, seats: Sequence[int]) -> list[Decision]:
    """The mistakes and blunders of these seats, in the order of play."""
    return [decision for decision in review.decisions if decision.seat in seats and decision.mark in FAULTS]


def task_from(match: Match, decision: Decision) -> Task:
    """A decision of a finished game as a puzzle from the mover's view; actions nearly as good as the best count as right."""
    here = match.copy()
    here.back_to(decision.move)
    seat = decision.seat
    values = {choice.action: (choice.wins if match.seats > 1 else choice.points)[seat] for choice in decision.best_choices}
    best, little = values[decision.best], COSTS[match.seats > 1][0]
    costs: dict[int, Any] = {action: best - value for action, value in values.items()}
    return Task(
        match=here,
        seat=seat,
        answers=sorted((action for action in values if costs[action] < little), key=lambda action: costs[action]),
        costs={action: cost for action, cost in costs.items() if cost >= little},
        lines={choice.action: [here.text(action) for action in choice.line] for choice in decision.best_choices},
        worth=best,
        difficulty=decision.mark,
        played=decision.action,
    )
