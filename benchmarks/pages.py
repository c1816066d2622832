"""The cost of pages: CPU time of scenes, sizes of updates and of first loads. `python -m benchmarks.pages`.

The scenes are those of a running game with three players. "After a move" is the mean over all seats and a spectator of a table
whose pages show the previous position; "first" is the first scene of a process that has warmed up on another game. Times are
CPU times of this process with compiled rules, from the table to compressed JSON (gzip level 4, as the server sends it);
of several runs the fastest for each scene.
"""

import argparse
import gzip
import json
import multiprocessing
import random
import statistics
import time
from dataclasses import dataclass, field
from types import SimpleNamespace

from pydantic_core import to_json

from seaboard.games import NAMES, find_game
from seaboard.match import Match
from seaboard.table.runtime.limits import Limits, OpenPages
from seaboard.table.tables.game_table import GameTable
from seaboard.table.view import table_scene
from seaboard.table.view.viewpoint import Viewpoint

FIRST_MEASURED_MOVE = {"maori": 60, "kaivai": 110, "nusfjord": 60}  # moves before the first measured one
MOVES = 30
GZIP_LEVEL = 4  # of gzip


def table_of(game: str, seed: str, players: int) -> GameTable:
    """A table as the server would have it in memory, without a database."""
    rules = find_game(game)
    box = rules.box_hash(Match(rules, players=players).box)
    row = SimpleNamespace(
        id=seed, game=game, options=json.dumps({"players": players}), secret=seed, promise=None, position=None
    )
    row.rules, row.box, row.pace, row.clock, row.deadline = rules.rules_version, box, None, None, None
    row.turn_since, row.touched, row.hints, row.rated = 0, 0, True, False
    seats = [SimpleNamespace(kind="person", name=f"Player {n}", level="", left=False) for n in range(1, players + 1)]
    return GameTable(row, seats, [])


def move(table: GameTable, choose: random.Random) -> None:
    event = SimpleNamespace(number=table.number + 1, kind="move", action=choose.choice(table.match.actions()), at=0)
    table.apply_event(event)


@dataclass
class Measurements:
    first: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)
    updates: list[int] = field(default_factory=list)

    def fastest(self, other: "Measurements") -> "Measurements":
        """The smaller time of each scene of two equal runs."""
        first, after = map(min, self.first, other.first), map(min, self.after, other.after)
        return Measurements(list(first), list(after), self.whole, self.updates)


class Page:
    """A browser at a table: it has the parts of the last scene."""

    def __init__(self, viewer: int | None):
        self.viewpoint = Viewpoint(viewer)
        self.mark = ""

    def update(self, scenes: table_scene.Scenes, table: GameTable) -> tuple[float, int]:
        """CPU seconds of the update that it gets now, and its compressed size."""
        own_seats = [] if self.viewpoint.viewer is None else [self.viewpoint.viewer]
        started = time.process_time()
        update = scenes.update(self.mark, table.frozen(), self.viewpoint, own_seats, "", 0.0)
        sent = gzip.compress(to_json(update), GZIP_LEVEL)
        spent = time.process_time() - started
        self.mark = update["mark"]
        return spent, len(sent)


def measure(game: str, seed: str, players: int, measured: Measurements) -> None:
    table, choose, scenes = table_of(game, seed, players), random.Random(seed), table_scene.Scenes({}, OpenPages(Limits.none()))
    for _n in range(FIRST_MEASURED_MOVE[game]):
        move(table, choose)
    pages = [Page(viewer) for viewer in (*range(players), None)]
    for page in pages:
        spent, size = page.update(scenes, table)
        measured.first.append(spent)
        measured.whole.append(size)
    for _n in range(MOVES):
        if table.match.over:
            break
        move(table, choose)
        for page in pages:
            spent, size = page.update(scenes, table)
            measured.after.append(spent)
            measured.updates.append(size)


def measure_game(game: str, players: int, tables: int) -> Measurements:
    measure(game, "warm up", players, Measurements())
    measured = Measurements()
    for n in range(tables):
        measure(game, f"page {n}", players, measured)
    return measured


def measure_repeatedly(game: str, players: int, tables: int, runs: int) -> Measurements:
    """Measures in several new processes, one after the other, since other work on the machine slows down single scenes."""
    context = multiprocessing.get_context("spawn")
    fastest = None
    for _n in range(runs):
        with context.Pool(1) as pool:
            measured = pool.apply(measure_game, (game, players, tables))
        fastest = measured if fastest is None else fastest.fastest(measured)
    assert fastest
    return fastest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=NAMES)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--runs", type=int, default=3)
    args = parser.parse_args()
    print("| CPU time and size | first scene | after a move, mean / p90 | whole scene | update, mean / p90 |")
    print("|---|---:|---:|---:|---:|")
    for game in args.games:
        measured = measure_repeatedly(game, args.players, args.tables, args.runs)
        late, large = statistics.quantiles(measured.after, n=10)[8], statistics.quantiles(measured.updates, n=10)[8]
        print(
            f"| {find_game(game).title} | {1000 * statistics.fmean(measured.first):.1f} ms "
            f"| {1000 * statistics.fmean(measured.after):.1f} / {1000 * late:.1f} ms "
            f"| {statistics.fmean(measured.whole) / 1000:.1f} kB "
            f"| {statistics.fmean(measured.updates) / 1000:.1f} / {large / 1000:.1f} kB |",
            flush=True,
        )


if __name__ == "__main__":
    main()
