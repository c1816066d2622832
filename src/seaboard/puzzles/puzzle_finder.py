"""Finds puzzles: positions from bot games in which one choice is clearly best.

Clearly best means: searches with different determinizations and one with ten times the simulations all play it, each of them
values every other action lower by a margin, and an evaluation one move later confirms it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..bots import Hint, new_bot
from ..core.dice import key_of
from ..core.errors import BadOption
from ..core.game import Game
from ..core.position import print_position
from ..study.evaluator import Evaluator
from .puzzle_file import DIFFICULTIES, OTHER, Puzzle, PuzzleFile
from .puzzle_reasons import with_reasons

PLAYER = "easy"  # plays games with human-like mistakes
DEEPER = 10  # times the simulations, for the deep search
DETERMINIZATIONS = 3  # searches with different redeals
SIEVES = ((0.1, 0.6), (0.5, 1.0))  # cheap filters: (share of the simulations, share of the margin required)
QUICK_SEARCHES, QUICK_SIMULATIONS = 8, 30  # to estimate the difficulty
EASY, MEDIUM = 0.85, 0.5  # shares of the quick searches that find the answer
MARGINS = {True: 0.1, False: 2.0}  # with opponents in win probability, solo in points
UNDECIDED = (0.1, 0.97)  # range of the best action's win probability
MIN_CHOICES = 3
MIN_VISITS = 8  # actions with fewer visits are ignored
NEXT_BEST, REPLIES = 3, 6  # other actions: evaluated one move later, and stored with their continuation
MAX_PER_GAME, MIN_GAP = 8, 3  # puzzles, and moves between two of them
MAX_ALIKE = 12  # puzzles of one theme and difficulty
MAX_LINE = 6


def find_puzzles(
    game: Game,
    file: PuzzleFile,
    games: int,
    save: Callable[[PuzzleFile], Any] = lambda file: None,
    progress: Callable[[int, int], Any] = lambda done, found: None,
) -> PuzzleFile:
    """Scans games, continuing after those already scanned, up to the number `games`; `save` gets every intermediate result.

    Puzzles of earlier releases, which have no reasons yet, get them.
    """
    if not all(puzzle.expected for puzzle in file.puzzles):
        file = replace(file, puzzles=tuple(with_reasons(game, puzzle) for puzzle in file.puzzles))
        save(file)
    while file.games < games:
        progress(file.games, len(file.puzzles))
        found = tuple(with_reasons(game, puzzle) for puzzle in GameScanner(game, file).puzzles())
        file = replace(file, games=file.games + 1, puzzles=(*file.puzzles, *found))
        save(file)
    return file


def options_of(game: Game, n: int) -> dict[str, Any]:
    """The options of game number n: cycles through all player counts, and for each through all presets."""
    players = game.options[0].choices
    presets = [dict(preset.options) for preset in game.presets] or [{}]
    for step in range(len(players) * len(presets)):
        options = {**presets[(n + step) // len(players) % len(presets)], "players": players[(n + step) % len(players)]}
        try:
            return game.choose(**options)
        except BadOption:
            continue
    return game.choose()


class PositionSearcher:
    """Searches positions deterministically, without a network (not every game has one)."""

    def __init__(self, game: Game, box: np.record):
        self.game, self.box, self.solo = game, box, int(box.players) == 1
        self.margin = MARGINS[not self.solo]
        self.legal = np.zeros(game.max_legal, np.int16)

    def actions(self, s: np.record) -> list[int]:
        return self.legal[: self.game.legal(s, self.box, self.legal)].tolist()

    def search(self, seen: np.record, actions: list[int], simulations: int, seed: str) -> list[Hint]:
        """The searched actions, best first."""
        bot: Any = new_bot(f"search:{simulations}", self.game, self.box, f"puzzle {seed}", threads=1)
        return bot.hint(seen, actions)

    def value(self, seen: np.record, hint: Hint) -> float:
        """The mover's win probability after an action; in a solo game the points."""
        return (hint.points if self.solo else hint.chances)[int(self.game.mover(seen))]

    def best(self, seen: np.record, hints: list[Hint]) -> tuple[set[int], float]:
        """The best action with all actions that lead to the same position, and its margin over the others."""
        answers = self.same_as_first(seen, hints)
        others = [self.value(seen, hint) for hint in hints if hint.action not in answers and hint.visits >= MIN_VISITS]
        return answers, self.value(seen, hints[0]) - max(others) if others else 0.0

    def same_as_first(self, seen: np.record, hints: list[Hint]) -> set[int]:
        first = self.after(seen, hints[0].action)
        return {hint.action for hint in hints if self.after(seen, hint.action) == first}

    def after(self, seen: np.record, action: int) -> bytes:
        """The position after an action, in one determinization of the view."""
        s = seen.copy()
        self.game.redeal(s, self.box, key_of("same"))
        self.game.apply(s, self.box, action)
        return s.tobytes()


def margin_of(game: Game, box: np.record, s: np.record, puzzle: Puzzle, simulations: int) -> float:
    """The margin of a puzzle's answer in a search; below 0 if the search plays another action."""
    searcher = PositionSearcher(game, box)
    game.view(s, box, int(game.mover(s)), seen := game.empty_state())
    answers, margin = searcher.best(seen, searcher.search(seen, searcher.actions(s), simulations, "deep"))
    return margin if {game.texts.notation(box, action) for action in answers} == set(puzzle.answers) else -1.0


