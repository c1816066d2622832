"""What a review found, in sentences and in the words of buttons."""

from typing import Any

import numpy as np

from ..core.dice import key_of
from ..language import _, mark
from .review import Choice, Decision, Review

MARKS = {"inaccuracy": mark("inaccuracy"), "mistake": mark("mistake"), "blunder": mark("blunder")}


def figure(review: Review, value: float) -> str:
    """A chance of winning, or points."""
    return f"{value:.1f}" if review.alone else f"{100 * value:.0f} %"


def change(review: Review, value: float) -> str:
    """With its sign."""
    return f"{value:+.1f}" if review.alone else f"{100 * value:+.0f} %"


def worth(review: Review, choice: Choice, seat: int) -> float:
    return choice.points[seat] if review.alone else choice.wins[seat]


def position(match: Any, move: int) -> np.record:
    return match.history[move][1] if move < len(match.history) else match.s


def words(match: Any, decision: Decision, action: int) -> str:
    """An action as the mover's button says it."""
    match.game.view(position(match, decision.move), match.box, decision.seat, seen := match.game.empty_state())
    return match.game.texts.choice(seen, match.box, action)


def sentence(match: Any, review: Review, decision: Decision) -> str:
    """What was played, what was better, and how much that cost."""
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


def line(match: Any, decision: Decision, choice: Choice) -> list[tuple[int, str]]:
    """What would have followed an action: the seats and the words, in a deal of what the mover did not know."""
    game, box = match.game, match.box
    game.view(position(match, decision.move), box, decision.seat, s := game.empty_state())
    game.redeal(s, box, key_of("line"))
    game.apply(s, box, choice.action)
    told = []
    for action in choice.line:
        seat = int(game.mover(s))
        if seat < 0 or game.problem(s, box, action):
            break
        game.view(s, box, seat, seen := game.empty_state())
        told.append((seat, game.texts.choice(seen, box, action)))
        game.apply(s, box, action)
    return told
