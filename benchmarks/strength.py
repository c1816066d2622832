"""The matches behind docs/strength.md: plays them, in several runs if need be, and prints the tables.

    python benchmarks/strength.py --only network --processes 16 --seconds 500    # repeat until all is played
    python benchmarks/strength.py --only kaivai-greedy
    python benchmarks/strength.py --table                                        # the tables of what is played so far
    python benchmarks/strength.py --candidate nusfjord=mine/best.npz --only candidate    # a network against the package's

Every match is a file in the folder (JSON, as `seaboard arena --file` writes it). All matches progress evenly, and the next run
resumes them. The matches of a network start again when the network is replaced.
"""

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from seaboard.bots import PERSONALITIES, fits, uses_network
from seaboard.bots.network.network_files import file_of
from seaboard.bots.training.plans import plan_of
from seaboard.compiling import needs_compiling, needs_network, start_compiler
from seaboard.core.errors import SeaboardError
from seaboard.files import write_whole
from seaboard.games import NAMES, find_game
from seaboard.lab.arena import Tournament, new_tournament, play_game
from seaboard.lab.parallel import run_jobs
from seaboard.lab.ratings import Standing, standings

SAVE_INTERVAL = 10.0  # seconds


@dataclass(frozen=True)
class Trial:
    """A match, and the share of wins that its first bot must reach (`target`)."""

    name: str
    game: str
    bots: tuple[str, ...]
    games: int
    target: float | None = None
    options: dict[str, Any] = field(default_factory=dict)
    group: str = "strength"

    @property
    def network(self) -> str:
        """The hash of the network, if a bot uses it."""
        game = find_game(self.game)
        return network_hash(file_of(game)) if any(uses_network(bot, game) for bot in self.bots) else ""

    def tournament(self, seed: str = "") -> Tournament:
        return new_tournament(
            self.game, self.options, self.bots, self.games, seed=seed or f"{self.name} {self.network}".strip()
        )

    def resume(self, file: Path) -> Tournament:
        """Loads the games of an earlier run, unless the bots or the network have changed."""
        try:
            text = file.read_text(encoding="utf-8")
            saved = json.loads(text)
            if saved["network"] != self.network:
                raise SeaboardError("the network has changed")
            tournament = self.tournament(saved["meetings"][0]["seed"])
            tournament.resume_from(text, file)
            return tournament
        except FileNotFoundError:
            pass
        except (SeaboardError, ValueError, KeyError) as error:
            print(f"{self.name} starts again: {error}", file=sys.stderr)
        return self.tournament()

    def save(self, tournament: Tournament, file: Path) -> None:
        write_whole(file, json.dumps({"network": self.network, **json.loads(tournament.text())}, ensure_ascii=False) + "\n")


@cache
def network_hash(file: Path) -> str:
    """The hash of the weights, and of the settings that the search uses with them."""
    with np.load(file) as arrays:
        names = sorted(set(arrays.files) - {"about"})
        about = json.loads(bytes(arrays["about"]))
        settings = json.dumps([about["settings"], about["by_players"]], sort_keys=True).encode()
        return hashlib.blake2b(b"".join(arrays[name].tobytes() for name in names) + settings, digest_size=4).hexdigest()


def network_trial(game: str, target: float, **options: Any) -> Trial:
    """The match of a network against the search at one setup: "maori-net-players-3"."""
    values = {key: "-".join(value) if isinstance(value, list) else value for key, value in options.items()}
    name = "-".join(f"{key}-{value}" for key, value in values.items())
    return Trial(f"{game}-net-{name}", game, (NET, TIMED), 200, target, options, "network")


