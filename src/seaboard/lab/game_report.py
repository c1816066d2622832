"""Statistics of many bot games, for game designers: `seaboard report GAME`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track

from ..bots import new_bot
from ..core.errors import BadOption
from ..core.ranking import win_shares
from .parallel import run_jobs, until_interrupted
from .single_game import SingleGame

JOB_SIZE = 20  # games per job


@dataclass
class GameStatistics:
    """Results of games. Bots rotate seats, to tell the advantage of a seat from the strength of a bot."""

    points: list[list[list[float]]] = field(default_factory=list)  # per game: by seat and category
    shares: list[list[float]] = field(default_factory=list)  # per game: each seat's share of the win
    bots: list[list[str]] = field(default_factory=list)  # per game: the bot on each seat
    moves: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    choices: Counter = field(default_factory=Counter)  # (round, first word of the move): count
    interrupt: BaseException | None = None  # Ctrl+C or SIGTERM, if not all games were played

    def add(self, other: "GameStatistics") -> None:
        self.points += other.points
        self.shares += other.shares
        self.bots += other.bots
        self.moves += other.moves
        self.rounds += other.rounds
        self.choices.update(other.choices)


@dataclass(frozen=True)
class Job:
    """Games `first` to `last` - 1 of a series; the same games on every machine."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: str
    first: int
    last: int


def play_job(job: Job) -> GameStatistics:
    """Plays the games of a job."""
    table, statistics = SingleGame(job.game, **job.options), GameStatistics()
    first_words = [table.game.texts.notation(table.box, action).split()[0] for action in range(table.game.num_actions)]
    for number in range(job.first, job.last):
        play_game(table, statistics, job, number, first_words)
    return statistics


def play_game(table: SingleGame, statistics: GameStatistics, job: Job, number: int, first_words: Sequence[str]) -> None:
    rotated = [(seat + number) % table.seats for seat in range(table.seats)]
    names = [job.bots[place % len(job.bots)] for place in rotated]
    bots = [new_bot(name, table.game, table.box, seed=f"{job.seed}/{number}/{seat}") for seat, name in enumerate(names)]
    table.begin(f"{job.seed}/{number}")
    moves = round_number = 0
    while (seat := table.mover) >= 0:
        view = table.view(seat)
        round_number = table.game.round_number(view)
        action = bots[seat].choose(view, table.actions())
        statistics.choices[round_number, first_words[action]] += 1
        table.play(action)
        moves += 1
    sheet = np.zeros((table.seats, len(table.game.score_kinds)), np.int32)
    table.game.score_sheet(table.s, table.box, sheet)
    statistics.points.append((sheet / table.game.units_per_point).tolist())
    statistics.shares.append(win_shares(table.rewards()).tolist())
    statistics.bots.append(names)
    statistics.moves.append(moves)
    statistics.rounds.append(round_number)


def collect(
    game: str, options: Mapping[str, Any], bots: Sequence[str], games: int, seed: str = "1", processes: int = 1, ray: str = ""
) -> GameStatistics:
    """Plays games with these bots, on this machine or on a Ray cluster (the same games), and collects statistics.

    After Ctrl+C or SIGTERM, returns the statistics of the games so far.
    """
    if not bots:
        raise BadOption("a report needs at least one bot")
    table = SingleGame(game, **options)
    for name in bots:
        new_bot(name, table.game, table.box)  # raises for an unknown bot before any game is played
    if len(bots) > table.seats:
        raise BadOption(f"{len(bots)} bots for {table.seats} seats")
    jobs = [
        (Job(game, options, tuple(bots), seed, first, min(games, first + JOB_SIZE)),) for first in range(0, games, JOB_SIZE)
    ]
    interrupts: list[BaseException] = []
    parts = until_interrupted(run_jobs(play_job, jobs, processes, ray), interrupts.append)
    label = f"playing {games} games of {table.game.title}"
    bar = track(parts, label, len(jobs), console=Console(stderr=True), transient=True)
    statistics = GameStatistics()
    for _, part in sorted(bar, key=lambda job: job[0]):
        statistics.add(part)
    statistics.interrupt = interrupts[0] if interrupts else None
    if statistics.interrupt and not statistics.moves:
        raise statistics.interrupt
    return statistics


def summary(table: SingleGame, statistics: GameStatistics) -> dict[str, Any]:
    """The figures of a report, for `--json` and the page."""
    points, shares = np.array(statistics.points), np.array(statistics.shares)
    names = np.array(statistics.bots)
    totals = points.sum(2)
    best = np.sort(totals, 1)
    return {
        "game": table.game.name,
        "options": dict(table.options),
        "games": len(statistics.moves),
        "moves": spread_of(statistics.moves),
        "rounds": spread_of(statistics.rounds),
        "points": spread_of(totals.ravel()),
        "winning points": spread_of(best[:, -1]),
        "margin": spread_of(best[:, -1] - best[:, -2]) if table.seats > 1 else {},
        "by kind": dict(zip(table.game.score_kinds, points.mean((0, 1)).round(2).tolist(), strict=True)),
        "by seat": [
            {"seat": seat + 1, "won": won_by(shares[:, seat]), "points": by_kind(table, points[:, seat])}
            for seat in range(table.seats)
        ],
        "by bot": [
            {"bot": bot, "won": won_by(shares[names == bot]), "points": by_kind(table, points[names == bot])}
            for bot in dict.fromkeys(names.ravel().tolist())
        ],
        "choices": choices_by_round(statistics.choices),
    }


def spread_of(values: Any) -> dict[str, float]:
    """Minimum, quartiles, maximum and mean."""
    cuts = np.percentile(values, [0, 25, 50, 75, 100]).tolist()
    return dict(zip(("least", "quarter", "middle", "three quarters", "most"), cuts, strict=True)) | {
        "mean": float(np.mean(values))
    }


def won_by(shares: np.ndarray) -> dict[str, float]:
    """The win rate and the half-width of its 95 % confidence interval."""
    error = 1.96 * float(shares.std()) / max(1, len(shares)) ** 0.5
    return {"share": float(shares.mean()), "error": error}


def by_kind(table: SingleGame, points: np.ndarray) -> dict[str, float]:
    return dict(zip(table.game.score_kinds, points.mean(0).round(2).tolist(), strict=True))


def choices_by_round(choices: Counter) -> dict[int, dict[str, int]]:
    by_round: dict[int, dict[str, int]] = {}
    for (number, word), count in sorted(choices.items()):
        by_round.setdefault(number, {})[word] = count
    return by_round
