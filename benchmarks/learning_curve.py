"""The learning curve of `seaboard train` in docs/research.md: snapshots by the CPU time that the training has used.

    python benchmarks/learning_curve.py train FOLDER maori --players 2 --work 2400 --minutes 300
    python benchmarks/learning_curve.py measure FOLDER maori --games 40
    python benchmarks/learning_curve.py plot FOLDER maori --picture docs/pictures/learning-maori.svg

`train` copies `best.npz` at intervals; the name of a copy has the CPU seconds of all threads, so a busy machine gives the
same curve as an idle one. `measure` plays matches of each copy; a larger `--games` continues them. `plot` draws the results.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from seaboard.bots.network.network_files import about_network, random_weights, save_network
from seaboard.bots.training.plans import plan_of
from seaboard.lab.arena import new_tournament, run
from seaboard.lab.ratings import standings
from seaboard.lab.svg_plots import curve

SIMULATIONS = 100  # of the network, and of the search without one
OPPONENTS = ("random", "easy", f"search:{SIMULATIONS}")
CORES = 2  # the axis of the curve is in minutes on so many cores


def cpu_seconds(process: int) -> float:
    """CPU seconds of a process and of its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def save_untrained(folder: Path, game: str) -> None:
    """The network before its first step, whose policy is about the game's heuristic."""
    plan = plan_of(game)
    about = {**about_network(plan.game), "settings": asdict(plan.settings), "by_players": dict(plan.by_players)}
    save_network(folder / "after-00000.npz", random_weights(plan.game, plan.width, plan.half, plan.last), about)


def train(folder: Path, options: list[str], every: float, end: float) -> None:
    """Runs `seaboard train`, and copies its network at intervals of working time, and at the end."""
    save_untrained(folder, options[0])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the `finally` below then ends the training, too
    process = subprocess.Popen([sys.executable, "-m", "seaboard", "train", *options, "--folder", str(folder)])
    network, last_copy, work = folder / "best.npz", 0.0, 0.0
    try:
        while process.poll() is None and work < end:
            time.sleep(1)
            if process.poll() is None:
                work = cpu_seconds(process.pid)
            if last_copy + every < work < end and network.exists():
                last_copy = work
                shutil.copy(network, folder / f"after-{work:05.0f}.npz")
    finally:
        process.terminate()
        process.wait()
        if network.exists():
            shutil.copy(network, folder / f"after-{work:05.0f}.npz")


def measure(folder: Path, game: str, games: int, only: str, processes: int) -> None:
    """Plays the matches, and prints the share of wins."""
    for file in sorted(folder.glob(f"after-{only or '*'}.npz")):
        for opponent in OPPONENTS:
            bots = [f"net:{SIMULATIONS},file={file}", opponent]
            tournament, results = new_tournament(game, {"players": 2}, bots, games, "curve"), results_of(file, opponent)
            if results.exists():
                tournament.resume_from(results.read_text(encoding="utf-8"), results)
            run(tournament, processes, results)
            first = standings(tournament.meetings[0])[0]
            print(f"{file.name} against {opponent}: {first.share:.3f} of {first.games}", flush=True)


def results_of(file: Path, opponent: str) -> Path:
    return file.with_name(f"{file.stem}-{opponent.replace(':', '-')}.json")


def plot(folder: Path, game: str, picture: Path) -> None:
    """Draws games won over minutes on two cores."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for opponent in OPPONENTS:
        for file in sorted(folder.glob("after-?????.npz")):
            results = json.loads(results_of(file, opponent).read_text(encoding="utf-8"))["meetings"][0]["results"]
            bot = [result["bots"].index(0) for result in results]
            wins = [share(result["places"], seat) for result, seat in zip(results, bot, strict=True)]
            minutes = int(file.stem.removeprefix("after-")) / 60 / CORES
            lines.setdefault(f"against {opponent}", []).append((minutes, 100 * sum(wins) / len(wins)))
            print(f"{opponent}, {minutes:.1f} minutes: {100 * sum(wins) / len(wins):.1f} % of {len(wins)}")
    title = f"{game}: net:{SIMULATIONS} while it learns"
    picture.write_text(curve(title, lines, f"minutes on {CORES} cores", "games won, %", (0, 100)), encoding="utf-8")


def share(places: list[int], seat: int) -> float:
    """A seat's share of the win."""
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=("train", "measure", "plot"))
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("game")
    arguments.add_argument("--every", type=float, default=300.0, help="CPU seconds between two snapshots")
    arguments.add_argument(
        "--work", type=float, default=float("inf"), help="CPU seconds of all threads after which training stops"
    )
    arguments.add_argument("--games", type=int, default=40, help="of each match")
    arguments.add_argument("--only", default="", help="only the snapshot with these seconds in its name")
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--picture", type=Path, default=Path("learning.svg"))
    args, train_options = arguments.parse_known_args()
    if args.what == "train":
        train(args.folder, [args.game, *train_options], args.every, args.work)
    elif train_options:
        arguments.error(f"unknown: {' '.join(train_options)}")
    elif args.what == "measure":
        measure(args.folder, args.game, args.games, args.only, args.processes)
    else:
        plot(args.folder, args.game, args.picture)


if __name__ == "__main__":
    main()
