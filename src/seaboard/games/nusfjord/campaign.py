"""N11.7, N11.8 the solo campaign and N12.1 the return match: which buildings are left out, and the new rank.

Pure logic over single games: the next game is given by options and `without`, the buildings left out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import floor
from typing import Any

import numpy as np

from ...core.game import FinishedGame, Series
from .layout import BUILT, DISPLAY, LETTER_C, SEATS

GAMES = 3  # of a campaign
GOAL = 100  # N11.8: more than this together


@dataclass(frozen=True)
class Played:
    """The result of one finished game: its buildings by number and final place, and the points."""

    built: frozenset[int]
    laid_out: frozenset[int]  # A and B that were open, built or not
    points: tuple[float, ...]


def played(s: np.record, box: np.record, points: Iterable[float], first: np.record) -> Played:
    """Of a finished game `s` and of its position after set-up, `first`, in which A and B are open.

    With one or two players no A or B are added later (N2.3), so this is the complete set.
    """
    cards = range(1, int(box.number_of_cards) + 1)
    built = {int(box.cards[card].number) for card in cards if BUILT <= s.where[card] < BUILT + SEATS}
    open_at_first = {int(box.cards[card].number) for card in cards if is_open_a_or_b(first, box, card)}
    open_at_last = {int(box.cards[card].number) for card in cards if is_open_a_or_b(s, box, card)}
    a_and_b = {int(box.cards[card].number) for card in cards if box.cards[card].letter != LETTER_C}
    return Played(frozenset(built), frozenset(open_at_first | open_at_last | built & a_and_b), tuple(points))


def is_open_a_or_b(s: np.record, box: np.record, card: int) -> bool:
    return bool(s.where[card] == DISPLAY and box.cards[card].letter != LETTER_C)


def left_out_of_campaign(games: list[Played]) -> list[int]:
    """N11.7: game 2 uses the A and B not laid out in game 1; game 3 those laid out and not built. Built ones never return."""
    built = {number for game in games for number in game.built}
    if len(games) == 1:
        return sorted(built | games[0].laid_out)
    return sorted(built)


def left_out_of_return_match(first: Played) -> list[int]:
    """N12.1: the second game uses the A and B left over from the first, and all C."""
    return sorted(first.laid_out)


def next_options(options: Mapping[str, Any], left_out: list[int]) -> dict[str, Any]:
    """The options of the next game."""
    return {**options, "without": [str(number) for number in left_out]}


def return_options(options: Mapping[str, Any], first: Played, started: int) -> dict[str, Any]:
    """N12.1: the options of the second game; `started` is the seat (from 0) that started the first."""
    return {**next_options(options, left_out_of_return_match(first)), "start": str(2 - started)}


def campaign_total(games: list[Played]) -> int:
    """N11.8: halves are rounded down."""
    return floor(sum(game.points[0] for game in games))


def new_rank(rank: int, total: int) -> int:
    """N11.8: with total T and rank R: T - 100 above R is the new rank; T at most 90 + R costs one; else it stays."""
    if total - GOAL > rank:
        return total - GOAL
    if total <= GOAL - 10 + rank:
        return max(0, rank - 1)
    return rank


def return_match_sums(first: Played, second: Played) -> list[float]:
    """N12.1: each game is scored for itself; the sum is shown."""
    return [a + b for a, b in zip(first.points, second.points, strict=True)]


def played_in(game: FinishedGame) -> Played:
    return played(game.last, game.box, game.points, game.first)


def next_of_campaign(games: list[FinishedGame]) -> dict[str, Any]:
    return next_options(games[0].options, left_out_of_campaign([played_in(game) for game in games]))


def next_of_return_match(games: list[FinishedGame]) -> dict[str, Any]:
    return return_options(games[0].options, played_in(games[0]), int(games[0].first.start_player))


def result_of_campaign(games: list[FinishedGame], rank: int) -> tuple[str, int]:
    """N11.8."""
    total = campaign_total([played_in(game) for game in games])
    after = new_rank(rank, total)
    goal = "more than" if total > GOAL else "not more than"
    return f"{total} points in three games, {goal} the goal of {GOAL}. Your rank was {rank} and is {after} (N11.8).", after


def result_of_return_match(games: list[FinishedGame], rank: int) -> tuple[str, int]:
    """N12.1."""
    sums = return_match_sums(played_in(games[0]), played_in(games[1]))
    return f"Both games together: {' to '.join(str(points) for points in sums)} points (N12.1).", rank


CAMPAIGN = Series(
    "campaign",
    "three solo games with one deck; what is built leaves it; ranks are kept",
    GAMES,
    {"players": 1},
    next_of_campaign,
    result_of_campaign,
)
RETURN_MATCH = Series(
    "return-match",
    "two games for two with one deck, each player starting once",
    2,
    {"players": 2},
    next_of_return_match,
    result_of_return_match,
)
