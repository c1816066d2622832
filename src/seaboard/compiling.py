"""Compiling a game for this machine, once, with a progress bar, in a process of its own: `seaboard compile`."""

import gc
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from .core.cache import ready_file, remove_unused
from .core.dice import key_of
from .core.errors import SeaboardError
from .core.game import Game
from .core.plugins import warn_once
from .core.rule import INTERPRETED
from .core.rule import compiler as compiler_of_rules
from .core.seam import RULES


def entries(game: Game, network: bool = False) -> dict[str, Any]:
    """Everything compiled that Python calls of a game; the search with a network too, if that is wanted."""
    from .bots.mcts.simulation import compiled_network_search, compiled_plain_search
    from .loops.binding import cpu_loop

    loops = {"search": compiled_plain_search(game), "many games": cpu_loop(game)}
    if network:
        loops["network"] = compiled_network_search(game)
    return {stub.__name__: game.compiled_rule(stub.__name__) for stub in RULES} | loops


def calls(game: Game, network: bool = False) -> dict[str, Callable[[], Any]]:
    """For each entry a call that compiles it (or loads it from disk); early those that keep LLVM busy for long (`Beside`)."""
    from .bots import new_bot
    from .bots.network.player import compile_network_search
    from .loops.random_games import play_random_games

    options = game.choose()
    box, s, seen = game.build_box(options), game.empty_state(), game.empty_state()
    out = np.zeros(game.max_legal, np.int16)
    sheet = np.zeros((game.seats(options), len(game.score_kinds)), np.int32)
    game.rules.start(s, box, key_of(0))
    game.rules.legal(s, box, out)
    game.rules.view(s, box, 0, seen)
    return {
        "mover": lambda: game.mover(s),
        "legal": lambda: game.legal(s, box, out),
        "problem": lambda: game.problem(s, box, int(out[0])),
        "start": lambda: game.start(game.empty_state(), box, key_of(0)),
        "apply": lambda: game.apply(s.copy(), box, int(out[0])),
        "many games": lambda: play_random_games(game, options, 0, 0, 1),
        "search": lambda: new_bot("search:1", game, box).hint(seen, []),
        "view": lambda: game.view(s, box, 0, seen),
        "observe": lambda: game.observe(seen, box, 0, np.zeros(game.observation_size, np.int16)),
        "redeal": lambda: game.redeal(seen, box, key_of(1)),
        "score_sheet": lambda: game.score_sheet(s, box, sheet),
        "tie_break": lambda: game.tie_break(s, box, 0),
    } | ({"network": lambda: compile_network_search(game)} if network else {})


def ready_files(game: Game, network: bool = False) -> dict[str, Path]:
    """For each entry that is kept on disk the file that says, beside it: this is compiled for this processor."""
    folders = {name: function.stats.cache_path for name, function in entries(game, network).items()}
    return {name: ready_file(folder) for name, folder in folders.items() if folder}


def is_compiled(game: Game) -> bool:
    return INTERPRETED or all(file.exists() for file in ready_files(game).values())


def progress(game: Game) -> tuple[int, int]:
    """How many entries are compiled, by whichever process, and of how many."""
    files = ready_files(game).values()
    return sum(file.exists() for file in files), len(files)


class HandedOver(Exception):
    """Another process makes machine code of this entry."""


class Beside:
    """Processes beside this one, each of which makes machine code of one entry while this one goes on to the next.

    Numba first understands an entry and all the rules it calls, in Python; what it understood serves the next entries. Then
    LLVM optimises all of it and makes machine code. That is done in a fork of this process, which ends then.
    """

    def __init__(self, most: int):
        self.most = most
        self.going = 0
        self.is_fork = False

    def hand_over(self) -> None:
        """A fork goes on with what this process is at: here HandedOver is raised, in the fork nothing."""
        if self.is_fork:
            return
        while self.going >= self.most:
            self.wait()
        if os.fork():
            self.going += 1
            raise HandedOver
        self.is_fork = True
        threading.Thread(target=end_with_parent, daemon=True).start()

    def wait(self) -> None:
        """Until one of them is done."""
        _, status = os.wait()
        self.going -= 1
        if status:
            raise SeaboardError("a part of it could not be compiled")

    @contextmanager
    def helping(self) -> Iterator[None]:
        """Entries compiled within are handed over; all of them are done after it."""
        library: Any = getattr(compiler_of_rules(), "EntryLibrary", None)  # with plain Numba all is done here
        if library and self.most:
            library.before_machine_code = self.hand_over
        try:
            yield
            while self.going:
                self.wait()
        finally:
            if library:
                library.before_machine_code = None
            if self.is_fork:  # something went wrong in it
                traceback.print_exc()
                os._exit(1)


