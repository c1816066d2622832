"""A puzzle to solve: a position, the right answers, the cost of every other move. Also made from mistakes in played games."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..core.errors import IllegalMove
from ..core.game import Game
from ..language import _, decimal
from ..match import Match
from ..study.categories import Expected, difference_text, expected_by_category, others_text
from ..study.lines import unaffordable_step
from ..study.player_names import learner_names
from ..study.review import COSTS, Decision, Review
from .puzzle_file import Puzzle

PUZZLE_MARKS = ("mistake", "blunder")  # marks of decisions that make a puzzle
MAX_CHOICE_LENGTH = 50  # characters of a choice inside a sentence


@dataclass(frozen=True)
class Step:
    """A move of a line: its seat, its button text, and the match after it."""

    seat: int
    words: str
    match: Match


@dataclass(frozen=True)
class Task:
    """A position, the seat to move, and the costs and continuations of its actions."""

    match: Match
    seat: int
    answers: Sequence[int]  # the best first
    costs: Mapping[int, float]  # of other actions, compared with the best; incomplete if it comes from a review
    lines: Mapping[int, Sequence[str]]  # continuations after an action
    worth: float  # of the best action
    theme: str = ""
    difficulty: str = ""
    played: int | None = None  # the action in the game that it comes from
    expected: Mapping[int, Expected] = field(default_factory=dict)  # final points after actions

    @property
    def is_solo(self) -> bool:
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
        return _("{points} points", points=decimal(value)) if self.is_solo else f"{max(0, 100 * value):.0f} %"

    def verdict(self, action: int) -> str:
        """Why the action is not the answer."""
        cost = self.costs.get(action)
        if cost is None:
            return _("That isn't one of the best moves here.")
        best, then = self.figure(self.worth), self.figure(self.worth - cost)
        if self.is_solo:
            return _("About {then} instead of {best}.", then=then, best=best)
        return _("That drops your win chance from {best} to {then}.", then=then, best=best)

    def reasons(self, action: int) -> list[str]:
        """Why an answer is better than the next best action, or why another action is worse than the answer; in sentences."""
        is_answer, best = action in self.answers, self.answers[0]
        other = self.next_best() if is_answer else best
        if other is None or not {action, other} <= self.expected.keys():
            return []
        before, after = self.expected[other], self.expected[action]
        changes = difference_text(self.match.game, before.kinds.get(self.seat, ()), after.kinds.get(self.seat, ()))
        sentences = [
            "" if (after.lead(self.seat) > before.lead(self.seat)) is is_answer else self.placing_reason(is_answer),
            self.compared(other, changes) if changes else "",
            others_text(self.match.game, self.match.names, self.seat, before, after),
            "" if is_answer else self.unaffordable(action),
        ]
        return list(filter(None, sentences))

    def placing_reason(self, is_answer: bool) -> str:
        """Why the choice matters where the average points say the opposite."""
        if is_answer:
            return _("Not more points on average, but you finish first more often.")
        return _("Not fewer points on average, but you finish first less often.")

    def compared(self, other: int, changes: str) -> str:
        if other == self.answers[0]:
            return _("Compared with the best move: {changes}.", changes=changes)
        return _("Compared with the next best move, “{choice}”: {changes}.", choice=self.short_text(other), changes=changes)

    def short_text(self, action: int) -> str:
        return shortened(self.words(action))

    def next_best(self) -> int | None:
        """The least costly of the actions that are not answers."""
        return min(self.costs, key=lambda action: self.costs[action]) if self.costs else None

    def unaffordable(self, action: int) -> str:
        """Purchases that the player can afford after the answer, but not after this action."""
        best = self.answers[0]
        better, worse = ([first, *self.numbers(self.lines.get(first, ()))] for first in (best, action))
        if not (step := unaffordable_step(self.match.game, self.match.box, self.match.view(self.seat), better, worse)):
            return ""
        choice, reason = step
        return _("Later you can't play “{choice}”: {reason}", choice=shortened(choice), reason=reason.text)

    def numbers(self, line: Sequence[str]) -> list[int]:
        """The actions of a continuation."""
        return [self.actions_by_move[move] for move in line if move in self.actions_by_move]

    @cached_property
    def actions_by_move(self) -> Mapping[str, int]:
        """All actions by their notation."""
        game, box = self.match.game, self.match.box
        return {game.texts.notation(box, action): action for action in range(game.num_actions)}


def shortened(words: str) -> str:
    """The words of a choice inside a sentence: without the final full stop, and if they are long, without the explanation."""
    words = words.removesuffix(".")
    return words if len(words) <= MAX_CHOICE_LENGTH else re.split(r": | \(", words, maxsplit=1)[0]


def task_of(game: Game, puzzle: Puzzle) -> Task:
    """The task of a puzzle. Its position was redealt, so it contains no hidden information of a real game."""
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
        expected={numbers[move]: expected_by_category(kinds) for move, kinds in puzzle.expected.items() if move in numbers},
    )


def mistakes_of(review: Review, seats: Sequence[int]) -> list[Decision]:
    """The mistakes and blunders of these seats, in the order of play."""
    return [decision for decision in review.decisions if decision.seat in seats and decision.mark in PUZZLE_MARKS]


def task_from(match: Match, decision: Decision) -> Task:
    """A decision of a finished game as a puzzle from the mover's view; actions nearly as good as the best count as right."""
    earlier = match.copy()
    earlier.back_to(decision.move)
    seat = decision.seat
    values = {choice.action: (choice.wins if match.seats > 1 else choice.points)[seat] for choice in decision.best_choices}
    best, threshold = values[decision.best], COSTS[match.seats > 1][0]
    costs: dict[int, Any] = {action: best - value for action, value in values.items()}
    return Task(
        match=earlier,
        seat=seat,
        answers=sorted((action for action in values if costs[action] < threshold), key=lambda action: costs[action]),
        costs={action: cost for action, cost in costs.items() if cost >= threshold},
        lines={choice.action: [earlier.text(action) for action in choice.line] for choice in decision.best_choices},
        worth=best,
        difficulty=decision.mark,
        played=decision.action,
        expected={
            choice.action: Expected(choice.points, {seat: choice.kinds} if choice.kinds else {})
            for choice in decision.best_choices
        },
    )
