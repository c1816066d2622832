"""Finding puzzles: positions out of games of bots in which one choice is clearly best.

Clearly best means: a search plays it whatever it deals for what is hidden, a search ten times as deep plays it too, and each of
them expects so much less of everything else; looked at from where they lead, the next best ones are still worse.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..bots import new_bot
from ..bots.bot import Hint
from ..core.dice import key_of
from ..core.errors import BadOption
from ..core.game import Game
from ..core.position import print_position
from ..core.puzzles import DIFFICULTIES, OTHER, Puzzle, PuzzleFile
from .judge import Judge

PLAYER = "easy"  # its games have the mistakes of people
DEEPER = 10
DEALS = 3  # searches that deal differently
GLANCES, GLANCE = 8, 30  # for the difficulty: so many searches of so many simulations
MARGINS = {True: 0.1, False: 2.0}  # in chances of winning; alone, in points
SIEVES = ((0.1, 0.6), (0.5, 1.0))  # shares of the simulations, and of the margin, that let a decision through
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
    progress: Callable[[int, int, int], Any] = lambda done, games, found: None,
) -> PuzzleFile:
    """Looks through games, after those that were looked through already, until there are so many; `save` gets each state."""
    while file.games < games:
        progress(file.games, games, len(file.puzzles))
        found = tuple(Search(game, file).puzzles())
        file = PuzzleFile(file.game, file.seed, file.bot, file.simulations, file.games + 1, (*file.puzzles, *found))
        save(file)
    progress(file.games, games, len(file.puzzles))
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


class Search:
    """Looks for puzzles in one game."""

    def __init__(self, game: Game, file: PuzzleFile):
        self.game, self.n, self.simulations = game, file.games, file.simulations
        self.options = options_of(game, self.n)
        self.box = game.build_box(self.options)
        self.seats = game.seats(self.options)
        self.least = MARGINS[self.seats > 1]
        self.seed = f"{file.seed} {self.n + 1}"
        self.players = [new_bot(file.bot, game, self.box, f"{self.seed} {seat}", threads=1) for seat in range(self.seats)]
        self.alike = Counter((puzzle.theme, puzzle.difficulty) for puzzle in file.puzzles)
        self.judge = Judge(game, self.box, f"search:{file.simulations // 2}")
        self.legal = np.zeros(game.most_legal, np.int16)

    def puzzles(self) -> Iterator[Puzzle]:
        """Plays the game, and looks at every decision."""
        game, s, move, last, found = self.game, self.game.empty_state(), 0, -APART, 0
        game.start(s, self.box, key_of(self.seed))
        while (seat := int(game.mover(s))) >= 0:
            actions = self.legal[: game.legal(s, self.box, self.legal)].tolist()
            game.view(s, self.box, seat, seen := game.empty_state())
            if len(actions) >= LEAST_CHOICES and move - last >= APART and found < MOST_A_GAME:
                puzzle = self.look_at(seen, actions, move)
                if puzzle:
                    last, found = move, found + 1
                    yield puzzle
            game.apply(s, self.box, self.players[seat].choose(seen, actions))
            move += 1

    def look_at(self, seen: np.record, actions: list[int], move: int) -> Puzzle | None:
        """The puzzle that a decision makes; None where nothing is clearly best."""
        for share, least in SIEVES:
            hints = self.weigh(seen, actions, int(share * self.simulations), "sieve")
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
        if not self.stands(seen, hints):
            return None
        self.alike[theme, difficulty] += 1
        return self.puzzle(seen, hints, answers, min(margins), theme, difficulty, move)

    def searches(self, seen: np.record, actions: list[int]) -> Iterator[list[Hint]]:
        """Several that deal differently, then the deep one."""
        for n in range(DEALS):
            yield self.weigh(seen, actions, self.simulations, f"deal {n}")
        yield self.weigh(seen, actions, DEEPER * self.simulations, "deep")

    def weigh(self, seen: np.record, actions: list[int], simulations: int, seed: str) -> list[Hint]:
        return search_bot(self.game, self.box, simulations, seed).hint(seen, actions)

    def worth(self, seen: np.record, hint: Hint) -> float:
        return worth(self.game, self.seats, seen, hint)

    def is_open(self, seen: np.record, best: Hint) -> bool:
        return self.seats == 1 or OPEN[0] <= self.worth(seen, best) <= OPEN[1]

    def best(self, seen: np.record, hints: list[Hint]) -> tuple[set[int], float]:
        """What is played most, with all that leads to the same; and how much better it is than the rest."""
        return best_of(self.game, self.box, self.seats, seen, hints)

    def difficulty(self, seen: np.record, actions: list[int], answers: set[int]) -> str:
        """How often a glance finds it."""
        bot = (search_bot(self.game, self.box, GLANCE, f"glance {n}") for n in range(GLANCES))
        right = sum(one.hint(seen, actions)[0].action in answers for one in bot)
        return DIFFICULTIES[0 if right >= 0.85 * GLANCES else 1 if right >= 0.5 * GLANCES else 2]

    def stands(self, seen: np.record, hints: list[Hint]) -> bool:
        """Whether the best is still best when it and the next ones are looked at from where they lead."""
        seat, (answers, _margin) = int(self.game.mover(seen)), self.best(seen, hints)
        next_best = [hint.action for hint in hints if hint.action not in answers][:NEXT_BEST]
        first, *others = (float(self.judge.after(seen, seat, action).worth()[seat]) for action in (hints[0].action, *next_best))
        return first - max(others) >= self.least / 2

    def puzzle(
        self, seen: np.record, hints: list[Hint], answers: set[int], margin: float, theme: str, difficulty: str, move: int
    ) -> Puzzle:
        best = self.worth(seen, hints[0])
        others = [hint for hint in hints if hint.action not in answers]
        s = seen.copy()
        self.game.redeal(s, self.box, key_of(f"{self.seed} {move}"))
        return Puzzle(
            position=print_position(self.game, self.options, self.box, s),
            answers=tuple(hint.move for hint in hints if hint.action in answers),
            theme=theme,
            difficulty=difficulty,
            worth=best,
            margin=margin,
            costs={hint.move: max(margin, best - self.worth(seen, hint)) for hint in others},
            line=self.words(hints[0].line),
            replies={hint.move: self.words(hint.line) for hint in others[:REPLIES] if hint.line},
            found=f"game {self.n + 1}, move {move + 1}",
        )

    def words(self, line: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.game.texts.notation(self.box, action) for action in line[:LONGEST_LINE])


def search_bot(game: Game, box: np.record, simulations: int, seed: str) -> Any:
    """Without a network, which not every game has."""
    return new_bot(f"search:{simulations}", game, box, f"puzzle {seed}", threads=1)


def worth(game: Game, seats: int, seen: np.record, hint: Hint) -> float:
    """To the mover: its chance of winning; alone, the points."""
    seat = int(game.mover(seen))
    return hint.chances[seat] if seats > 1 else hint.points[seat]


def best_of(game: Game, box: np.record, seats: int, seen: np.record, hints: list[Hint]) -> tuple[set[int], float]:
    answers = same_as(game, box, seen, hints)
    others = [worth(game, seats, seen, hint) for hint in hints if hint.action not in answers and hint.visits >= SELDOM]
    return answers, worth(game, seats, seen, hints[0]) - max(others) if others else 0.0


def same_as(game: Game, box: np.record, seen: np.record, hints: list[Hint]) -> set[int]:
    """The first action, and all that lead to the same position."""

    def after(action: int) -> bytes:
        s = seen.copy()
        game.redeal(s, box, key_of("same"))
        game.apply(s, box, action)
        return s.tobytes()

    first = after(hints[0].action)
    return {hint.action for hint in hints if hint is hints[0] or after(hint.action) == first}


def still_best(game: Game, options: dict[str, Any], box: np.record, s: np.record, puzzle: Puzzle, simulations: int) -> float:
    """By how much the answer is better than the rest in a search of so many simulations; below 0 if it plays something else."""
    seat = int(game.mover(s))
    game.view(s, box, seat, seen := game.empty_state())
    legal = np.zeros(game.most_legal, np.int16)
    actions = legal[: game.legal(s, box, legal)].tolist()
    hints = search_bot(game, box, simulations, "deep").hint(seen, actions)
    answers, margin = best_of(game, box, game.seats(options), seen, hints)
    return margin if {game.texts.notation(box, action) for action in answers} == set(puzzle.answers) else -1.0
