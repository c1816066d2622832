"""The value of a position to someone who knows only a view of it, as a bot estimates it. Deterministic."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bots import Hint, new_bot
from ..core import ranking
from ..core.dice import key_of
from ..core.errors import BadOption
from ..core.game import Game

DETERMINIZATIONS = 4  # samples of hidden or undrawn information, if it affects a move's result


@dataclass(frozen=True)
class Evaluation:
    """The expected result: each seat's win probability, final points, and points by category."""

    wins: tuple[float, ...]
    points: tuple[float, ...]
    kinds: tuple[tuple[float, ...], ...] = ()

    def value(self) -> np.ndarray:
        """For each seat: its win probability; in a solo game its points."""
        return np.array(self.wins if len(self.wins) > 1 else self.points)


class Evaluator:
    """Asks a bot for estimates, which depend on nothing but the given view."""

    def __init__(self, game: Game, box: np.record, bot: str):
        self.game, self.box, self.name = game, box, bot
        self.bot: Any = new_bot(bot, game, box, "review", threads=1)
        if not hasattr(self.bot, "hint"):
            raise BadOption(f"{bot[:60]} cannot evaluate positions: it has no method `hint`")
        self.seats = int(box.players)
        self.legal = np.zeros(game.max_legal, np.int16)

    def hints(self, seen: np.record) -> list[Hint]:
        """The legal actions of the mover who sees this view, best first."""
        actions = self.legal[: self.game.legal(self.determinize(seen, 0), self.box, self.legal)].tolist()
        return self.bot.hint(seen, actions)

    def evaluate(self, seen: np.record) -> tuple[Evaluation, list[Hint]]:
        """The expected result with best play from here, and the legal actions, best first."""
        if int(self.game.mover(seen)) < 0:
            return self.final_result(seen), []
        hints = self.hints(seen)
        return Evaluation(hints[0].chances, hints[0].points, hints[0].kinds), hints

    def final_result(self, s: np.record) -> Evaluation:
        """The result of a finished game."""
        places = ranking.places(self.game, s, self.box, self.seats)
        sheet = np.zeros((self.seats, len(self.game.score_kinds)), np.int32)
        self.game.score_sheet(s, self.box, sheet)
        kinds = sheet / self.game.units_per_point
        wins = tuple((place == 1) / places.count(1) for place in places)
        return Evaluation(wins, tuple(kinds.sum(axis=1).tolist()), tuple(map(tuple, kinds.tolist())))

    def determinize(self, seen: np.record, n: int) -> np.record:
        """Sample number n of the positions that are consistent with a view."""
        s = seen.copy()
        self.game.redeal(s, self.box, key_of(f"deal {n}"))
        return s

    def evaluate_after(self, seen: np.record, viewer: int, action: int) -> Evaluation:
        """The expected result after an action, to the viewer of `seen`."""
        views, drawn = [], False
        for n in range(DETERMINIZATIONS):
            s = self.determinize(seen, n)
            counter = int(s.counter)
            self.game.apply(s, self.box, action)
            drawn = drawn or int(s.counter) != counter
            self.game.view(s, self.box, viewer, view := self.game.empty_state())
            views.append(view)
        if not drawn and all(view.tobytes() == views[0].tobytes() for view in views):
            return self.evaluate(views[0])[0]
        return mean_evaluation([self.evaluate(view)[0] for view in views])


def reveals_information(
    game: Game, box: np.record, seen: np.record, actions: Sequence[int], after: np.record, seat: int
) -> bool:
    """Whether these actions showed a seat something unpredictable: whether another determinization leads to another view."""
    s = seen.copy()
    game.redeal(s, box, key_of("deal"))
    for action in actions:
        if game.problem(s, box, action):
            return True
        game.apply(s, box, action)
    game.view(s, box, seat, other := game.empty_state())
    return other.tobytes() != after.tobytes()


def mean_evaluation(evaluations: Sequence[Evaluation]) -> Evaluation:
    wins, points = (np.mean([getattr(evaluation, name) for evaluation in evaluations], axis=0) for name in ("wins", "points"))
    has_kinds = all(evaluation.kinds for evaluation in evaluations)  # bots of other packages may not estimate categories
    kinds = np.mean([evaluation.kinds for evaluation in evaluations], axis=0).tolist() if has_kinds else ()
    return Evaluation(tuple(wins.tolist()), tuple(points.tolist()), tuple(map(tuple, kinds)))
