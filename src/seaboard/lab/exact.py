"""Exact play in the last decisions of a game, by exhaustive search: a yardstick for bots, which do not use it.

Every seat maximises its margin of points (alone: its points). A position counts as solved only if all of its continuations were
tried and no draw in them changes a result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..bots import new_bot
from ..core.dice import key_of
from ..core.errors import SeaboardError
from ..core.game import Game
from ..match import Match

POSITIONS = 100_000  # at most this many different positions are tried for each decision
DRAW_SAMPLES = 3  # of each random draw; all must lead to the same result
EQUAL = 1e-6


class Unsolved(SeaboardError):
    """The position has too many continuations, or a random draw changes the result."""


class Solver:
    """The best results from a position to the end of the game. Solved positions are remembered."""

    def __init__(self, game: Game, box: np.record, positions: int = POSITIONS):
        self.game, self.box, self.max_positions = game, box, positions
        self.seats = int(box.players)
        self.solved: dict[bytes, tuple[float, ...]] = {}
        self.legal = np.zeros(game.max_legal, np.int16)
        self.sheet = np.zeros((self.seats, len(game.score_kinds)), np.int32)

    def result(self, s: np.record) -> tuple[float, ...]:
        """Each seat's margin at the end of the game."""
        self.game.score_sheet(s, self.box, self.sheet)
        points = self.sheet.sum(axis=1) / self.game.units_per_point
        if self.seats == 1:
            return (float(points[0]),)
        return tuple(float(points[seat] - np.delete(points, seat).max()) for seat in range(self.seats))

    def best(self, s: np.record) -> tuple[float, ...]:
        """Each seat's result if all play their best from here."""
        seat = int(self.game.mover(s))
        if seat < 0:
            return self.result(s)
        key = s.tobytes()
        if key not in self.solved:
            if len(self.solved) >= self.max_positions:
                raise Unsolved(f"more than {self.max_positions:,} positions")
            self.solved[key] = ()  # counts towards the limit while its continuations are tried
            self.solved[key] = max((after for _, after in self.choices(s)), key=lambda after: after[seat])
        return self.solved[key]

    def choices(self, s: np.record) -> list[tuple[int, tuple[float, ...]]]:
        """Each legal action with the best result after it."""
        n = int(self.game.legal(s, self.box, self.legal))
        return [(action, self.after(s, action)) for action in self.legal[:n].tolist()]

    def after(self, s: np.record, action: int) -> tuple[float, ...]:
        following = s.copy()
        self.game.apply(following, self.box, action)
        result = self.best(following)
        if int(following.counter) != int(s.counter):
            for n in range(1, DRAW_SAMPLES):
                other = s.copy()
                self.game.redeal(other, self.box, key_of(f"draw {n}"))
                self.game.apply(other, self.box, action)
                if any(abs(a - b) > EQUAL for a, b in zip(self.best(other), result, strict=True)):
                    raise Unsolved("chance decides")
        return result


@dataclass(frozen=True)
class BotChoice:
    """A bot's choice in a solved decision, and how many points it loses against the best one."""

    decisions_left: int  # from this one to the end of the game as it was played, each between several actions
    choices: int
    best_choices: int
    loss: float


def tail(match: Match, positions: int = POSITIONS) -> Iterator[tuple[np.record, int, list[tuple[int, float]]]]:
    """Solves the last decisions of a finished match, the last one first, until one is unsolved.

    Yields the position, the number of decisions left, and each legal action with its best result for the mover.
    """
    solver = Solver(match.game, match.box, positions)
    left = 0
    for _, s in reversed(match.history):
        seat = int(match.game.mover(s))
        try:
            solver.solved.clear()
            choices = solver.choices(s)
        except Unsolved:
            return
        if len(choices) > 1:
            left += 1
            yield s, left, [(action, after[seat]) for action, after in choices]


def probe(bots: Sequence[str], match: Match, seed: Any, positions: int = POSITIONS) -> dict[str, list[BotChoice]]:
    """The choices of bots in the solved decisions of a finished match, except where all choices are equal."""
    by_bot: dict[str, list[BotChoice]] = {bot: [] for bot in bots}
    for s, left, choices in tail(match, positions):
        best, worst = max(result for _, result in choices), min(result for _, result in choices)
        if best - worst <= EQUAL:
            continue
        equal = sum(result >= best - EQUAL for _, result in choices)
        match.game.view(s, match.box, int(match.game.mover(s)), seen := match.game.empty_state())
        for bot in bots:
            player = new_bot(bot, match.game, match.box, f"{seed} {left}", threads=1)
            chosen = player.choose(seen, [action for action, _ in choices])
            by_bot[bot].append(BotChoice(left, len(choices), equal, best - dict(choices)[chosen]))
    return by_bot
