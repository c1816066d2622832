"""A puzzle that is being solved: a position, the right answers, what everything else costs. Also one's own mistakes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.errors import IllegalMove
from ..core.game import Game
from ..core.puzzles import Puzzle
from ..language import _
from ..match import Match
from ..study.review import COSTS, Decision, Review
from .lessons import COMPANIONS

FAULTS = ("mistake", "blunder")  # what is worth another try


@dataclass(frozen=True)
class Step:
    """A move of a line: who made it, in the words of a button, and where it led."""

    seat: int
    words: str
    match: Match


@dataclass(frozen=True)
class Task:
    """What is asked, of whom, and what is known about each action."""

    match: Match
    seat: int
    answers: Sequence[int]  # the best first
    costs: Mapping[int, float]  # of other actions, against the best; not of all where it comes from a review
    lines: Mapping[int, Sequence[str]]  # that follow an action
    worth: float  # of the best
    theme: str = ""
    difficulty: str = ""
    played: int | None = None  # in the game that it comes from

    @property
    def alone(self) -> bool:
        return self.match.seats == 1

    def words(self, action: int) -> str:
        return self.match.game.texts.choice(self.match.view(self.seat), self.match.box, action)

    def line(self, action: int) -> list[Step]:
        """The action and what follows it, as far as that is possible from here."""
        steps, trial = [], self.match.copy()
        for move in (self.match.text(action), *self.lines.get(action, ())):
            seat = trial.mover
            try:
                number = trial.find(move)
            except IllegalMove:  # chance has come out otherwise
                break
            if seat is None:
                break
            words = trial.game.texts.choice(trial.view(seat), trial.box, number)
            trial.push(number)
            steps.append(Step(seat, words, trial.copy()))
        return steps

    def figure(self, value: float) -> str:
        """A chance of winning, or points."""
        return _("{points} points", points=f"{value:.1f}") if self.alone else f"{max(0, 100 * value):.0f} %"

    def verdict(self, action: int) -> str:
        """Why not."""
        cost = self.costs.get(action)
        if cost is None:
            return _("That is not one of the best choices here.")
        best, then = self.figure(self.worth), self.figure(self.worth - cost)
        if self.alone:
            return _("That costs about {cost}: {then} instead of {best}.", cost=self.figure(cost), then=then, best=best)
        return _("That costs about {cost} of winning: {then} instead of {best}.", cost=self.figure(cost), then=then, best=best)


def task_of(game: Game, puzzle: Puzzle) -> Task:
    """A puzzle of the package. Its position was dealt for it: nothing in it is secret."""
    match = Match.from_position(puzzle.position)
    seat = match.mover or 0
    others = iter(COMPANIONS)
    match.names = [_("You") if n == seat else next(others) for n in range(match.seats)]
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
    """What these seats did badly, in the order of the game."""
    return [decision for decision in review.decisions if decision.seat in seats and decision.mark in FAULTS]


def task_from(match: Match, decision: Decision) -> Task:
    """A decision of a finished game once more, from the view of who decided: what is nearly as good is right as well."""
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
