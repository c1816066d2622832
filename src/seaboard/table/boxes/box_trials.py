"""Bot games that measure a component: a few at a time among the visitor's jobs, with progress; they can be cancelled."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from math import isnan, nan, sqrt
from statistics import fmean, median

from ...core.errors import SeaboardError
from ...core.game import CardStats
from ...language import _
from ..errors import Refused
from ..jobs.visitor_jobs import VisitorJobs

MAX_TRIALS = 100  # in memory
GAMES_PER_JOB = 20
OUTLIER_DEVIATIONS = 3.0  # a figure this many standard deviations from its group is unusual
MAD_TO_DEVIATION = 1.4826  # the standard deviation of a normal distribution by its median absolute deviation
MIN_WORTH, MIN_USED = 1.0, 0.05  # smaller differences are never unusual (of worth: beyond its margin)
Play = Callable[[int, int], list[CardStats]]  # (games, seed)


@dataclass(frozen=True)
class PlayReport:
    """The use and the worth of a component in bot games, compared with the others of its group."""

    name: str
    group: str
    used: float  # share of the games that offered it in which it was used
    worth: float  # points; nan if it was never used
    margin: float  # half-width of the 95 % interval
    group_used: float
    group_worth: float
    unusual: bool  # far outside of its group


@dataclass
class Trial:
    """Games for one component."""

    visitor: str
    key: str
    total: int
    done: int = 0
    reports: list[PlayReport] | None = None  # when all games are played
    error: str = ""
    cancelled: bool = False


class Trials:
    """The trials of this server, by a random id."""

    def __init__(self, jobs: VisitorJobs):
        self.jobs = jobs
        self.trials: dict[str, Trial] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def begin(self, visitor: str, key: str, games: int, play: Play) -> str:
        """Starts the games; a visitor has one trial at a time."""
        for other in self.trials.values():
            other.cancelled = other.cancelled or other.visitor == visitor
        while len(self.trials) >= MAX_TRIALS:
            self.trials.pop(next(iter(self.trials))).cancelled = True
        number, trial = secrets.token_hex(8), Trial(visitor, key, games)
        self.trials[number] = trial
        task = asyncio.create_task(self.run(trial, play))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return number

    async def run(self, trial: Trial, play: Play) -> None:
        parts: list[list[CardStats]] = []
        try:
            while trial.done < trial.total:
                if trial.cancelled:
                    raise Refused(409, _("The games were cancelled."))
                games = min(GAMES_PER_JOB, trial.total - trial.done)
                parts.append(await self.jobs.run(trial.visitor, play, games, 1 + len(parts)))
                trial.done += games
            trial.reports = compare_with_group(parts, trial.key)
        except SeaboardError as error:
            trial.error = str(error)

    def find(self, number: str, visitor: str) -> Trial:
        trial = self.trials.get(number)
        if trial is None or trial.visitor != visitor:
            raise Refused(404, _("These games are gone; start them again."))
        return trial

    def stop(self) -> None:
        for trial in self.trials.values():
            trial.cancelled = True


def compare_with_group(parts: list[list[CardStats]], key: str) -> list[PlayReport]:
    """Reports on the component, then on the others of its group, from the statistics of each job."""
    rows = [combine(list(same)) for same in zip(*parts, strict=True)]
    component = next((one for one in rows if str(one.number) == key), None)
    if component is None:
        return []
    group = [component, *(one for one in rows if one.kind == component.kind and one is not component)]
    return [report_on(one, [other for other in group if other is not one]) for one in group]


def combine(parts: list[CardStats]) -> CardStats:
    """One component over all jobs: its use weighted by the games that offered it, its worth by the inverse of the variance."""
    first, offered = parts[0], sum(one.offered for one in parts)
    used = sum(one.offered * one.used for one in parts) / offered if offered else 0.0
    weighted = [(one.difference, one.margin**-2) for one in parts if not isnan(one.difference) and one.margin > 0]
    weight = sum(weight for _worth, weight in weighted)
    worth = sum(worth * weight for worth, weight in weighted) / weight if weight else nan
    margin = 1 / sqrt(weight) if weight else nan
    return CardStats(first.number, first.name, first.kind, first.source, offered / len(parts), used, worth, margin)


def report_on(component: CardStats, others: list[CardStats]) -> PlayReport:
    used = [one.used for one in others if one.offered]
    worth = [one.difference for one in others if not isnan(one.difference)]
    unusual = is_outlier(component.used, used, MIN_USED)
    unusual = unusual or (
        not isnan(component.difference) and is_outlier(component.difference, worth, MIN_WORTH + component.margin)
    )
    return PlayReport(
        f"{component.number} {component.name}",
        component.kind,
        component.used,
        component.difference,
        component.margin,
        fmean(used or [0.0]),
        fmean(worth or [0.0]),
        unusual,
    )


def is_outlier(value: float, others: list[float], least: float) -> bool:
    """Whether a value is far from the others, and by more than `least`."""
    if len(others) < 3:
        return False
    middle = median(others)
    spread = MAD_TO_DEVIATION * median(abs(one - middle) for one in others)
    return abs(value - middle) > max(OUTLIER_DEVIATIONS * spread, least)
