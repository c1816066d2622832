"""The coach's warning before a costly action, as far as its player can know that it is costly.

The bot evaluates the player's own view, then the positions after the action and after its best action. docs/lessons.md has the
rates of right and wrong warnings, and the reason for the thresholds.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..core.dice import key_of
from ..core.game import Game
from .evaluator import DETERMINIZATIONS, Evaluation, Evaluator

BOT = "strong,simulations=500"
WARN_FROM = {True: 0.12, False: 4.0}  # cost of an action: with opponents in win probability, solo in points
Cancelled = Callable[[], bool]


@dataclass(frozen=True)
class CostlyMove:
    """An action, a better one, and the expected results after both."""

    seat: int
    action: int
    better: int
    after: Evaluation
    after_better: Evaluation
    line: tuple[int, ...]  # a likely continuation after the better action

    @property
    def cost(self) -> float:
        """The player's loss of win probability; in a solo game, of points."""
        return float(self.after_better.value()[self.seat] - self.after.value()[self.seat])


def immediate_points(game: Game, box: np.record, seen: np.record, action: int) -> dict[str, float]:
    """How an action changes its player's score sheet if the game ended right after it; empty if that is uncertain."""
    first, *others = (score_change(game, box, seen, action, n) for n in range(DETERMINIZATIONS))
    if any((other != first).any() for other in others):
        return {}
    return {kind: change for kind, change in zip(game.score_kinds, first.tolist(), strict=True) if change}


def score_change(game: Game, box: np.record, seen: np.record, action: int, deal: int) -> np.ndarray:
    """The change per score category, in one determinization of the view."""
    s, seat = seen.copy(), int(game.mover(seen))
    game.redeal(s, box, key_of(f"deal {deal}"))
    sheets = np.zeros((2, int(box.players), len(game.score_kinds)), np.int32)
    game.score_sheet(s, box, sheets[0])
    game.apply(s, box, action)
    game.score_sheet(s, box, sheets[1])
    return (sheets[1, seat] - sheets[0, seat]) / game.units_per_point


def never() -> bool:
    return False


def warning(
    game: Game, box: np.record, seen: np.record, action: int, bot: str = BOT, cancelled: Cancelled = never
) -> CostlyMove | None:
    """The coach's warning before the mover's action, from the mover's view; None if the action is fine or time is up.

    The same view, action and bot give the same warning.
    """
    comparison = compare_with_best(game, box, seen, action, bot, cancelled)
    return comparison if comparison and comparison.cost >= WARN_FROM[len(comparison.after.wins) > 1] else None


def compare_with_best(
    game: Game, box: np.record, seen: np.record, action: int, bot: str = BOT, cancelled: Cancelled = never
) -> CostlyMove | None:
    """An action compared with the bot's best one, both evaluated one move later; None if it is the best or about equal."""
    if cancelled():
        return None
    evaluator, seat = Evaluator(game, box, bot), int(game.mover(seen))
    best, *others = evaluator.hints(seen)
    chosen = next((hint for hint in others if hint.action == action), None)
    if chosen is None or chosen.equal or cancelled():
        return None
    after = evaluator.evaluate_after(seen, seat, action)
    if cancelled():
        return None
    return CostlyMove(seat, action, best.action, after, evaluator.evaluate_after(seen, seat, best.action), best.line)
