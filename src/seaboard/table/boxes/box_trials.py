"""Bot games that show how a component does: some at a time among the visitor's jobs, with progress; they can be cancelled."""

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

MOST = 100  # trials that are remembered
AT_A_TIME = 20  # games of one job
FAR, SPREAD = 3.0, 1.4826  # figures this many standard deviations (estimated by medians) from their group are pointed out
LEAST_WORTH, LEAST_USED = 1.0, 0.05  # minimum differences (of worth: beyond its margin)
Play = Callable[[int, int], list[CardStats]]  # (games, seed)


@dataclass(frozen=True)
class PlayReport:
    """How a component did in bot games, next to the others of its group."""

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
    found: list[PlayReport] | None = None
    error: str = ""
    cancelled: bool = False


class Trials:
    """The trials of this server, by a random number."""

    def __init__(self, jobs: VisitorJobs):
        self.jobs = jobs
        self.trials: dict[str, Trial] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def begin(self, visitor: str, key: str, games: int, play: Play) -> str:
        """Starts the games; a visitor has one trial at a time."""
        for other in self.trials.values():
            other.cancelled = other.cancelled or other.visitor == visitor
        while len(self.trials) >= MOST:
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
                games = min(AT_A_TIME, trial.total - trial.done)
                parts.append(await self.jobs.run(trial.visitor, play, games, 1 + len(parts)))
                trial.done += games
            trial.found = compare_with_group(parts, trial.key)
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
    """The component first, then the others of its group."""
    rows = [combine(list(same)) for same in zip(*parts, strict=True)]
    own = next((one for one in rows if str(one.number) == key), None)
    if own is None:
        return []
    group = [own, *(one for one in rows if one.kind == own.kind and one is not own)]
    return [report_on(one, [other for other in group if other is not one]) for one in group]


def combine(parts: list[CardStats]) -> CardStats:
    """One component over all parts: shares by the games that offered it, worth by how sure each part is."""
    first, offered = parts[0], sum(one.offered for one in parts)
    used = sum(one.offered * one.used for one in parts) / offered if offered else 0.0
    sure = [(one.difference, one.margin**-2) for one in parts if not isnan(one.difference) and one.margin > 0]
    weight = sum(weight for _worth, weight in sure)
    worth = sum(worth * weight for worth, weight in sure) / weight if weight else nan
    margin = 1 / sqrt(weight) if weight else nan
    return CardStats(first.number, first.name, first.kind, first.source, offered / len(parts), used, worth, margin)


def report_on(own: CardStats, others: list[CardStats]) -> PlayReport:
    used = [one.used for one in others if one.offered]
    worth = [one.difference for one in others if not isnan(one.difference)]
    unusual = is_far(own.used, used, LEAST_USED)
    unusual = unusual or (not isnan(own.difference) and is_far(own.difference, worth, LEAST_WORTH + own.margin))
    return PlayReport(
        f"{own.number} {own.name}",
        own.kind,
        own.used,
        own.difference,
        own.margin,
        fmean(used or [0.0]),
        fmean(worth or [0.0]),
        unusual,
    )


def is_far(value: float, others: list[float], least: float) -> bool:
    """Far outside of the others, and by more than `least`."""
    if len(others) < 3:
        return False
    middle = median(others)
    spread = SPREAD * median(abs(one - middle) for one in others)
    return abs(value - middle) > max(FAR * spread, least)
