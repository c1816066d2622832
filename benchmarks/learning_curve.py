"""The learning curve of `seaboard train` in docs/research.md: snapshots by the time of the processor that the training used.

    python benchmarks/learning_curve.py train FOLDER maori --players 2 --work 2400 --minutes 300
    python benchmarks/learning_curve.py measure FOLDER maori --games 40
    python benchmarks/learning_curve.py plot FOLDER maori --picture docs/pictures/learning-maori.svg

`train` copies `best.npz` at times; the name of a copy is the seconds of work of all threads so far, so a busy machine draws the
same curve as an idle one. `measure` plays matches of each copy; more `--games` continue them. `plot` draws what is measured.
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


def work_of(process: int) -> float:
    """Seconds of work of a process and of its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def save_untrained(folder: Path, game: str) -> None:
    """The network before its first step, whose policy is about the game's heuristic."""
    plan = plan_of(game)
    about = {**about_network(plan.game), "settings": asdict(plan.settings), "by_players": dict(plan.by_players)}
    save_network(folder / "after-00000.npz", random_weights(plan.game, plan.width, plan.half, plan.last), about)


def train(folder: Path, words: list[str], every: float, end: float) -> None:
    """Runs `seaboard train`, and copies its network at intervals of working time, and at the end."""
    save_untrained(folder, words[0])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the training ends, too
    process = subprocess.Popen([sys.executable, "-m", "seaboard", "train", *words, "--folder", str(folder)])
    network, copied, work = folder / "best.npz", 0.0, 0.0
    try:
        while process.poll() is None and work < end:
            time.sleep(1)
            if process.poll() is None:
                work = work_of(process.pid)
            if copied + every < work < end and network.exists():
                copied = work
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
    """Games won by minutes on two cores."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for opponent in OPPONENTS:
        for file in sorted(folder.glob("after-?????.npz")):
            found = json.loads(results_of(file, opponent).read_text(encoding="utf-8"))["meetings"][0]["results"]
            bot = [one["bots"].index(0) for one in found]
            wins = [share(one["places"], seat) for one, seat in zip(found, bot, strict=True)]
            minutes = int(file.stem.removeprefix("after-")) / 60 / CORES
            lines.setdefault(f"against {opponent}", []).append((minutes, 100 * sum(wins) / len(wins)))
            print(f"{opponent}, {minutes:.1f} minutes: {100 * sum(wins) / len(wins):.1f} % of {len(wins)}")
    title = f"{game}: net:{SIMULATIONS} while it learns"
    picture.write_text(curve(title, lines, f"minutes on {CORES} cores", "games won, %", (0, 100)), encoding="utf-8")


def share(places: list[int], seat: int) -> float:
    """Of the win."""
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=("train", "measure", "plot"))
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("game")
    arguments.add_argument("--every", type=float, default=300.0, help="seconds of work between two snapshots")
    arguments.add_argument(
        "--work", type=float, default=float("inf"), help="seconds of work of all threads, then training stops"
    )
    arguments.add_argument("--games", type=int, default=40, help="of each match")
    arguments.add_argument("--only", default="", help="the snapshot after so many seconds, as in its name")
    arguments.add_argument("--processes", type=int, default=2)
    arguments.add_argument("--picture", type=Path, default=Path("learning.svg"))
    given, words = arguments.parse_known_args()
    if given.what == "train":
        train(given.folder, [given.game, *words], given.every, given.work)
    elif words:
        arguments.error(f"unknown: {' '.join(words)}")
    elif given.what == "measure":
        measure(given.folder, given.game, given.games, given.only, given.processes)
    else:
        plot(given.folder, given.game, given.picture)


if __name__ == "__main__":
    main()
