"""What a position is worth to somebody who knows only a view of it, as a bot sees it; the same answer every time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bots import Hint, new_bot
from ..core import ranking
from ..core.dice import key_of
from ..core.errors import BadOption
from ..core.game import Game

DEALS = 4  # of what is hidden or to be drawn, where that decides what a move leads to


@dataclass(frozen=True)
class Outlook:
    """What is expected: each seat's chance of winning, and its final points."""

    wins: tuple[float, ...]
    points: tuple[float, ...]

    def worth(self) -> np.ndarray:
        """To each seat: its chance of winning; alone, the points."""
        return np.array(self.wins if len(self.wins) > 1 else self.points)


class Judge:
    """Asks a bot. Nothing that a view does not hold goes into its answers."""

    def __init__(self, game: Game, box: np.record, bot: str):
        self.game, self.box, self.name = game, box, bot
        self.bot: Any = new_bot(bot, game, box, "review", threads=1)
        if not hasattr(self.bot, "hint"):
            raise BadOption(f"{bot[:60]} cannot judge: it has no method `hint`")
        self.seats = int(box.players)
        self.legal = np.zeros(game.max_legal, np.int16)

    def hints(self, seen: np.record) -> list[Hint]:
        """The allowed actions of a position that fits a view, best first."""
        actions = self.legal[: self.game.legal(self.dealt(seen, 0), self.box, self.legal)].tolist()
        return self.bot.hint(seen, actions)

    def look(self, seen: np.record) -> tuple[Outlook, list[Hint]]:
        """What is expected of best play from here, and the actions, best first."""
        if int(self.game.mover(seen)) < 0:
            return self.result(seen), []
        hints = self.hints(seen)
        return Outlook(hints[0].chances, hints[0].points), hints

    def result(self, s: np.record) -> Outlook:
        """Of a game that is over."""
        places = ranking.places(self.game, s, self.box, self.seats)
        sheet = np.zeros((self.seats, len(self.game.score_kinds)), np.int32)
        self.game.score_sheet(s, self.box, sheet)
        points = tuple((sheet.sum(axis=1) / self.game.units_per_point).tolist())
        return Outlook(tuple((place == 1) / places.count(1) for place in places), points)

    def dealt(self, seen: np.record, n: int) -> np.record:
        """A position that fits a view."""
        s = seen.copy()
        self.game.redeal(s, self.box, key_of(f"deal {n}"))
        return s

    def after(self, seen: np.record, viewer: int, action: int) -> Outlook:
        """What is expected after an action, by who sees this now."""
        views, drawn = [], False
        for n in range(DEALS):
            s = self.dealt(seen, n)
            counter = int(s.counter)
            self.game.apply(s, self.box, action)
            drawn = drawn or int(s.counter) != counter
            self.game.view(s, self.box, viewer, view := self.game.empty_state())
            views.append(view)
        if not drawn and all(view.tobytes() == views[0].tobytes() for view in views):
            return self.look(views[0])[0]
        return mean_of([self.look(view)[0] for view in views])


def is_news(game: Game, box: np.record, seen: np.record, actions: Sequence[int], then: np.record, seat: int) -> bool:
    """Whether these actions showed a seat what it could not have known: another deal would have shown it something else."""
    s = seen.copy()
    game.redeal(s, box, key_of("deal"))
    for action in actions:
        if game.problem(s, box, action):
            return True
        game.apply(s, box, action)
    game.view(s, box, seat, again := game.empty_state())
    return again.tobytes() != then.tobytes()


def mean_of(outlooks: Sequence[Outlook]) -> Outlook:
    wins, points = (np.mean([getattr(one, name) for one in outlooks], axis=0) for name in ("wins", "points"))
    return Outlook(tuple(wins.tolist()), tuple(points.tolist()))