class GameScanner(PositionSearcher):
    """Plays one bot game and searches its decisions for puzzles."""

    def __init__(self, game: Game, file: PuzzleFile):
        self.n, self.simulations = file.games, file.simulations
        self.options = options_of(game, self.n)
        super().__init__(game, game.build_box(self.options))
        self.seed = f"{file.seed} {self.n + 1}"
        seats = range(game.seats(self.options))
        self.players = [new_bot(file.bot, game, self.box, f"{self.seed} {seat}", threads=1) for seat in seats]
        self.evaluator = Evaluator(game, self.box, f"search:{file.simulations // 2}")
        self.alike = Counter((puzzle.theme, puzzle.difficulty) for puzzle in file.puzzles)

    def puzzles(self) -> Iterator[Puzzle]:
        """Plays the game and yields the puzzles found."""
        game, s, move, last_move, count = self.game, self.game.empty_state(), 0, -MIN_GAP, 0
        game.start(s, self.box, key_of(self.seed))
        while (seat := int(game.mover(s))) >= 0:
            actions = self.actions(s)
            game.view(s, self.box, seat, seen := game.empty_state())
            is_due = len(actions) >= MIN_CHOICES and move - last_move >= MIN_GAP and count < MAX_PER_GAME
            if is_due and (puzzle := self.puzzle_at(seen, actions, move)):
                last_move, count = move, count + 1
                yield puzzle
            game.apply(s, self.box, self.players[seat].choose(seen, actions))
            move += 1

    def puzzle_at(self, seen: np.record, actions: list[int], move: int) -> Puzzle | None:
        """The puzzle of a decision; None if no action is clearly best."""
        answers: set[int] = set()
        for share, required in SIEVES:
            hints = self.search(seen, actions, int(share * self.simulations), "sieve")
            answers, margin = self.best(seen, hints)
            if margin < required * self.margin or not self.is_undecided(seen, hints[0]):
                return None
        theme, difficulty = self.game.texts.theme(seen, self.box) or OTHER, self.difficulty(seen, actions, answers)
        if self.alike[theme, difficulty] >= MAX_ALIKE:
            return None
        margins = []
        for hints in self.searches(seen, actions):
            other_answers, margin = self.best(seen, hints)
            if other_answers != answers or margin < self.margin:
                return None
            margins.append(margin)
        if not self.is_confirmed(seen, hints, answers):
            return None
        self.alike[theme, difficulty] += 1
        return self.puzzle(seen, hints, answers, min(margins), move, theme=theme, difficulty=difficulty)

    def searches(self, seen: np.record, actions: list[int]) -> Iterator[list[Hint]]:
        """Searches with different determinizations, then the deep one."""
        for n in range(DETERMINIZATIONS):
            yield self.search(seen, actions, self.simulations, f"deal {n}")
        yield self.search(seen, actions, DEEPER * self.simulations, "deep")

    def is_undecided(self, seen: np.record, best: Hint) -> bool:
        return self.solo or UNDECIDED[0] <= self.value(seen, best) <= UNDECIDED[1]

    def difficulty(self, seen: np.record, actions: list[int], answers: set[int]) -> str:
        """Depends on how many quick searches find the answer."""
        quick = (self.search(seen, actions, QUICK_SIMULATIONS, f"glance {n}") for n in range(QUICK_SEARCHES))
        right = sum(hints[0].action in answers for hints in quick) / QUICK_SEARCHES
        return DIFFICULTIES[0 if right >= EASY else 1 if right >= MEDIUM else 2]

    def is_confirmed(self, seen: np.record, hints: list[Hint], answers: set[int]) -> bool:
        """Whether the best action is still best when it and the next best are evaluated one move later."""
        seat = int(self.game.mover(seen))
        next_best = [hint.action for hint in hints if hint.action not in answers][:NEXT_BEST]
        values = (self.evaluator.evaluate_after(seen, seat, action).value()[seat] for action in (hints[0].action, *next_best))
        first, *others = map(float, values)
        return first - max(others) >= self.margin / 2

    def puzzle(self, seen: np.record, hints: list[Hint], answers: set[int], margin: float, move: int, **labels: Any) -> Puzzle:
        best, s = self.value(seen, hints[0]), seen.copy()
        others = [hint for hint in hints if hint.action not in answers]
        self.game.redeal(s, self.box, key_of(f"{self.seed} {move}"))
        return Puzzle(
            position=print_position(self.game, self.options, self.box, s),
            answers=tuple(hint.move for hint in hints if hint.action in answers),
            worth=best,
            margin=margin,
            costs={hint.move: max(margin, best - self.value(seen, hint)) for hint in others},
            line=self.notation(hints[0].line),
            replies={hint.move: self.notation(hint.line) for hint in others[:REPLIES] if hint.line},
            found=f"game {self.n + 1}, move {move + 1}",
            **labels,
        )

    def notation(self, line: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.game.texts.notation(self.box, action) for action in line[:MAX_LINE])
