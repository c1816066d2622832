"""When a coach asks "Sure?": before an action that costs much, as far as its player can know.

The bot looks at the player's own view, then once more from where the action leads and from where its best one does. Figures of
how often it warns rightly and wrongly, and why the limits are what they are: docs/lessons.md.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..core.dice import key_of
from ..core.game import Game
from .judge import DEALS, Judge, Outlook

BOT = "strong,simulations=500"
COSTS_MUCH = {True: 0.12, False: 4.0}  # among several players, of a chance of winning; alone, in points
Stop = Callable[[], bool]  # whether nobody waits any more


@dataclass(frozen=True)
class Warned:
    """An action that costs much, and a better one, with what is expected after each."""

    seat: int
    action: int
    better: int
    after: Outlook
    after_better: Outlook
    line: tuple[int, ...]  # what may follow the better one

    @property
    def cost(self) -> float:
        """To the player: in the chance of winning; alone, in points."""
        return float(self.after_better.worth()[self.seat] - self.after.worth()[self.seat])


def at_once(game: Game, box: np.record, seen: np.record, action: int) -> dict[str, float]:
    """What an action changes on its player's score sheet, as if the game ended then; nothing where that is not certain."""
    first, *others = (change_on_sheet(game, box, seen, action, n) for n in range(DEALS))
    if any((other != first).any() for other in others):
        return {}
    return {kind: change for kind, change in zip(game.score_kinds, first.tolist(), strict=True) if change}


def change_on_sheet(game: Game, box: np.record, seen: np.record, action: int, deal: int) -> np.ndarray:
    """The same by columns, in a position that fits the view."""
    s, seat = seen.copy(), int(game.mover(seen))
    game.redeal(s, box, key_of(f"deal {deal}"))
    sheets = np.zeros((2, int(box.players), len(game.score_kinds)), np.int32)
    game.score_sheet(s, box, sheets[0])
    game.apply(s, box, action)
    game.score_sheet(s, box, sheets[1])
    return (sheets[1, seat] - sheets[0, seat]) / game.units_per_point


def never() -> bool:
    return False


def warning(game: Game, box: np.record, seen: np.record, action: int, bot: str = BOT, stop: Stop = never) -> Warned | None:
    """What a coach says before this action of who is to move and sees this; None if it is fine, or time is up.

    The same view, action and bot give the same warning.
    """
    found = looked_at(game, box, seen, action, bot, stop)
    return found if found and found.cost >= COSTS_MUCH[len(found.after.wins) > 1] else None


def looked_at(game: Game, box: np.record, seen: np.record, action: int, bot: str = BOT, stop: Stop = never) -> Warned | None:
    """An action beside the bot's best one, each from where it leads to; None if it is the best, or about equal."""
    if stop():
        return None
    judge, seat = Judge(game, box, bot), int(game.mover(seen))
    best, *others = judge.hints(seen)
    chosen = next((hint for hint in others if hint.action == action), None)
    if chosen is None or chosen.equal or stop():
        return None
    after = judge.after(seen, seat, action)
    return None if stop() else Warned(seat, action, best.action, after, judge.after(seen, seat, best.action), best.line)
