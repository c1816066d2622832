"""Statistics of a person: results by number of players and options, and points by category over time.

The final score sheet of a table is stored when its game ends, because a later version may not replay it any more.
"""

import asyncio
import contextlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import SeaboardError
from ...games import find_game
from ...language import _
from ..errors import Refused
from ..store import Engine, my_tables, profile_rows
from ..tables.game_table import GameTable
from ..tables.lobby import options_text, title_of
from ..tables.table_registry import TableRegistry
from .plots import Plot, draw_plot

MAX_GAMES = 300  # the latest ones of a person
MAX_REPLAYED = 20  # tables without a stored score sheet for one page; the next page replays more
PLOTTED = 50  # games in a plot


@dataclass(frozen=True)
class FinishedGame:
    """A person's result in one game."""

    game: str
    players: int
    options: str
    place: int
    points: float
    kinds: dict[str, float]  # the points by category
    at: float  # when it ended

    @property
    def won(self) -> bool:
        return self.players > 1 and self.place == 1


@dataclass(frozen=True)
class ResultRow:
    """Results with the same number of players and the same options."""

    players: int
    options: str
    games: int
    wins: int | None  # none in solo games
    place: float
    points: float
    best: float


@dataclass(frozen=True)
class GameStatistics:
    """A person's statistics in one game: results, and the plot of points (SVG)."""

    game: str
    title: str
    rows: list[ResultRow]
    plot: str


def sheet_of(table: GameTable) -> str:
    """The final scores of a table as JSON; empty if the game was not played to its end."""
    match = table.match
    if match.mover is not None:
        return ""
    return json.dumps({"places": match.places(), "sheet": match.score_sheet()})


class SheetWriter:
    """Stores the score sheet of each game that ends in this process."""

    def __init__(self, registry: TableRegistry):
        self.registry = registry
        self.stored: set[str] = set()  # tables
        self.tasks: set[asyncio.Task] = set()

    def on_over(self, table_id: str) -> None:
        """Called with every change of a finished table."""
        if table_id in self.stored:
            return
        self.stored.add(table_id)
        task = asyncio.create_task(store_sheet(self.registry, self.registry.alive[table_id]))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def stop(self) -> None:
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def store_sheet(registry: TableRegistry, table: GameTable) -> str:
    """Stores and returns the score sheet of a finished table."""
    text = sheet_of(table)
    await asyncio.to_thread(profile_rows.save_sheet, registry.engine, table.id, text)
    return text


async def finished_games(registry: TableRegistry, who: str) -> list[FinishedGame]:
    """A person's finished games, the earliest first, without those where the person held several seats (one screen)."""
    engine: Engine = registry.engine
    tables = await asyncio.to_thread(my_tables.tables_held, engine, who, False, MAX_GAMES)
    with_one_seat = [table for table in tables if len(table["own"]) == 1]
    sheets = await asyncio.to_thread(profile_rows.read_sheets, engine, [table["id"] for table in with_one_seat])
    missing = [table["id"] for table in with_one_seat if table["id"] not in sheets]
    for table_id in missing[:MAX_REPLAYED]:
        with contextlib.suppress(Refused):  # its rules have changed, or its data is damaged
            sheets[table_id] = await store_sheet(registry, await registry.open(table_id))
    games = [game_of(table, sheets[table["id"]]) for table in reversed(with_one_seat) if sheets.get(table["id"])]
    return [game for game in games if game]


def game_of(table: dict[str, Any], sheet: str) -> FinishedGame | None:
    """One game's result; None for a damaged row."""
    (seat,) = table["own"]
    try:
        scores = json.loads(sheet)
        kinds: dict[str, float] = scores["sheet"][seat]
        options = json.loads(table["options"])
        players = len(table["seats"])
        chosen = {
            name: value for name, value in options.items() if name != "players" and value != default_of(table["game"], name)
        }
        place, points = scores["places"][seat], sum(kinds.values())
        return FinishedGame(table["game"], players, json.dumps(chosen), place, points, kinds, table["touched"])
    except (ValueError, LookupError, TypeError):
        return None


def default_of(game: str, name: str) -> Any:
    try:
        return next((option.default for option in find_game(game).options if option.name == name), None)
    except SeaboardError:  # a plug-in that is not installed any more
        return None


def statistics_of(games: Sequence[FinishedGame]) -> list[GameStatistics]:
    """For each game the results and the plot, the most played game first."""
    names = sorted({one.game for one in games}, key=lambda name: -sum(one.game == name for one in games))
    return [statistics_for(name, [one for one in games if one.game == name]) for name in names]


def statistics_for(name: str, games: Sequence[FinishedGame]) -> GameStatistics:
    groups: dict[tuple[int, str], list[FinishedGame]] = {}
    for one in games:
        groups.setdefault((one.players, one.options), []).append(one)
    rows = [result_row(players, options, found) for (players, options), found in groups.items()]
    rows.sort(key=lambda row: (row.players, -row.games))
    return GameStatistics(name, title_of(name), rows, plot_of(name, games[-PLOTTED:]))


def result_row(players: int, options: str, games: Sequence[FinishedGame]) -> ResultRow:
    wins = sum(one.won for one in games) if players > 1 else None
    points = [one.points for one in games]
    return ResultRow(
        players, options_text(options), len(games), wins, mean(one.place for one in games), mean(points), max(points)
    )


def mean(figures: Iterable[float]) -> float:
    listed = list(figures)
    return sum(listed) / len(listed)


def plot_of(name: str, games: Sequence[FinishedGame]) -> str:
    """The plot of points by category, game by game, without categories that never scored."""
    if len(games) < 2:
        return ""
    kinds = list(dict.fromkeys(kind for one in games for kind in one.kinds))
    lines = {_(kind): [one.kinds.get(kind, 0) for one in games] for kind in kinds}
    lines = {_("Total"): [one.points for one in games], **{kind: line for kind, line in lines.items() if any(line)}}
    title = _("{game}: points by category in the last {n} games", game=title_of(name), n=len(games))
    return draw_plot(Plot(title, lines, [one.at for one in games]))
