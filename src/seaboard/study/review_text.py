"""The texts of a review: sentences, figures and the words of buttons."""

import numpy as np

from ..language import _, decimal, mark
from ..match import Match
from .categories import difference_text
from .lines import line_in_words
from .review import Choice, Decision, Review

MARKS = {"inaccuracy": mark("inaccuracy"), "mistake": mark("mistake"), "blunder": mark("blunder")}

LEVEL_WORDS = {
    "easy": mark("the easy bot"),
    "normal": mark("the normal bot"),
    "strong": mark("the strong bot"),
    "expert": mark("the expert bot"),
}


def bot_in_words(name: str) -> str:
    """The bot of a review as players know it; a bot of somebody else by its own name."""
    kind = name.partition(",")[0].strip()
    return _(LEVEL_WORDS[kind]) if kind in LEVEL_WORDS else _("the bot {name}", name=kind)


def figure(review: Review, value: float) -> str:
    """A win probability, or points in a solo game."""
    return decimal(value) if review.alone else f"{100 * value:.0f} %"


def change(review: Review, value: float) -> str:
    """A difference of two such values, with its sign."""
    return decimal(value, sign=True) if review.alone else f"{decimal(100 * value, 0, sign=True)} %"


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
            "{name} played: {played}. Better: {better} ({high} instead of {low} points).",
            name=name,
            played=played,
            better=better,
            **figures,
        )
    return _(
        "{name} played: {played}. Better: {better} ({high} instead of {low}).",
        name=name,
        played=played,
        better=better,
        **figures,
    )


def categories(match: Match, decision: Decision) -> str:
    """The categories in which the better action would have earned more or less; empty if unknown."""
    kinds = {choice.action: choice.kinds for choice in decision.best_choices}
    found = difference_text(match.game, kinds.get(decision.action, ()), kinds.get(decision.best, ()))
    return _("Compared with the move played: {changes}.", changes=found) if found else ""


def line(match: Match, decision: Decision, choice: Choice) -> list[tuple[int, str]]:
    """The likely continuation after an action: (seat, text) per step."""
    return list(line_in_words(match.game, match.box, seen_by_mover(match, decision), choice.action, choice.line))
