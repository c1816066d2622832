"""Matches tickets: pure functions, so that every process finds the same groups."""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Ticket:
    """A person who waits for opponents. `players` and the ratings are None if they do not matter."""

    id: str
    who: str
    name: str
    game: str
    pace: str
    players: int | None = None
    rated: bool = False
    rating: int | None = None
    low: int | None = None
    high: int | None = None


Blocks = Container[tuple[str, str]]  # (who, other): the first has blocked the second


def in_range(rating: int | None, low: int | None, high: int | None) -> bool:
    """Whether a rating is in the range; people without a rating yet may play everywhere."""
    return rating is None or ((low is None or rating >= low) and (high is None or rating <= high))


def fit(one: Ticket, other: Ticket, blocks: Blocks) -> bool:
    """Whether two tickets can be at the same table."""
    same = (one.game, one.pace, one.rated) == (other.game, other.pace, other.rated) and one.who != other.who
    blocked = (one.who, other.who) in blocks or (other.who, one.who) in blocks
    ratings_fit = in_range(other.rating, one.low, one.high) and in_range(one.rating, other.low, other.high)
    return same and not blocked and ratings_fit


def group_of(first: Ticket, others: Sequence[Ticket], size: int, blocks: Blocks) -> list[Ticket]:
    """The tickets of a table of this size: the first one, and the oldest others that fit; empty if there are too few."""
    group = [first]
    for other in others:
        if len(group) < size and other.players in (None, size) and all(fit(one, other, blocks) for one in group):
            group.append(other)
    return group if len(group) == size else []


def match_tickets(tickets: Sequence[Ticket], blocks: Blocks, sizes: Callable[[str], Sequence[int]]) -> list[list[Ticket]]:
    """The groups that can start now; `tickets` has the oldest first, `sizes` gives the numbers of players of a game."""
    waiting, groups = list(tickets), []
    while waiting:
        first = waiting.pop(0)
        for size in [first.players] if first.players else sizes(first.game):
            if group := group_of(first, waiting, size, blocks):
                waiting = [ticket for ticket in waiting if ticket not in group]
                groups.append(group)
                break
    return groups
