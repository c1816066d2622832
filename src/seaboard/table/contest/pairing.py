"""Pairings of a cup: round robin and Swiss, at tables of two to five. Pure functions; lists of players are ordered by seed."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Player = TypeVar("Player", bound=Hashable)
MAX_TRIED = 20_000  # pairings that are tried before meetings may be repeated


@dataclass(frozen=True)
class Round:
    """The tables of a round, and those who have a bye."""

    tables: tuple[tuple, ...]
    byes: tuple = ()


def rounds_of_round_robin(players: int, size: int) -> int:
    """The number of rounds in which everybody meets everybody once (at tables of more than two, approximately)."""
    if size == 2:
        return players - 1 + players % 2
    return -(-(players - 1) // (size - 1))


def rounds_of_swiss(players: int, size: int) -> int:
    """The number of rounds after which at most one player can have won every game."""
    rounds, left = 0, players
    while left > 1:
        left = -(-left // size)
        rounds += 1
    return max(rounds, 3 if players > 4 else 2)


def round_robin(players: Sequence[Player], size: int = 2) -> list[Round]:
    """All rounds. At tables of two by the circle method: everybody meets everybody else exactly once."""
    if size == 2:
        return circle(list(players))
    played: list[Round] = []
    for _n in range(rounds_of_round_robin(len(players), size)):
        played.append(even_round(players, played, size))
    return played


def circle(players: list) -> list[Round]:
    """The circle method: the first player stays, the others move on by one place each round."""
    places = [*players, *([None] if len(players) % 2 else [])]
    rounds = []
    for n in range(len(places) - 1):
        pairs = [(places[i], places[-1 - i]) for i in range(len(places) // 2)]
        if n % 2:  # so that everybody has the first seat about as often
            pairs[0] = pairs[0][::-1]
        byes = tuple(one for pair in pairs if None in pair for one in pair if one is not None)
        rounds.append(Round(tuple(pair for pair in pairs if None not in pair), byes))
        places = [places[0], places[-1], *places[1:-1]]
    return rounds


def even_round(players: Sequence[Player], played: Sequence[Round], size: int) -> Round:
    """A round in which as few as possible meet again, whatever their scores."""
    return swiss_round(players, dict.fromkeys(players, 0.0), played, size)


def swiss_round(players: Sequence[Player], scores: Mapping[Player, float], played: Sequence[Round], size: int = 2) -> Round:
    """The next round: players of equal score meet, nobody meets anybody twice and nobody has two byes if that can be avoided.

    `players` are in the order of their seeds.
    """
    ranked = sorted(players, key=lambda one: (-scores[one], players.index(one)))
    earlier_byes = Counter(one for past in played for one in past.byes)
    byes = byes_for(ranked, earlier_byes, len(players) % size)
    playing = [one for one in ranked if one not in byes]
    met = meetings(played)
    if size == 2:
        return Round(tuple(pairs_of(playing, scores, met)), byes)
    return Round(tuple(map(tuple, groups_of(playing, scores, met, size))), byes)


def byes_for(ranked: Sequence[Player], earlier_byes: Counter, count: int) -> tuple[Player, ...]:
    """The last in the ranking of those with the fewest byes."""
    order = sorted(range(len(ranked)), key=lambda n: (earlier_byes[ranked[n]], -n))
    return tuple(ranked[n] for n in sorted(order[:count]))


def meetings(played: Sequence[Round]) -> Counter:
    """How often each two players have met."""
    return Counter(frozenset((a, b)) for past in played for table in past.tables for a in table for b in table if a != b)


def pairs_of(ranked: Sequence[Player], scores: Mapping[Player, float], met: Counter) -> list[tuple[Player, Player]]:
    """Pairs from the top, with backtracking; meetings are repeated only if there is no other way."""
    for repeats in (0, 1, 2, 10**6):
        tried = [0]
        if (found := pair_up(tuple(ranked), scores, met, repeats, tried)) is not None:
            return found
    raise AssertionError("pairs with any number of repeats always exist")


def pair_up(left: tuple, scores: Mapping, met: Counter, repeats: int, tried: list[int]) -> list[tuple] | None:
    """Pairs these players so that no two have met more than `repeats` times; None if that is impossible, or takes too long.

    `tried` has one number, which counts the pairings tried.
    """
    if not left:
        return []
    first, rest = left[0], left[1:]
    for other in opponents(first, rest, scores):
        tried[0] += 1
        again = met[frozenset((first, other))]
        if again and (again > repeats or not repeats):
            continue
        if tried[0] > MAX_TRIED and repeats < 10**6:
            return None
        remaining = tuple(one for one in rest if one != other)
        if (more := pair_up(remaining, scores, met, repeats, tried)) is not None:
            return [(first, other), *more]
    return None


def opponents(first: Player, rest: Sequence[Player], scores: Mapping[Player, float]) -> list[Player]:
    """The possible opponents in the order of trial: first those of equal score, upper half against lower half."""
    equal = [one for one in rest if scores[one] == scores[first]]
    middle = max(0, (len(equal) + 1) // 2 - 1)
    folded = [*equal[middle:], *reversed(equal[:middle])]
    others = sorted((one for one in rest if scores[one] != scores[first]), key=lambda one: abs(scores[one] - scores[first]))
    return [*folded, *others]


def groups_of(ranked: Sequence[Player], scores: Mapping[Player, float], met: Counter, size: int) -> list[list[Player]]:
    """Tables of more than two: neighbours in the ranking, then improved by exchanging players as long as that helps."""
    groups = [list(ranked[n : n + size]) for n in range(0, len(ranked), size)]
    while (better := best_exchange(groups, scores, met)) is not None:
        groups = better
    return groups


def best_exchange(groups: list[list], scores: Mapping, met: Counter) -> list[list] | None:
    """The groups after the best exchange of two players; None if none is better."""
    best, found = 0.0, None
    for a, one in enumerate(groups):
        for b in range(a + 1, len(groups)):
            other = groups[b]
            before = cost(one, scores, met) + cost(other, scores, met)
            for i in range(len(one)):
                for j in range(len(other)):
                    left = [*one[:i], other[j], *one[i + 1 :]]
                    right = [*other[:j], one[i], *other[j + 1 :]]
                    gain = before - cost(left, scores, met) - cost(right, scores, met)
                    if gain > best + 1e-9:
                        best, found = gain, [left if n == a else right if n == b else group for n, group in enumerate(groups)]
    return found


def cost(group: Sequence[Player], scores: Mapping[Player, float], met: Counter) -> float:
    """The cost of a table: repeated meetings weigh most, then differences of scores."""
    pairs = [(a, b) for n, a in enumerate(group) for b in group[n + 1 :]]
    return sum(1000 * met[frozenset(pair)] ** 2 + (scores[pair[0]] - scores[pair[1]]) ** 2 for pair in pairs)