def compile_here(game: Game, helpers: int = 0, network: bool = False) -> None:
    """Compiles what is missing, in this process and so many others beside it, and prints a line for each entry done."""
    ready, beside = ready_files(game, network), Beside(helpers)
    with beside.helping():
        for name, call in calls(game, network).items():
            try:
                if name not in ready or not ready[name].exists():
                    call()
            except HandedOver:
                continue
            if name in ready:
                ready[name].parent.mkdir(parents=True, exist_ok=True)
                ready[name].touch()
            print(name, flush=True)
            if beside.is_fork:
                os._exit(0)
    remove_unused(game.cache_folder())


def cores() -> int:
    """How many processes can compile at once: forks only where they are safe."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def needs_network(game: Game, bots: Iterable[str] = ()) -> bool:
    """Whether one of these bots plays by a network, and its search is not compiled yet."""
    from .bots import uses_network
    from .bots.network.player import network_search_is_compiled

    return any(uses_network(bot, game) for bot in bots) and not network_search_is_compiled(game)


def needs_compiling(game: Game) -> bool:
    """Whether a game can be compiled, and is not; a plug-in that cannot is told."""
    try:
        return not is_compiled(game)
    except TypeError as error:
        warn_once(f"the game {game.name!r} cannot be compiled: {error}")
        return False


def compile_in_background() -> subprocess.Popen | None:
    """Compiles every game that still needs it, one after the other, in a process of its own."""
    from .bots import LEVELS
    from .games import all_games

    names = [game.name for game in all_games() if needs_compiling(game)]
    names += [f"{game.name}+network" for game in all_games() if needs_network(game, LEVELS)]
    if not names:
        return None
    return compiler(*names, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compiler(*names: str, **how: Any) -> subprocess.Popen:
    """A process that compiles these games, and ends with this one however this one ends: it holds one end of a pipe."""
    return subprocess.Popen([sys.executable, "-m", "seaboard.compiling", *names], stdin=subprocess.PIPE, **how)


def end_with_parent() -> None:
    """In the compiler: nothing is ever written to the pipe, so reading ends when the other end is gone."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def ensure_compiled(game: Game, bots: Iterable[str] = ()) -> None:
    """Compiles the game, and what these bots need besides, in another process, with a progress bar, unless that is done."""
    network = needs_network(game, bots)
    if network or not is_compiled(game):
        compile_with_bar(game, network)


def compile_with_bar(game: Game, network: bool) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn())
    with (
        Progress(*columns, console=Console(stderr=True)) as progress,
        compiler(game.name + "+network" * network, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process,
    ):
        bar = progress.add_task(f"compiling {game.title} for this machine (once)", total=len(entries(game, network)))
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

    threading.Thread(target=end_with_parent, daemon=True).start()
    failed = False
    if remember := getattr(compiler_of_rules(), "remember_types", None):
        remember()
    gc.disable()  # little of what Numba makes is garbage, and this process ends soon
    for game_name in sys.argv[1:]:
        try:
            name, _, network = game_name.partition("+")
            compile_here(find_game(name), cores() if cores() > 1 else 0, bool(network))
        except Exception as error:  # the others are compiled all the same
            traceback.print_exc()
            print(f"{type(error).__name__}: {' '.join(str(error).split())}", file=sys.stderr)
            failed = True
    sys.exit(failed)
