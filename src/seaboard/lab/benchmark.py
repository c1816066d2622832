"""Benchmark suites: fixed tasks, seeds, opponents and numbers of games, and one score (docs/benchmark.md).

A suite never changes: other tasks are another suite, with a higher number.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from ..core.errors import BadOption, SeaboardError
from ..core.game import one_of
from ..games import find_game
from .arena import new_tournament, run
from .ratings import Standing, standings, wilson

SPLITS = ("test", "dev")


@dataclass(frozen=True)
class Task:
    """A game with options. With several seats the bot meets each opponent; alone it plays for points."""

    name: str
    game: str
    options: Mapping[str, Any]
    opponents: tuple[str, ...] = ()

    @property
    def seats(self) -> int:
        return int(self.options["players"])


@dataclass(frozen=True)
class Suite:
    """Tasks; each opponent is met on `deals` deals, from every seat."""

    name: str
    deals: int
    tasks: tuple[Task, ...]

    def games(self, task: Task) -> int:
        return self.deals * task.seats if task.opponents else self.deals * 4


OTHERS = ("greedy", "search:50")
SUITES = {
    suite.name: suite
    for suite in (
        Suite(
            "core-1",
            5,
            (
                Task("maori-2", "maori", {"players": 2}, OTHERS),
                Task("maori-4-pro", "maori", {"players": 4, "level": "pro"}, OTHERS),
                Task("maori-3-atoll", "maori", {"players": 3, "board": "atoll"}, OTHERS),
                Task("kaivai-3", "kaivai", {"players": 3}, OTHERS),
                Task("kaivai-4-first", "kaivai", {"players": 4, "edition": "first"}, OTHERS),
                Task("nusfjord-2", "nusfjord", {"players": 2}, OTHERS),
                Task("nusfjord-5-trout", "nusfjord", {"players": 5, "deck": "trout"}, OTHERS),
                Task("nusfjord-solo", "nusfjord", {"players": 1}),
            ),
        ),
        Suite(
            "smoke-1",
            1,
            (Task("maori-2", "maori", {"players": 2}, ("random",)), Task("maori-3", "maori", {"players": 3}, ("random",))),
        ),
    )
}


@dataclass
class TaskResult:
    """The score of a task, 0 to 100, and its parts, rounded as in a row: a row's score follows from the row."""

    task: str
    score: float
    games: int
    shares: dict[str, float] = field(default_factory=dict)  # by opponent: the bot's share of the wins
    points: float = 0.0  # mean points of the bot
    seconds_per_decision: float = 0.0  # of the bot


def find_suite(name: str) -> Suite:
    if name not in SUITES:
        raise BadOption(f"no suite {name!r}; choose {one_of(SUITES)}")
    return SUITES[name]


def score_of_share(share: float, seats: int) -> float:
    """100 times the chance to be ahead of one opponent that this share of the wins means: 50 for equal players."""
    others = (1 - share) / (seats - 1)
    return 100 * share / (share + others)


def bot_for(bot: str, game: str) -> str:
    """The bot's name in a game: `net,file=ppo/{game}.npz` has a file for each."""
    return bot.replace("{game}", game)


def run_task(suite: Suite, task: Task, bot: str, split: str, processes: int) -> TaskResult:
    games, found, bot = suite.games(task), list[Standing](), bot_for(bot, task.game)
    for opponent in task.opponents or ("",):
        bots = [bot, opponent] if opponent else [bot]
        tournament = new_tournament(task.game, task.options, bots, games, f"{suite.name} {split} {task.name}")
        run(tournament, processes)
        found.append(standings(tournament.meetings[0])[0])
    points = float(np.mean([row.points for row in found]))
    shares = {opponent: row.share for opponent, row in zip(task.opponents, found, strict=False)}
    scores = [score_of_share(share, task.seats) for share in shares.values()]
    full = find_game(task.game).full_score
    score = float(np.mean(scores)) if scores else 100 * max(0.0, min(1.0, points / full))
    pace = float(np.mean([1 / max(1e-9, row.decisions_per_second) for row in found]))
    rounded = {opponent: round(share, 3) for opponent, share in shares.items()}
    return TaskResult(task.name, round(score, 1), games * len(found), rounded, round(points, 2), round(pace, 5))


def choose_tasks(suite: Suite, names: Sequence[str]) -> list[Task]:
    """The tasks with these names, all if there are none."""
    known = [task.name for task in suite.tasks]
    for name in names:
        if name not in known:
            raise BadOption(f"{suite.name} has no task {name!r}; choose {one_of(known)}")
    return [task for task in suite.tasks if not names or task.name in names]


def run_tasks(suite: Suite, tasks: Sequence[Task], bot: str, split: str = "test", processes: int = 1) -> Iterator[TaskResult]:
    for task in tasks:
        yield run_task(suite, task, bot, split, processes)


def run_suite(suite: Suite, bot: str, split: str = "test", processes: int = 1) -> dict[str, Any]:
    """Plays all tasks; returns a row of the leaderboard."""
    check_split(split)
    return row_of(suite, bot, split, list(run_tasks(suite, suite.tasks, bot, split, processes)))


def check_split(split: str) -> None:
    if split not in SPLITS:
        raise BadOption(f"split must be {one_of(SPLITS)}, not {split!r}")


def row_of(suite: Suite, bot: str, split: str, results: Sequence[TaskResult]) -> dict[str, Any]:
    """A row of the leaderboard. It has a score if all tasks of the suite were played."""
    games, complete = sum(result.games for result in results), len(results) == len(suite.tasks)
    score = float(np.mean([result.score for result in results])) if complete else 0.0
    interval = [round(100 * limit, 1) for limit in wilson(score / 100 * games, games)]
    in_order = sorted(results, key=lambda result: [task.name for task in suite.tasks].index(result.task))
    return {
        **key_of_row(suite, bot, split),
        "score": round(score, 1) if complete else None,
        "interval": interval if complete else None,
        "games": games,
        "date": time.strftime("%Y-%m-%d"),
        "tasks": {result.task: {key: value for key, value in asdict(result).items() if key != "task"} for result in in_order},
    }


def key_of_row(suite: Suite, bot: str, split: str) -> dict[str, Any]:
    """What two rows must have in common, so that the tasks of both are results of the same bot."""
    rules = {name: find_game(name).rules_version for name in sorted({task.game for task in suite.tasks})}
    return {"suite": suite.name, "split": split, "bot": bot, "seaboard": __version__, "rules": rules}


def earlier_results(file: Path, suite: Suite, bot: str, split: str) -> list[TaskResult]:
    """The tasks of this bot's last row in a file, if it is unfinished: an interrupted run continues from them."""
    key, found = key_of_row(suite, bot, split), list[TaskResult]()
    try:
        for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            if all(row[name] == value for name, value in key.items()):
                tasks = row["tasks"].items() if row["score"] is None else ()
                found = [TaskResult(task=task, **result) for task, result in tasks]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SeaboardError(f"{file} does not contain rows of the benchmark; name another file") from None
    return found
