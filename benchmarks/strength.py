"""The matches behind docs/strength.md: plays them, in pieces if need be, and writes the tables.

    python benchmarks/strength.py --processes 16 --seconds 500           # again and again, until it says that all is played
    python benchmarks/strength.py --only kaivai-greedy --processes 16
    python benchmarks/strength.py --table                                # the tables of what is played so far

Every match is a file in the folder (JSON, as `seaboard arena --file` keeps it), so a piece goes on where the last one ended.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from seaboard.compiling import ensure_compiled
from seaboard.games import find_game
from seaboard.lab.arena import Tournament, new_tournament
from seaboard.lab.arena_output import run_with_progress
from seaboard.lab.ratings import Standing, standings


@dataclass(frozen=True)
class Trial:
    """A match, what it is to show, and the share of wins that its first bot must reach."""

    name: str
    game: str
    bots: tuple[str, ...]
    games: int
    mark: float | None = None
    options: dict[str, Any] = field(default_factory=dict)
    group: str = "strength"

    def tournament(self) -> Tournament:
        return new_tournament(self.game, self.options, self.bots, self.games, seed=self.name)


def network_trial(game: str, mark: float, **options: Any) -> Trial:
    """Of a network against the search at one setup: "maori-net-players-3"."""
    name = "-".join(f"{key}-{value}" for key, value in options.items())
    return Trial(f"{game}-net-{name}", game, (NET, TIMED), 200, mark, options, "network")


S, FEW = "search:1000", "search:300"
NET, TIMED = "net,seconds=0.1", "search,seconds=0.1"
THREE = {"players": 3}
DECKS = ("mackerel", "codfish", "plaice", "salmon", "trout", "visitors")
LADDER = ("random", "habit", "greedy", "easy", "normal", "strong", "net", S)
TRIALS = (
    Trial("maori-greedy", "maori", (S, "greedy"), 1000, 0.90),
    Trial("maori-random", "maori", (S, "random"), 1000, 0.99),
    Trial("maori-greedy-random", "maori", ("greedy", "random"), 1000, 0.95),
    Trial("maori-1000-500", "maori", (S, "search:500"), 1000, 0.50),
    Trial("maori-2000-1000", "maori", ("search:2000", S), 1000, 0.50),
    Trial("nusfjord-greedy", "nusfjord", (S, "greedy"), 200, 0.90),
    Trial("nusfjord-random", "nusfjord", (S, "random"), 200, 0.99),
    Trial("nusfjord-greedy-random", "nusfjord", ("greedy", "random"), 200, 0.95),
    Trial("nusfjord-2000-1000", "nusfjord", ("search:2000", S), 200, 0.50),
    Trial("nusfjord-solo", "nusfjord", (S,), 200, None, {"players": 1}),
    Trial("kaivai-greedy", "kaivai", (S, "greedy"), 201, 0.75, THREE),
    Trial("kaivai-random", "kaivai", (S, "random"), 201, 0.95, THREE),
    Trial("kaivai-greedy-random", "kaivai", ("greedy", "random"), 201, None, THREE),
    Trial("kaivai-1000-500", "kaivai", (S, "search:500"), 201, 1 / 3, THREE),
    # controls: a bot against itself is even
    Trial("maori-mirror", "maori", (S, S), 400, None, group="controls"),
    Trial("maori-random-mirror", "maori", ("random", "random"), 1000, None, group="controls"),
    Trial("nusfjord-mirror", "nusfjord", (S, S), 100, None, group="controls"),
    Trial("nusfjord-random-mirror", "nusfjord", ("random", "random"), 1000, None, group="controls"),
    Trial("kaivai-mirror", "kaivai", (S, S, S), 102, None, group="controls"),
    Trial("kaivai-random-mirror", "kaivai", ("random", "random", "random"), 999, None, group="controls"),
    # what the games' judgement adds: without it in playouts, in the tree, in both
    *(
        Trial(f"{game}-{name}", game, (FEW, f"{FEW},{less}"), 200 if game == "maori" else 102, None, options, "judgement")
        for name, less in (("no-judgement", "prior=0,policy=0"), ("no-prior", "prior=0"), ("no-policy", "policy=0"))
        for game, options in (("maori", {}), ("nusfjord", {}), ("kaivai", THREE))
    ),
    # what the result is made of: winning, margin, or both
    *(
        Trial(f"{game}-{name}", game, (FEW, f"{FEW},{other}"), 200 if game == "maori" else 102, None, options, "result")
        for game, options in (("maori", {}), ("nusfjord", {}), ("kaivai", THREE))
        for name, other in (
            ("only-winning", "winning=1"),
            ("only-margin", "winning=0"),
            ("with-rank", "winning=0.25,rank=0.25"),
        )
    ),
    # a search with a network against one without, at equal time on one core
    Trial("nusfjord-net", "nusfjord", (NET, TIMED), 200, 0.98, group="network"),
    Trial("nusfjord-solo-net", "nusfjord", (NET,), 200, None, {"players": 1}, "network"),
    Trial("nusfjord-solo-search", "nusfjord", (TIMED,), 200, None, {"players": 1}, "network"),
    Trial("nusfjord-solo-long", "nusfjord", ("net,seconds=1",), 50, None, {"players": 1}, "network"),
    *(network_trial("nusfjord", mark, players=players) for players, mark in ((3, 0.90), (4, 0.80), (5, 0.75))),
    *(network_trial("nusfjord", 0.90, players=2, deck=deck) for deck in DECKS),
    Trial("maori-net", "maori", (NET, TIMED), 400, 0.85, group="network"),
    Trial("maori-four-net", "maori", (NET, TIMED), 200, 0.55, {"players": 4}, "network"),
    *(network_trial("maori", mark, players=players) for players, mark in ((3, 0.65), (5, 0.45))),
    *(network_trial("maori", 0.80, players=2, **options) for options in ({"level": "pro"}, {"board": "atoll"})),
    Trial("kaivai-net", "kaivai", (NET, TIMED), 201, 0.80, THREE, "network"),
    Trial("kaivai-first-net", "kaivai", (NET, TIMED), 201, 0.70, {**THREE, "edition": "first"}, "network"),
    *(network_trial("kaivai", mark, players=players) for players, mark in ((2, 0.85), (4, 0.65))),
    network_trial("kaivai", 0.80, players=3, diceless="on"),
    # what each part of a network adds, with as many simulations as the search has
    *(
        Trial(f"{game}-{name}", game, (f"net:300{less}", FEW), 102 if game == "kaivai" else 200, None, options, "parts")
        for game, options in (("maori", {}), ("nusfjord", {}), ("kaivai", THREE))
        for name, less in (("both", ",trust=1"), ("prior-only", ",trust=1,leaf=0"), ("values-only", ",trust=0"))
    ),
    # twice the time
    *(
        Trial(f"{game}-net-doubled", game, ("net:800", "net:400"), 102 if game == "kaivai" else 200, None, options, "doubling")
        for game, options in (("maori", {}), ("nusfjord", {}), ("kaivai", THREE))
    ),
    # all on one ladder
    Trial("maori-ladder", "maori", LADDER, 112, None, group="ladder"),
    Trial("nusfjord-ladder", "nusfjord", LADDER, 112, None, group="ladder"),
    Trial("kaivai-ladder", "kaivai", LADDER, 168, None, THREE, "ladder"),
    # levels meet
    Trial("maori-levels", "maori", ("easy", "normal", "strong"), 300, None, {"players": 2}, "levels"),
    Trial("nusfjord-levels", "nusfjord", ("easy", "normal", "strong"), 120, None, {"players": 2}, "levels"),
    Trial("kaivai-levels", "kaivai", ("easy", "normal", "strong"), 102, None, THREE, "levels"),
)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    arguments.add_argument("--folder", type=Path, default=Path("strength"))
    arguments.add_argument("--only", default="", help="trials whose name or group begins so; several with commas")
    arguments.add_argument("--table", action="store_true", help="play nothing")
    given = arguments.parse_args()
    wanted = [trial for trial in TRIALS if any(has_prefix(trial, word) for word in given.only.split(","))]
    given.folder.mkdir(exist_ok=True)
    end = time.monotonic() + given.seconds
    whole = True
    rows = []
    for trial in wanted:
        tournament, file = trial.tournament(), given.folder / f"{trial.name}.json"
        if file.exists():
            tournament.resume_from(file.read_text(encoding="utf-8"), file)
        left = end - time.monotonic()
        if tournament.left() and not given.table and left > 0:
            print(trial.name, file=sys.stderr)
            ensure_compiled(find_game(trial.game), trial.bots)
            run_with_progress(tournament, given.processes, file, left)
        whole = whole and not tournament.left()
        rows.append((trial, tournament))
    print(tables(rows))
    print("all is played" if whole else "not all is played yet: run it again", file=sys.stderr)


def has_prefix(trial: Trial, word: str) -> bool:
    return trial.name.startswith(word) or trial.group.startswith(word)


def tables(rows: list[tuple[Trial, Tournament]]) -> str:
    """One table for each group, in Markdown."""
    lines: list[str] = []
    for group in dict.fromkeys(trial.group for trial, _ in rows):
        lines += ["", f"### {group}", "", "| trial | bots | games | wins % | 95 % | even % | target | points | rating |"]
        lines.append("|---|---|---:|---:|---:|---:|---:|---:|---:|")
        for trial, tournament in rows:
            if trial.group == group and tournament.meetings[0].results:
                lines += lines_of(trial, standings(tournament.meetings[0]))
    return "\n".join(lines)


def lines_of(trial: Trial, found: list[Standing]) -> list[str]:
    lines = []
    for n, row in enumerate(found):
        mark = f"{100 * trial.mark:.0f}" if trial.mark and n == 0 else ""
        share, even = f"{100 * row.share:.1f} | {100 * row.low:.1f}–{100 * row.high:.1f}", f"{100 * row.even:.0f}"
        figures = f"{row.games} | {share} | {even} | {mark} | {row.points:.1f} | {row.rating:.0f}"
        lines.append(f"| {trial.name if n == 0 else ''} | {row.bot} | {figures} |")
    return lines


if __name__ == "__main__":
    main()
