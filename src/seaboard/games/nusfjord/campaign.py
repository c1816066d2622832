"""N11.7, N11.8 the solo campaign and N12.1 the return match: which buildings are left out, and the new rank.

The next game of a series differs by its options: `without` lists the buildings left out, `start` the start player.
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
class GameResult:
    """What later games of a series need of a finished game: buildings by number, and points."""

    built: frozenset[int]
    laid_out: frozenset[int]  # A and B cards that were in the display, built or not
    points: tuple[float, ...]


def game_result(s: np.record, box: np.record, points: Iterable[float], first: np.record) -> GameResult:
    """The result of a finished game: from its last position `s` and its first one, in which A and B cards are in the display.

    With one or two players no A or B cards come later (N2.3), so these are all that were laid out.
    """
    cards = range(1, int(box.number_of_cards) + 1)
    built = {int(box.cards[card].number) for card in cards if BUILT <= s.where[card] < BUILT + SEATS}
    open_at_first = {int(box.cards[card].number) for card in cards if is_open_a_or_b(first, box, card)}
    open_at_last = {int(box.cards[card].number) for card in cards if is_open_a_or_b(s, box, card)}
    a_and_b = {int(box.cards[card].number) for card in cards if box.cards[card].letter != LETTER_C}
    return GameResult(frozenset(built), frozenset(open_at_first | open_at_last | built & a_and_b), tuple(points))


def is_open_a_or_b(s: np.record, box: np.record, card: int) -> bool:
    return bool(s.where[card] == DISPLAY and box.cards[card].letter != LETTER_C)


def left_out_of_campaign(games: list[GameResult]) -> list[int]:
    """N11.7: game 2 uses the A and B cards not laid out in game 1, game 3 those laid out but not built."""
    built = {number for game in games for number in game.built}
    if len(games) == 1:
        return sorted(built | games[0].laid_out)
    return sorted(built)


def left_out_of_return_match(first: GameResult) -> list[int]:
    """N12.1: the second game uses the A and B cards left over from the first, and all C cards."""
    return sorted(first.laid_out)


def next_options(options: Mapping[str, Any], left_out: list[int]) -> dict[str, Any]:
    """The options of the next game."""
    return {**options, "without": [str(number) for number in left_out]}


def return_options(options: Mapping[str, Any], first: GameResult, started: int) -> dict[str, Any]:
    """N12.1: the options of the second game; `started` is the seat (from 0) that started the first."""
    return {**next_options(options, left_out_of_return_match(first)), "start": str(2 - started)}


def campaign_total(games: list[GameResult]) -> int:
    """N11.8: halves are rounded down."""
    return floor(sum(game.points[0] for game in games))


def new_rank(rank: int, total: int) -> int:
    """N11.8: T - 100 if that is more than the rank R; one less if T is at most 90 + R; else the same."""
    if total - GOAL > rank:
        return total - GOAL
    if total <= GOAL - 10 + rank:
        return max(0, rank - 1)
    return rank


def return_match_sums(first: GameResult, second: GameResult) -> list[float]:
    """N12.1: each game is scored separately; the sum is shown."""
    return [a + b for a, b in zip(first.points, second.points, strict=True)]


def result_of(game: FinishedGame) -> GameResult:
    return game_result(game.last, game.box, game.points, game.first)


def next_of_campaign(games: list[FinishedGame]) -> dict[str, Any]:
    return next_options(games[0].options, left_out_of_campaign([result_of(game) for game in games]))


def next_of_return_match(games: list[FinishedGame]) -> dict[str, Any]:
    return return_options(games[0].options, result_of(games[0]), int(games[0].first.start_player))


def result_of_campaign(games: list[FinishedGame], rank: int) -> tuple[str, int]:
    """N11.8."""
    total = campaign_total([result_of(game) for game in games])
    after = new_rank(rank, total)
    goal = "more than" if total > GOAL else "not more than"
    return f"{total} points in three games, {goal} the goal of {GOAL}. Your rank was {rank} and is {after} (N11.8).", after


def result_of_return_match(games: list[FinishedGame], rank: int) -> tuple[str, int]:
    """N12.1."""
    sums = return_match_sums(result_of(games[0]), result_of(games[1]))
    return f"Both games together: {' to '.join(str(points) for points in sums)} points (N12.1).", rank


CAMPAIGN = Series(
    "campaign",
    "three solo games with one deck; built cards leave it; your rank is kept",
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
