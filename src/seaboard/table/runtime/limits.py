"""Limits per visitor: rates, open pages, tables. A visitor is an address (see addresses.py)."""

import math
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any

from ...language import _
from ..errors import Refused

DAY = 86_400.0


@dataclass(frozen=True)
class Limits:
    """Rates per visitor (requests per second, burst), and how much each may have at the same time."""

    rates: Mapping[str, tuple[float, float]] = field(
        default_factory=lambda: {
            "create": (0.2, 20),
            "sign in": (0.1, 20),  # also limits guesses of recovery codes
            "chat": (1, 10),
            "hint": (1, 20),
            "coach": (2, 20),
            "evaluate": (3, 30),
            "send": (20, 60),
            "read": (30, 200),
        }
    )
    listeners: int = 5000
    listeners_each: int = 100
    streams_each: int = 8  # of one token
    tokens_each: int = 20  # of one browser
    tables_each: int = 100  # unfinished tables, created within a day
    bots_only_each: int = 3  # of these, tables without people
    studies_each: int = 100
    boxes_each: int = 20
    reviews_each: int = 3  # games in the review queue
    jobs_each: int = 1  # at the same time: parsing texts, drawing boards (jobs/visitor_jobs.py)
    jobs_waiting_each: int = 40
    hosts: tuple[str, ...] = ()  # host names that this server answers to; empty: any
    unlimited: tuple[str, ...] = ()  # visitors without rate limits: those at the computer that runs `seaboard play`

    @classmethod
    def none(cls) -> "Limits":
        """No limits, for benchmarks."""
        counts: Any = {one.name: 10**9 for one in fields(cls) if one.name not in ("rates", "hosts", "unlimited")}
        return cls({}, **counts)


class RateLimiter:
    """Token buckets, one per visitor and kind of request."""

    MAX_BUCKETS = 20_000

    def __init__(self, rates: Mapping[str, tuple[float, float]]):
        self.rates = rates
        self.buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def allow(self, visitor: str, kind: str) -> bool:
        """Counts a request; False if the visitor's bucket for this kind is empty."""
        if kind not in self.rates:
            return True
        speed, most = self.rates[kind]
        now = time.monotonic()
        left, since = self.buckets.get((visitor, kind), (most, now))
        left = min(most, left + (now - since) * speed)
        allowed = left >= 1
        self.buckets[visitor, kind] = (left - allowed, now)
        self.buckets.move_to_end((visitor, kind))
        if len(self.buckets) > self.MAX_BUCKETS:
            self.buckets.popitem(last=False)
        return allowed

    def seconds_until_next(self, kind: str) -> int:
        """The maximum number of seconds that a refused visitor has to wait."""
        return math.ceil(1 / self.rates[kind][0])


class OpenPages:
    """Counts the open event streams, by visitor and by token."""

    def __init__(self, limits: Limits):
        self.limits = limits
        self.by_visitor: Counter[str] = Counter()
        self.by_token: Counter[str] = Counter()

    def count(self) -> int:
        return self.by_visitor.total()

    @contextmanager
    def place(self, visitor: str) -> Iterator[None]:
        """Counts a page while it has an event stream. Raises Refused beyond the limit."""
        if self.count() >= self.limits.listeners or self.by_visitor[visitor] >= self.limits.listeners_each:
            raise Refused(429, _("Too many pages are open. Close some of them."))
        self.by_visitor[visitor] += 1
        try:
            yield
        finally:
            self.by_visitor[visitor] -= 1
            if not self.by_visitor[visitor]:
                del self.by_visitor[visitor]

    @contextmanager
    def stream(self, visitor: str, token: str) -> Iterator[None]:
        """Counts a stream of a token while it is open; it also counts as a page of its visitor."""
        with self.place(visitor):
            if self.by_token[token] >= self.limits.streams_each:
                raise Refused(429, f"a token has at most {self.limits.streams_each} streams at once")
            self.by_token[token] += 1
            try:
                yield
            finally:
                self.by_token[token] -= 1
                if not self.by_token[token]:
                    del self.by_token[token]
