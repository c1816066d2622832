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
    """The bot of a review as players know it; bots of other packages by their own names."""
    kind = name.partition(",")[0].strip()
    return _(LEVEL_WORDS[kind]) if kind in LEVEL_WORDS else _("the bot {name}", name=kind)


def value_text(review: Review, value: float) -> str:
    """A win probability, or points in a solo game."""
    return decimal(value) if review.is_solo else f"{100 * value:.0f} %"


def change_text(review: Review, value: float) -> str:
    """A difference of two such values, with its sign."""
    return decimal(value, sign=True) if review.is_solo else f"{decimal(100 * value, 0, sign=True)} %"


def value_for(review: Review, choice: Choice, seat: int) -> float:
    return choice.points[seat] if review.is_solo else choice.wins[seat]


def position_before(match: Match, move: int) -> np.record:
    return match.history[move][1] if move < len(match.history) else match.s


def seen_by_mover(match: Match, decision: Decision) -> np.record:
    match.game.view(position_before(match, decision.move), match.box, decision.seat, seen := match.game.empty_state())
    return seen


def action_text(match: Match, decision: Decision, action: int) -> str:
    """The action's button text, as the mover saw it."""
    return match.game.texts.choice(seen_by_mover(match, decision), match.box, action)


def mistake_sentence(match: Match, review: Review, decision: Decision) -> str:
    """The action played, a better one, and the cost."""
    name, played, better = (
        match.names[decision.seat],
        action_text(match, decision, decision.action),
        action_text(match, decision, decision.best),
    )
    low, high = (
        next(value_for(review, choice, decision.seat) for choice in decision.best_choices if choice.action == action)
        for action in (decision.action, decision.best)
    )
    figures = {"low": value_text(review, low), "high": value_text(review, high)}
    if review.is_solo:
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


def mistake_text(match: Match, review: Review, decision: Decision) -> str:
    """The same, and where the points would have come from."""
    return " ".join(filter(None, (mistake_sentence(match, review, decision), category_changes(match, decision))))


def category_changes(match: Match, decision: Decision) -> str:
    """The categories in which the better action would have earned more or less; empty if unknown."""
    kinds = {choice.action: choice.kinds for choice in decision.best_choices}
    found = difference_text(match.game, kinds.get(decision.action, ()), kinds.get(decision.best, ()))
    return _("Compared with the move played: {changes}.", changes=found) if found else ""


def continuation(match: Match, decision: Decision, choice: Choice) -> list[tuple[int, str]]:
    """The likely continuation after an action: (seat, text) per step."""
    return list(line_in_words(match.game, match.box, seen_by_mover(match, decision), choice.action, choice.line))
