"""The coach's warning before a costly move, in words, from the player's view."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from ...language import _
from ...match import Match
from ...study.categories import difference_text, expected_by_category, others_text
from ...study.coach import CostlyMove, immediate_points
from ...study.evaluator import Evaluation
from ...study.lines import line_in_words, unaffordable_step
from .board_view import choice_text

SHOWN_STEPS = 4  # of the continuation


def warning_context(match: Match, costly_move: CostlyMove) -> dict[str, Any]:
    """For the template: the expected results of the move and of a better one, and a likely continuation."""
    seen = match.view(costly_move.seat)
    line = "; ".join(islice(continuation_steps(match, costly_move, seen), SHOWN_STEPS))
    return {
        "action": costly_move.action,
        "better": costly_move.better,
        "choices": [
            (
                choice_text(match, seen, action),
                [expected_text(evaluation, costly_move.seat), *immediate_score_text(match, seen, action)],
            )
            for action, evaluation in ((costly_move.action, costly_move.after), (costly_move.better, costly_move.after_better))
        ],
        "reasons": list(
            filter(
                None,
                (
                    category_change_text(match, costly_move),
                    others_change_text(match, costly_move),
                    unaffordable_text(match, costly_move, seen),
                ),
            )
        ),
        "line": _("A likely continuation: {line}.", line=line) if line else "",
    }


def expected_text(evaluation: Evaluation, seat: int) -> str:
    points = f"{evaluation.points[seat]:.0f}"
    if len(evaluation.wins) < 2:
        return _("About {points} points.", points=points)
    return _("Win chance {n} %, about {points} points.", n=round(100 * evaluation.wins[seat]), points=points)


def category_change_text(match: Match, costly_move: CostlyMove) -> str:
    """The categories in which the better move earns more or less than the other one."""
    worse, better = (one.kinds[costly_move.seat] if one.kinds else () for one in (costly_move.after, costly_move.after_better))
    changes = difference_text(match.game, worse, better)
    return _("Compared with your move: {changes}.", changes=changes) if changes else ""


def others_change_text(match: Match, costly_move: CostlyMove) -> str:
    """The points that the better move takes from other players or gives them, compared with the other one."""
    worse, better = costly_move.after.kinds, costly_move.after_better.kinds
    if not worse or not better:
        return ""
    return others_text(match.game, match.names, costly_move.seat, expected_by_category(worse), expected_by_category(better))


def unaffordable_text(match: Match, costly_move: CostlyMove, seen: np.record) -> str:
    """Purchases that the player can no longer afford this turn after the costly move."""
    better_line = (costly_move.better, *costly_move.line)
    step = unaffordable_step(match.game, match.box, seen, better_line, (costly_move.action,))
    return _("After your move you can't play “{choice}”: {reason}", choice=step[0], reason=step[1].text) if step else ""


def immediate_score_text(match: Match, seen: np.record, action: int) -> Iterator[str]:
    """The points that a choice scores right away, by category."""
    changes = immediate_points(match.game, match.box, seen, action)
    if changes:
        parts = ", ".join(f"{_(kind)} {'+' if change > 0 else '−'}{abs(change):g}" for kind, change in changes.items())
        yield _("Scores right away: {parts}.", parts=parts)


def continuation_steps(match: Match, costly_move: CostlyMove, seen: np.record) -> Iterator[str]:
    """The continuation after the better move; with the player's name where it changes."""
    last = costly_move.seat
    for seat, text in line_in_words(match.game, match.box, seen, costly_move.better, costly_move.line):
        name = _("you") if seat == costly_move.seat else match.names[seat]
        yield (text if seat == last else f"{name}: {text}").removesuffix(".")
        last = seat
