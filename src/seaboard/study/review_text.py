"""The texts of a review: sentences, figures and the words of buttons."""

import numpy as np

from ..language import _, mark
from ..match import Match
from .lines import line_in_words
from .review import Choice, Decision, Review

MARKS = {"inaccuracy": mark("inaccuracy"), "mistake": mark("mistake"), "blunder": mark("blunder")}


def figure(review: Review, value: float) -> str:
    """A win probability, or points in a solo game."""
    return f"{value:.1f}" if review.alone else f"{100 * value:.0f} %"


def change(review: Review, value: float) -> str:
    """A difference of two such values, with its sign."""
    return f"{value:+.1f}" if review.alone else f"{100 * value:+.0f} %"


def worth(review: Review, choice: Choice, seat: int) -> float:
    return choice.points[seat] if review.alone else choice.wins[seat]


def position(match: Match, move: int) -> np.record:
    return match.history[move][1] if move < len(match.history) else match.s


def seen_by_mover(match: Match, decision: Decision) -> np.record:
    match.game.view(position(match, decision.move), match.box, decision.seat, seen := match.game.empty_state())
    return seen


def words(match: Match, decision: Decision, action: int) -> str:
    """The action's button text, as the mover saw it."""
    return match.game.texts.choice(seen_by_mover(match, decision), match.box, action)


def sentence(match: Match, review: Review, decision: Decision) -> str:
    """The action played, a better one, and the cost."""
    name, played, better = (
        match.names[decision.seat],
        words(match, decision, decision.action),
        words(match, decision, decision.best),
    )
    low, high = (
        next(worth(review, choice, decision.seat) for choice in decision.best_choices if choice.action == action)
        for action in (decision.action, decision.best)
    )
    figures = {"low": figure(review, low), "high": figure(review, high)}
    if review.alone:
        return _(
            "{name} played: {played}. Better: {better}, {low} to {high} points.",
            name=name,
            played=played,
            better=better,
            **figures,
        )
    return _("{name} played: {played}. {better} instead: {low} to {high}.", name=name, played=played, better=better, **figures)


def line(match: Match, decision: Decision, choice: Choice) -> list[tuple[int, str]]:
    """The likely continuation after an action: (seat, text) per step."""
    return list(line_in_words(match.game, match.box, seen_by_mover(match, decision), choice.action, choice.line))
