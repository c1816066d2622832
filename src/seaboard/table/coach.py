"""What a coach says before a costly choice: in words, from what the player sees, the options and the score sheet."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..language import _
from ..match import Match
from ..study.coach import Warned, at_once
from ..study.lines import line_in_words
from .board_view import choice_text


def warning_words(match: Match, warned: Warned) -> dict[str, Any]:
    """The sentences, for whoever is to move."""
    seen = match.view(warned.seat)
    choice, better = (choice_text(match, seen, action) for action in (warned.action, warned.better))
    now, then = (at_once(match.game, match.box, seen, action) for action in (warned.action, warned.better))
    said = [expected(warned, choice, better)]
    if sum(now.values()) < sum(then.values()):
        said += [on_the_sheet(choice, now)] if now else []
        said += [on_the_sheet(better, then)] if then else []
    if line := "; ".join(steps(match, warned)):
        said.append(_("After “{better}” it may go on so: {line}.", better=better, line=line))
    return {"said": said, "action": warned.action, "better": warned.better}


def expected(warned: Warned, choice: str, better: str) -> str:
    """Chances of winning and points, after each."""
    few, more = (f"{outlook.points[warned.seat]:.0f}" for outlook in (warned.after, warned.after_better))
    if len(warned.after.wins) == 1:
        return _(
            "I expect about {few} points of “{choice}”, and about {more} of “{better}”.",
            few=few,
            choice=choice,
            more=more,
            better=better,
        )
    return _(
        "After “{choice}” I expect you to win in {seldom} of 100 games, with about {few} points; after “{better}” in {often}, "
        "with about {more}.",
        choice=choice,
        seldom=round(100 * warned.after.wins[warned.seat]),
        few=few,
        better=better,
        often=round(100 * warned.after_better.wins[warned.seat]),
        more=more,
    )


def on_the_sheet(choice: str, changes: Mapping[str, float]) -> str:
    """What a choice changes at once, by the columns of the score sheet."""
    parts = ", ".join(f"{_(kind)} {change:+g}".replace("-", "−") for kind, change in changes.items())
    return _("On your score sheet “{choice}” means at once: {parts}.", choice=choice, parts=parts)


def steps(match: Match, warned: Warned) -> Iterator[str]:
    """What may follow the better choice; the others' steps with their names."""
    seen = match.view(warned.seat)
    for seat, text in line_in_words(match.game, match.box, seen, warned.better, warned.line):
        yield text if seat == warned.seat else f"{match.names[seat]}: {text}"
