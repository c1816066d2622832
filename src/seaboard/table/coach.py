"""What a coach says before a costly choice: in words, from what the player sees, the options and the score sheet."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from ..language import _
from ..match import Match
from ..study.coach import Warned, at_once
from ..study.lines import line_in_words
from .board_view import choice_text

STEPS = 4  # that may follow, of those that are told


def warning_words(match: Match, warned: Warned) -> dict[str, Any]:
    """The sentences, for whoever is to move."""
    seen = match.view(warned.seat)
    choice, better = (choice_text(match, seen, action) for action in (warned.action, warned.better))
    now, then = (at_once(match.game, match.box, seen, action) for action in (warned.action, warned.better))
    said = [expected(warned, choice, better)]
    if sum(now.values()) < sum(then.values()):
        said += [on_the_sheet(choice, now)] if now else []
        said += [on_the_sheet(better, then)] if then else []
    if line := "; ".join(islice(steps(match, warned), STEPS)):
        said.append(_("Then it may go on so: {line}.", line=line))
    return {"said": said, "action": warned.action, "better": warned.better}


def expected(warned: Warned, choice: str, better: str) -> str:
    """Chances of winning and points, after each."""
    few, more = (f"{outlook.points[warned.seat]:.0f}" for outlook in (warned.after, warned.after_better))
    if len(warned.after.wins) < 2:
        return _(
            "As far as one can know from your seat, “{choice}” leads to about {few} points, “{better}” to about {more}.",
            few=few,
            choice=choice,
            more=more,
            better=better,
        )
    return _(
        "As far as one can know from your seat, “{choice}” wins about {seldom} of 100 games ({few} points), "
        "“{better}” about {often} ({more} points).",
        choice=choice,
        seldom=round(100 * warned.after.wins[warned.seat]),
        few=few,
        better=better,
        often=round(100 * warned.after_better.wins[warned.seat]),
        more=more,
    )


def on_the_sheet(choice: str, changes: Mapping[str, float]) -> str:
    """What a choice changes at once, by the columns of the score sheet."""
    parts = ", ".join(f"{_(kind)} {'+' if change > 0 else '−'}{abs(change):g}" for kind, change in changes.items())
    return _("On your score sheet “{choice}” means at once: {parts}.", choice=choice, parts=parts)


def steps(match: Match, warned: Warned) -> Iterator[str]:
    """What may follow the better choice; where somebody else goes on, with the name."""
    seen, last = match.view(warned.seat), warned.seat
    for seat, text in line_in_words(match.game, match.box, seen, warned.better, warned.line):
        name = _("you") if seat == warned.seat else match.names[seat]
        yield (text if seat == last else f"{name}: {text}").removesuffix(".")
        last = seat
