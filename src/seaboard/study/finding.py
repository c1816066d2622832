"""Finding puzzles: positions out of games of bots in which one choice is clearly best.

Clearly best means: a search plays it whatever it deals for what is hidden, a search ten times as deep plays it too, and each of
them expects so much less of everything else; looked at from where they lead, the next best ones are still worse.
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
from ..core.puzzles import DIFFICULTIES, OTHER, Puzzle, PuzzleFile
from .judge import Judge

PLAYER = "easy"  # its games have the mistakes of people
DEEPER = 10
DEALS = 3  # searches that deal differently
SIEVES = ((0.1, 0.6), (0.5, 1.0))  # shares of the simulations, and of the margin, that let a decision through
GLANCES, GLANCE = 8, 30  # for the difficulty: so many searches of so many simulations
EASY, MEDIUM = 0.85, 0.5  # shares of them that find the answer
MARGINS = {True: 0.1, False: 2.0}  # in chances of winning; alone, in points
OPEN = (0.1, 0.97)  # what the best is worth where there is still something to decide
LEAST_CHOICES = 3
SELDOM = 8  # what was tried less often says nothing
NEXT_BEST, REPLIES = 3, 6  # how many others are looked at once more, and have the line that follows
MOST_A_GAME, APART = 8, 3  # puzzles, and moves between two of them
MOST_ALIKE = 12  # of one theme and difficulty
LONGEST_LINE = 6


def find_puzzles(
    game: Game,
    file: PuzzleFile,
    games: int,
    save: Callable[[PuzzleFile], Any] = lambda file: None,
    progress: Callable[[int, int], Any] = lambda done, found: None,
) -> PuzzleFile:
    """Looks through games, after those that were looked through already, until there are so many; `save` gets each state."""
    while file.games < games:
        progress(file.games, len(file.puzzles))
        found = tuple(GameOfBots(game, file).puzzles())
        file = replace(file, games=file.games + 1, puzzles=(*file.puzzles, *found))
        save(file)
    return file


def options_of(game: Game, n: int) -> dict[str, Any]:
    """Of the nth game: all numbers of players in turn, and with each of them all presets."""
    players = game.options[0].choices
    presets = [dict(preset.options) for preset in game.presets] or [{}]
    for step in range(len(players) * len(presets)):
        wanted = {**presets[(n + step) // len(players) % len(presets)], "players": players[(n + step) % len(players)]}
        try:
            return game.choose(**wanted)
        except BadOption:
            continue
    return game.choose()


class Weighing:
    """Searches positions of one kind of game, always with the same result. Without a network, which not every game has."""

    def __init__(self, game: Game, box: np.record):
        self.game, self.box, self.alone = game, box, int(box.players) == 1
        self.least = MARGINS[not self.alone]
        self.out = np.zeros(game.max_legal, np.int16)

    def actions(self, s: np.record) -> list[int]:
        return self.out[: self.game.legal(s, self.box, self.out)].tolist()

    def search(self, seen: np.record, actions: list[int], simulations: int, seed: str) -> list[Hint]:
        """The actions, best first."""
        bot: Any = new_bot(f"search:{simulations}", self.game, self.box, f"puzzle {seed}", threads=1)
        return bot.hint(seen, actions)

    def worth(self, seen: np.record, hint: Hint) -> float:
        """To the mover: its chance of winning; alone, the points."""
        return (hint.points if self.alone else hint.chances)[int(self.game.mover(seen))]

    def best(self, seen: np.record, hints: list[Hint]) -> tuple[set[int], float]:
        """What is played most, with all that leads to the same; and how much better it is than the rest."""
        answers = self.same_as_first(seen, hints)
        others = [self.worth(seen, hint) for hint in hints if hint.action not in answers and hint.visits >= SELDOM]
        return answers, self.worth(seen, hints[0]) - max(others) if others else 0.0

    def same_as_first(self, seen: np.record, hints: list[Hint]) -> set[int]:
        first = self.after(seen, hints[0].action)
        return {hint.action for hint in hints if self.after(seen, hint.action) == first}

    def after(self, seen: np.record, action: int) -> bytes:
        """Where an action leads, in a position that fits this view."""
        s = seen.copy()
        self.game.redeal(s, self.box, key_of("same"))
        self.game.apply(s, self.box, action)
        return s.tobytes()


def margin_of(game: Game, box: np.record, s: np.record, puzzle: Puzzle, simulations: int) -> float:
    """By how much the answer is better than the rest for a search; below 0 if it plays something else."""
    weighing = Weighing(game, box)
    game.view(s, box, int(game.mover(s)), seen := game.empty_state())
    answers, margin = weighing.best(seen, weighing.search(seen, weighing.actions(s), simulations, "deep"))
    return margin if {game.texts.notation(box, action) for action in answers} == set(puzzle.answers) else -1.0


class GameOfBots(Weighing):
    """One game, whose decisions are looked at."""

    def __init__(self, game: Game, file: PuzzleFile):
        self.n, self.simulations = file.games, file.simulations
        self.options = options_of(game, self.n)
        super().__init__(game, game.build_box(self.options))
        self.seed = f"{file.seed} {self.n + 1}"
        seats = range(game.seats(self.options))
        self.players = [new_bot(file.bot, game, self.box, f"{self.seed} {seat}", threads=1) for seat in seats]
        self.judge = Judge(game, self.box, f"search:{file.simulations // 2}")
        self.alike = Counter((puzzle.theme, puzzle.difficulty) for puzzle in file.puzzles)

    def puzzles(self) -> Iterator[Puzzle]:
        """Plays the game, and looks at every decision."""
        game, s, move, last, found = self.game, self.game.empty_state(), 0, -APART, 0
        game.start(s, self.box, key_of(self.seed))
        while (seat := int(game.mover(s))) >= 0:
            actions = self.actions(s)
            game.view(s, self.box, seat, seen := game.empty_state())
            wanted = len(actions) >= LEAST_CHOICES and move - last >= APART and found < MOST_A_GAME
            if wanted and (puzzle := self.look_at(seen, actions, move)):
                last, found = move, found + 1
                yield puzzle
            game.apply(s, self.box, self.players[seat].choose(seen, actions))
            move += 1

    def look_at(self, seen: np.record, actions: list[int], move: int) -> Puzzle | None:
        """The puzzle that a decision makes; None where nothing is clearly best."""
        answers: set[int] = set()
        for share, least in SIEVES:
            hints = self.search(seen, actions, int(share * self.simulations), "sieve")
            answers, margin = self.best(seen, hints)
            if margin < least * self.least or not self.is_open(seen, hints[0]):
                return None
        theme, difficulty = self.game.texts.theme(seen, self.box) or OTHER, self.difficulty(seen, actions, answers)
        if self.alike[theme, difficulty] >= MOST_ALIKE:
            return None
        margins = []
        for hints in self.searches(seen, actions):
            again, margin = self.best(seen, hints)
            if again != answers or margin < self.least:
                return None
            margins.append(margin)
        if not self.stands(seen, hints, answers):
            return None
        self.alike[theme, difficulty] += 1
        return self.puzzle(seen, hints, answers, min(margins), move, theme=theme, difficulty=difficulty)

    def searches(self, seen: np.record, actions: list[int]) -> Iterator[list[Hint]]:
        """Several that deal differently, then the deep one."""
        for n in range(DEALS):
            yield self.search(seen, actions, self.simulations, f"deal {n}")
        yield self.search(seen, actions, DEEPER * self.simulations, "deep")

    def is_open(self, seen: np.record, best: Hint) -> bool:
        return self.alone or OPEN[0] <= self.worth(seen, best) <= OPEN[1]

    def difficulty(self, seen: np.record, actions: list[int], answers: set[int]) -> str:
        """How often a glance finds it."""
        glances = (self.search(seen, actions, GLANCE, f"glance {n}") for n in range(GLANCES))
        right = sum(hints[0].action in answers for hints in glances) / GLANCES
        return DIFFICULTIES[0 if right >= EASY else 1 if right >= MEDIUM else 2]

    def stands(self, seen: np.record, hints: list[Hint], answers: set[int]) -> bool:
        """Whether the best is still best when it and the next ones are looked at from where they lead."""
        seat = int(self.game.mover(seen))
        next_best = [hint.action for hint in hints if hint.action not in answers][:NEXT_BEST]
        looks = (self.judge.after(seen, seat, action).worth()[seat] for action in (hints[0].action, *next_best))
        first, *others = map(float, looks)
        return first - max(others) >= self.least / 2

    def puzzle(self, seen: np.record, hints: list[Hint], answers: set[int], margin: float, move: int, **more: str) -> Puzzle:
        best, s = self.worth(seen, hints[0]), seen.copy()
        others = [hint for hint in hints if hint.action not in answers]
        self.game.redeal(s, self.box, key_of(f"{self.seed} {move}"))
        return Puzzle(
            position=print_position(self.game, self.options, self.box, s),
            answers=tuple(hint.move for hint in hints if hint.action in answers),
            worth=best,
            margin=margin,
            costs={hint.move: max(margin, best - self.worth(seen, hint)) for hint in others},
            line=self.words(hints[0].line),
            replies={hint.move: self.words(hint.line) for hint in others[:REPLIES] if hint.line},
            found=f"game {self.n + 1}, move {move + 1}",
            **more,
        )

    def words(self, line: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.game.texts.notation(self.box, action) for action in line[:LONGEST_LINE])
