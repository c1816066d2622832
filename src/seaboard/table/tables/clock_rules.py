"""Clocks as pure values: no I/O, all times in seconds by one clock (the database's).

A player has `turn` seconds for each turn, and a `reserve` for the whole game that is used when a turn takes longer. In games
over days, the clock of a player stops during that player's holidays.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

Kind = Literal["live", "days"]
Timeout = Literal["bot", "end"]
Interval = tuple[float, float]  # from, until
MINUTE, HOUR, DAY = 60, 3600, 86400
LIMITS: Mapping[str, tuple[int, int]] = {"live": (5, 12 * HOUR), "days": (HOUR, 30 * DAY)}  # seconds per turn
MAX_RESERVE = 60 * DAY


@dataclass(frozen=True)
class Pace:
    """How much time the players of a table have, and what happens when it runs out: a bot plays on, or the game ends."""

    kind: Kind
    turn: int
    reserve: int
    timeout: Timeout = "bot"

    def __post_init__(self) -> None:
        low, high = LIMITS[self.kind]
        if not low <= self.turn <= high or not 0 <= self.reserve <= MAX_RESERVE:
            raise ValueError(f"a turn takes {low} to {high} seconds, and a reserve has 0 to {MAX_RESERVE}")

    def to_json(self) -> str:
        return json.dumps(asdict(self))


def read_pace(text: str | None) -> Pace | None:
    """The stored pace of a table; None without a clock."""
    return Pace(**json.loads(text)) if text else None


PACES: Mapping[str, Pace] = {  # the paces that pages offer
    "live": Pace("live", MINUTE, 10 * MINUTE),
    "live slow": Pace("live", 3 * MINUTE, 30 * MINUTE),
    "today": Pace("live", 30 * MINUTE, 4 * HOUR),
    "days": Pace("days", DAY, 3 * DAY),
    "days slow": Pace("days", 3 * DAY, 7 * DAY),
}


@dataclass(frozen=True)
class Clock:
    """The clocks of all seats: the reserve of each, and the turn that is running."""

    reserves: tuple[float, ...]
    seat: int | None = None  # whose clock runs; None: nobody's (a bot moves, or the game has not begun or is over)
    since: float = 0.0  # when this turn began
    holidays: tuple[Interval, ...] = ()  # of the seat whose clock runs

    def to_json(self) -> str:
        return json.dumps(asdict(self))


def read_clock(text: str | None) -> Clock | None:
    if not text:
        return None
    stored: dict[str, Any] = json.loads(text)
    holidays = tuple((begin, end) for begin, end in stored["holidays"])
    return Clock(tuple(stored["reserves"]), stored["seat"], stored["since"], holidays)


def new_clock(pace: Pace, seats: int) -> Clock:
    return Clock((float(pace.reserve),) * seats)


def merge_intervals(intervals: Iterable[Interval]) -> list[Interval]:
    """The union of these intervals, in order and without overlaps."""
    merged: list[Interval] = []
    for begin, end in sorted(interval for interval in intervals if interval[0] < interval[1]):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((begin, end))
    return merged


def counted_seconds(begin: float, end: float, holidays: Iterable[Interval]) -> float:
    """Seconds from `begin` to `end` outside the holidays; 0 if the clock was set back in between."""
    free = sum(max(0.0, min(end, until) - max(begin, since)) for since, until in merge_intervals(holidays))
    return max(0.0, end - begin - free)


def moment_after(begin: float, seconds: float, holidays: Iterable[Interval]) -> float:
    """The moment after a number of seconds, not counting holidays."""
    for since, until in merge_intervals(holidays):
        if until <= begin:
            continue
        if since >= begin + seconds:
            break
        seconds -= max(0.0, since - begin)
        begin = until
    return begin + seconds


def deadline(pace: Pace, clock: Clock) -> float | None:
    """The time at which the running clock has used up its turn and its reserve; None if no clock runs."""
    if clock.seat is None:
        return None
    return moment_after(clock.since, pace.turn + clock.reserves[clock.seat], clock.holidays)


def stop_turn(pace: Pace, clock: Clock, now: float) -> Clock:
    """The clock after the running turn has ended: time beyond that of a turn is taken from the reserve."""
    if clock.seat is None:
        return clock
    beyond = max(0.0, counted_seconds(clock.since, now, clock.holidays) - pace.turn)
    reserves = list(clock.reserves)
    reserves[clock.seat] = max(0.0, reserves[clock.seat] - beyond)
    return Clock(tuple(reserves))


def start_turn(pace: Pace, clock: Clock, seat: int | None, now: float, holidays: Sequence[Interval] = ()) -> Clock:
    """The clock after the running turn has ended and the turn of `seat` has begun (None: the mover has no clock)."""
    free = tuple(merge_intervals(holidays)) if pace.kind == "days" else ()
    return replace(stop_turn(pace, clock, now), seat=seat, since=now, holidays=free if seat is not None else ())


def with_holidays(pace: Pace, clock: Clock, now: float, holidays: Sequence[Interval]) -> Clock:
    """The clock with changed holidays of the seat whose clock runs. Past holidays stay."""
    if clock.seat is None or pace.kind != "days":
        return clock
    past = [(begin, min(end, now)) for begin, end in clock.holidays if begin < now]
    future = [(max(begin, now), end) for begin, end in holidays if end > now]
    return replace(clock, holidays=tuple(merge_intervals([*past, *future])))
