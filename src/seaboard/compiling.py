"""Compiling a game for this machine, once, with a progress bar, in a process of its own: `seaboard compile`."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from .core.dice import key_of
from .core.errors import SeaboardError
from .core.game import Game
from .core.rule import INTERPRETED

LOOPS = tuple(Path(__file__).parent / folder for folder in ("loops", "bots/tree"))  # where loops over games are written


def parts(game: Game) -> Iterator[tuple[str, Callable]]:
    """Everything that Python calls of a game, each with a call that compiles it (or loads it from disk)."""
    from .bots import new_bot
    from .loops.random_games import play_random_games

    options = game.choose()
    box, s, seen = game.build_box(options), game.empty_state(), game.empty_state()
    out = np.zeros(game.most_legal, np.int16)
    sheet = np.zeros((game.seats(options), len(game.score_kinds)), np.int32)
    yield "start", lambda: game.start(s, box, key_of(0))
    yield "legal", lambda: game.legal(s, box, out)
    yield "problem", lambda: game.problem(s, box, int(out[0]))
    yield "mover", lambda: game.mover(s)
    yield "view", lambda: game.view(s, box, 0, seen)
    yield "observe", lambda: game.observe(seen, box, 0, np.zeros(game.observation_size, np.int16))
    yield "redeal", lambda: game.redeal(seen, box, key_of(1))
    yield "score_sheet", lambda: game.score_sheet(s, box, sheet)
    yield "tie_break", lambda: game.tie_break(s, box, 0)
    yield "apply", lambda: game.apply(s, box, int(out[0]))
    yield "search", lambda: new_bot("search:1", game, box).hint(seen, [])
    yield "many games", lambda: play_random_games(game, options, 0, 0, 1)


def marker(game: Game) -> Path:
    """A file that says: this game is compiled for this processor, from these sources."""
    from llvmlite.binding import get_host_cpu_name

    return game.cache_folder(*LOOPS) / f"ready-{get_host_cpu_name()}"


def is_compiled(game: Game) -> bool:
    return INTERPRETED or marker(game).exists()


def progress(game: Game) -> tuple[int, int]:
    """How many parts are compiled, by whichever process, and of how many."""
    total = sum(1 for _ in parts(game))
    try:
        return len(progress_file(game).read_text(encoding="utf-8").splitlines()), total
    except OSError:
        return 0, total


def progress_file(game: Game) -> Path:
    return marker(game).with_suffix(".progress")


def compile_here(game: Game) -> None:
    """Compiles in this process; prints a line for each part done, and keeps it in a file for others to see."""
    progress_file(game).parent.mkdir(parents=True, exist_ok=True)
    progress_file(game).write_text("", encoding="utf-8")
    for name, call in parts(game):
        call()
        print(name, flush=True)
        with progress_file(game).open("a", encoding="utf-8") as file:
            file.write(f"{name}\n")
    marker(game).touch()


def compile_in_background() -> subprocess.Popen | None:
    """Compiles every game that still needs it, one after the other, in a process of its own."""
    from .games import NAMES, find_game

    names = [name for name in NAMES if not is_compiled(find_game(name))]
    if not names:
        return None
    command = [sys.executable, "-m", "seaboard.compiling", *names]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def ensure_compiled(game: Game) -> None:
    """Compiles the game in another process, with a progress bar, unless that is done already."""
    if is_compiled(game):
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    names = [name for name, _ in parts(game)]
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn())
    command = [sys.executable, "-m", "seaboard.compiling", game.name]
    with (
        Progress(*columns, console=Console(stderr=True)) as progress,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process,
    ):
        bar = progress.add_task(f"compiling {game.title} for this machine (once)", total=len(names))
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            for _ in process.stdout:
                progress.advance(bar)
            trouble = process.stderr.read()
        except BaseException:  # Ctrl+C, SIGTERM
            process.terminate()
            raise
    if process.returncode:
        raise SeaboardError(
            f"{game.title} could not be compiled: {trouble.strip().splitlines()[-1] if trouble.strip() else 'no reason given'}"
        )


if __name__ == "__main__":
    from .games import find_game

    for game_name in sys.argv[1:]:
        compile_here(find_game(game_name))