SEARCH, SEARCH_300 = "search:1000", "search:300"
NET, TIMED = "net,seconds=0.1,cpu=1", "search,seconds=0.1,cpu=1"
THREE = {"players": 3}
DECKS = ("mackerel", "codfish", "plaice", "salmon", "trout", "visitors")
MIXES = (["codfish", "plaice", "trout"], ["salmon", "trout", "visitors"])  # not in training with two players
NET_SHORT, SEARCH_SHORT = "net,seconds=0.02,cpu=1", "search,seconds=0.02,cpu=1"
# without time limits, so that a busy machine plays the same; expert stands for its simulations in a few seconds of one core
LEVELS = {
    "easy": "easy,seconds=60",
    "normal": "normal,seconds=60",
    "strong": "strong,seconds=60",
    "expert": "strong,simulations=8000,seconds=60",
}
LADDER = ("random", "habit", "greedy", "easy", "normal", "strong", "net", SEARCH)
TRIALS = (
    Trial("maori-greedy", "maori", (SEARCH, "greedy"), 1000, 0.90),
    Trial("maori-random", "maori", (SEARCH, "random"), 1000, 0.99),
    Trial("maori-greedy-random", "maori", ("greedy", "random"), 1000, 0.95),
    Trial("maori-1000-500", "maori", (SEARCH, "search:500"), 1000, 0.50),
    Trial("maori-2000-1000", "maori", ("search:2000", SEARCH), 1000, 0.50),
    Trial("nusfjord-greedy", "nusfjord", (SEARCH, "greedy"), 200, 0.90),
    Trial("nusfjord-random", "nusfjord", (SEARCH, "random"), 200, 0.99),
    Trial("nusfjord-greedy-random", "nusfjord", ("greedy", "random"), 200, 0.95),
    Trial("nusfjord-2000-1000", "nusfjord", ("search:2000", SEARCH), 200, 0.50),
    Trial("nusfjord-solo", "nusfjord", (SEARCH,), 200, None, {"players": 1}),
    Trial("kaivai-greedy", "kaivai", (SEARCH, "greedy"), 201, 0.75, THREE),
    Trial("kaivai-random", "kaivai", (SEARCH, "random"), 201, 0.95, THREE),
    Trial("kaivai-greedy-random", "kaivai", ("greedy", "random"), 201, None, THREE),
    Trial("kaivai-1000-500", "kaivai", (SEARCH, "search:500"), 201, 1 / 3, THREE),
    # controls: a bot against itself is even
    Trial("maori-mirror", "maori", (SEARCH, SEARCH), 400, None, group="controls"),
    Trial("maori-random-mirror", "maori", ("random", "random"), 1000, None, group="controls"),
    Trial("nusfjord-mirror", "nusfjord", (SEARCH, SEARCH), 100, None, group="controls"),
    Trial("nusfjord-random-mirror", "nusfjord", ("random", "random"), 1000, None, group="controls"),
    Trial("kaivai-mirror", "kaivai", (SEARCH, SEARCH, SEARCH), 102, None, group="controls"),
    Trial("kaivai-random-mirror", "kaivai", ("random", "random", "random"), 999, None, group="controls"),
    # what the games' heuristics add: without them in playouts, in the tree, in both
    *(
        Trial(
            f"{game}-{name}",
            game,
            (SEARCH_300, f"{SEARCH_300},{less}"),
            200 if game == "maori" else 102,
            None,
            options,
            "judgement",
        )
        for name, less in (("no-judgement", "prior=0,policy=0"), ("no-prior", "prior=0"), ("no-policy", "policy=0"))
        for game, options in (("maori", {}), ("nusfjord", {}), ("kaivai", THREE))
    ),
    # results that a search maximises: winning, margin, or both
    *(
        Trial(
            f"{game}-{name}",
            game,
            (SEARCH_300, f"{SEARCH_300},{other}"),
            200 if game == "maori" else 102,
            None,
            options,
            "result",
        )
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
    *(
        Trial(f"nusfjord-solo-{name}-{deck}", "nusfjord", (bot,), 200, None, {"players": 1, "deck": deck}, "network")
        for deck in DECKS
        for name, bot in (("net", NET), ("search", TIMED))
    ),
    Trial("nusfjord-solo-long", "nusfjord", ("net,seconds=1",), 50, None, {"players": 1}, "network"),
    *(network_trial("nusfjord", target, players=players) for players, target in ((3, 0.90), (4, 0.80), (5, 0.75))),
    *(network_trial("nusfjord", 0.90, players=2, deck=deck) for deck in DECKS),
    *(network_trial("nusfjord", 0.90, players=2, mixed=decks) for decks in MIXES),
    network_trial("nusfjord", 0.90, players=2, elders=["promos"]),
    Trial("maori-net", "maori", (NET, TIMED), 400, 0.85, group="network"),
    Trial("maori-four-net", "maori", (NET, TIMED), 200, 0.55, {"players": 4}, "network"),
    *(network_trial("maori", target, players=players) for players, target in ((3, 0.65), (5, 0.45))),
    *(network_trial("maori", 0.80, players=2, **options) for options in ({"level": "pro"}, {"board": "atoll"})),
    Trial("kaivai-net", "kaivai", (NET, TIMED), 201, 0.80, THREE, "network"),
    Trial("kaivai-first-net", "kaivai", (NET, TIMED), 201, 0.70, {**THREE, "edition": "first"}, "network"),
    *(network_trial("kaivai", target, players=players) for players, target in ((2, 0.85), (4, 0.65))),
    network_trial("kaivai", 0.80, players=3, diceless="on"),
    # what each part of a network adds, with as many simulations as the search has
    *(
        Trial(
            f"{game}-{name}",
            game,
            (f"net:300{less}", SEARCH_300),
            102 if game == "kaivai" else 200,
            None,
            options,
            "parts",
        )
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
    # each level against the one below at all other seats; the mark is the share of wins of 150 Elo more
    *(
        Trial(
            f"{game}-levels-{players}-{level}", game, (LEVELS[level], LEVELS[below]), 200, mark, {"players": players}, "levels"
        )
        for below, level in pairwise(LEVELS)
        for players, mark in ((2, 0.703), (3, 0.542), (4, 0.441))
        for game in ("maori", "nusfjord", "kaivai")
    ),
    # bots with a taste against the level with the same search
    *(
        Trial(
            f"{game}-personality-{name}",
            game,
            (f"{name},seconds=60", LEVELS["normal"]),
            200,
            None,
            {"players": 2},
            "personalities",
        )
        for name in PERSONALITIES
        for game in NAMES
        if fits(name, find_game(game))
    ),
    # the opponents of `seaboard llm bench`, on one ladder
    *(
        Trial(f"bench-{game}", game, ("random", "easy", "normal", "strong"), 96, None, {"players": players}, "bench")
        for game, players in (("maori", 2), ("nusfjord", 2), ("kaivai", 3))
    ),
    # methods of the search, each by itself at equal time
    *(
        Trial(f"{game}-method-{name}", game, (f"{NET_SHORT},{setting}", NET_SHORT), 402, None, {"players": players}, "methods")
        for name, setting in (("spread", "spread=0.85"), ("outcomes", "split=1"), ("later-outcomes", "split=12"))
        for game, players in (("maori", 2), ("nusfjord", 2), ("kaivai", 3))
        if game != "nusfjord" or name == "spread"
    ),
)


def cheaper_trials() -> Iterator[Trial]:
    """The matches of networks with a fifth of the time, and with equal simulations (the same on every machine)."""
    for group, bots in (("short", (NET_SHORT, SEARCH_SHORT)), ("fixed", ("net:100", "search:100"))):
        bot_of = dict(zip((NET, TIMED), bots, strict=True))
        for trial in TRIALS:
            if trial.group == "network" and trial.name != "nusfjord-solo-long":
                names = tuple(bot_of[bot] for bot in trial.bots)
                yield Trial(f"{group}-{trial.name}", trial.game, names, 200, trial.target, trial.options, group)


def setup_trials() -> Iterator[Trial]:
    """The same at every other setup of a network's training, without most mixes of decks and the games of a campaign."""
    done = {setup_of(trial.game, trial.options) for trial in cheaper_trials()}
    for game in NAMES:
        for setup in plan_of(game).setups:
            options, name = dict(setup.options), setup_of(game, setup.options)
            kind = name.partition("mixed")[0]  # one mix for each number of players
            if "without" in options or {name, kind} & done:
                continue
            done |= {name, kind}
            bots = ("net:100",) if options["players"] == 1 else ("net:100", "search:100")
            yield Trial(f"setup-{name}", game, bots, 100, None, options, "setup")


def setup_of(game: str, options: Mapping[str, Any]) -> str:
    """A setup as part of a file name: the game, its number of players, and the options besides the defaults."""
    defaults = find_game(game).choose()
    players = options.get("players", defaults["players"])
    others = {key: value for key, value in options.items() if key != "players" and value != defaults[key]}
    values = ("-".join(value) if isinstance(value, list | tuple) else str(value) for value in others.values())
    return "-".join([game, str(players), *(f"{key}-{value}" for key, value in zip(others, values, strict=True))])


def candidate_trials(game: str, file: str, simulations: int) -> Iterator[Trial]:
    """A new network against the package's, at equal simulations, at each setup of the list of networks."""
    package_bot = f"net:{simulations}"
    for trial in TRIALS:
        if trial.group == "network" and trial.game == game and len(trial.bots) == 2:
            games = 402 if trial.options.get("players") == 3 else 400
            yield Trial(
                f"candidate-{trial.name}",
                game,
                (f"{package_bot},file={file}", package_bot),
                games,
                None,
                trial.options,
                "candidate",
            )
    if game == "nusfjord":
        for name, bot in (("new", f"{package_bot},file={file}"), ("old", package_bot)):
            yield Trial(f"candidate-nusfjord-solo-{name}", game, (bot,), 400, None, {"players": 1}, "candidate")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=1e9, help="stop after these seconds")
    arguments.add_argument("--folder", type=Path, default=Path(__file__).parent / "results")
    arguments.add_argument("--only", default="", help="prefixes of the names or groups of trials, comma-separated")
    arguments.add_argument("--table", action="store_true", help="only print the tables")
    arguments.add_argument("--candidate", action="append", default=[], metavar="GAME=FILE", help="a network to compare")
    arguments.add_argument("--simulations", type=int, default=200, help="per decision, in matches of candidates")
    args = arguments.parse_args()
    pairs = [text.partition("=") for text in args.candidate]
    candidates = [trial for game, _, file in pairs for trial in candidate_trials(game, file, args.simulations)]
    trials = [
        trial
        for trial in (*TRIALS, *cheaper_trials(), *setup_trials(), *candidates)
        if any(has_prefix(trial, word) for word in args.only.split(","))
    ]
    args.folder.mkdir(parents=True, exist_ok=True)
    rows = [(trial, trial.resume(args.folder / f"{trial.name}.json")) for trial in trials]
    if not args.table:
        compile_games(rows)
        play(rows, args.folder, args.processes, args.seconds)
    print(tables(rows))
    is_complete = not any(tournament.remaining() for _, tournament in rows)
    print("all is played" if is_complete else "some games are left: run it again", file=sys.stderr)


def compile_games(rows: list[tuple[Trial, Tournament]]) -> None:
    """Compiles the games and their searches in parallel."""
    bots: dict[str, set[str]] = {}
    for trial, tournament in rows:
        if tournament.remaining():
            bots.setdefault(trial.game, set()).update(trial.bots)
    games = {find_game(name): names for name, names in bots.items()}
    needed = [(game, needs_network(game, names)) for game, names in games.items()]
    processes = [
        start_compiler(game.name + "+network" * network) for game, network in needed if network or needs_compiling(game)
    ]
    if sum(process.wait() != 0 for process in processes):
        sys.exit("a game could not be compiled")


def play(rows: list[tuple[Trial, Tournament]], folder: Path, processes: int, seconds: float) -> None:
    """Plays the remaining games, evenly over the matches, and saves the results every SAVE_INTERVAL seconds."""
    end, saved, changed = time.monotonic() + seconds, time.monotonic(), set[int]()
    remaining = [(k / trial.games, n, k) for n, (trial, match) in enumerate(rows) for _, k in match.remaining()]
    jobs = [(n, rows[n][1].task(0, k)) for _, n, k in sorted(remaining)]

    def save() -> None:
        for n in changed:
            rows[n][0].save(rows[n][1], folder / f"{rows[n][0].name}.json")
        changed.clear()

    try:
        for number, result in run_jobs(play_game, [task for _, task in jobs], processes):
            n = jobs[number][0]
            rows[n][1].meetings[0].results[result["k"]] = result
            changed.add(n)
            now = time.monotonic()
            if now > saved + SAVE_INTERVAL:
                saved = now
                save()
            if now > end:
                break
    finally:
        save()


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


def lines_of(trial: Trial, rows: list[Standing]) -> list[str]:
    lines = []
    for n, row in enumerate(rows):
        target = f"{100 * trial.target:.0f}" if trial.target and n == 0 else ""
        share, even = f"{100 * row.share:.1f} | {100 * row.low:.1f}–{100 * row.high:.1f}", f"{100 * row.even:.0f}"
        figures = f"{row.games} | {share} | {even} | {target} | {row.points:.1f} | {row.rating:.0f}"
        lines.append(f"| {trial.name if n == 0 else ''} | {row.bot} | {figures} |")
    return lines


if __name__ == "__main__":
    main()
