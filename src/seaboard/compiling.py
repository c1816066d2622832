"""Compiles a game for this machine, once, in a separate process with a progress bar: `seaboard compile`."""

import gc
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .core.cache import ready_file, remove_unused
from .core.dice import key_of
from .core.errors import SeaboardError
from .core.game import Game
from .core.plugins import warn_once
from .core.rule import INTERPRETED, compiler, folder_of
from .core.seam import RULES

RULES_PER_FORK = 25
FUNCTIONS_PER_RULE = 1_000_000  # more than a rule needs: their numbers must differ between forks


def entry_points(game: Game, network: bool = False) -> dict[str, Any]:
    """The compiled functions of a game that Python calls; the search with a network only on request."""
    from .bots.mcts.simulation import compiled_network_search, compiled_plain_search
    from .loops.binding import cpu_loop

    loops = {"search": compiled_plain_search(game), "many games": cpu_loop(game)}
    if network:
        loops["network"] = compiled_network_search(game)
    return {stub.__name__: game.compiled_rule(stub.__name__) for stub in RULES} | loops


def example_arguments(game: Game) -> dict[str, tuple]:
    """Arguments for each rule of the seam."""
    options = game.choose()
    box, s, seen = game.build_box(options), game.empty_state(), game.empty_state()
    out = np.zeros(game.max_legal, np.int16)
    game.rules.start(s, box, key_of(0))
    game.rules.legal(s, box, out)
    game.rules.view(s, box, 0, seen)
    action = int(out[0])
    return {
        "mover": (s,),
        "legal": (s, box, out),
        "apply": (s.copy(), box, action),
        "problem": (s, box, action),
        "start": (game.empty_state(), box, key_of(0)),
        "view": (s, box, 0, seen),
        "observe": (seen, box, 0, np.zeros(game.observation_size, np.int16)),
        "redeal": (seen.copy(), box, key_of(1)),
        "score_sheet": (s, box, np.zeros((game.seats(options), len(game.score_kinds)), np.int32)),
        "tie_break": (s, box, 0),
    }


def compile_calls(game: Game, examples: Mapping[str, tuple], network: bool = False) -> dict[str, Callable[[], Any]]:
    """For each entry point a call that compiles it, or loads it from disk; those with much machine code first."""
    from .bots import new_bot
    from .bots.network.player import compile_network_search
    from .loops.random_games import play_random_games

    (seen, box, *_) = examples["observe"]
    rules: dict[str, Callable[[], Any]] = {name: partial(getattr(game, name), *examples[name]) for name in examples}
    loops: dict[str, Callable[[], Any]] = {"network": lambda: compile_network_search(game)} if network else {}
    loops["search"] = lambda: new_bot("search:1", game, box).hint(seen, [])
    loops["many games"] = lambda: play_random_games(game, game.choose(), 0, 0, 1)
    large = {name: rules.pop(name) for name in ("start", "apply", "legal")}
    return loops | large | rules


def ready_files(game: Game, network: bool = False) -> dict[str, Path]:
    """The marker file of each entry point that is cached on disk; it exists once the entry point is compiled for this CPU."""
    folders = {name: folder_of(entry) for name, entry in entry_points(game, network).items()}
    return {name: ready_file(folder) for name, folder in folders.items() if folder}


def is_compiled(game: Game) -> bool:
    """Whether all entry points of a game are compiled (without the search with a network), or nothing needs compiling."""
    return INTERPRETED or all(file.exists() for file in ready_files(game).values())


def progress(game: Game) -> tuple[int, int]:
    """The number of compiled entry points, and of all entry points."""
    files = ready_files(game).values()
    return sum(file.exists() for file in files), len(files)


def compile_game(game: Game, processes: int = 1, network: bool = False) -> None:
    """Compiles the missing entry points and prints a line for each.

    With several processes, this process types the rules once for all entry points (Numba's type inference); forks of it make
    LLVM code for some rules each meanwhile, and afterwards machine code for one entry point each.
    """
    ready, examples, forks = ready_files(game, network), example_arguments(game), set[int]()
    calls = compile_calls(game, examples, network)
    missing = [name for name in calls if name not in ready or not ready[name].exists()]
    is_typed = processes > 1 and type_rules(game, examples, {name: calls[name] for name in missing})
    for name in calls:
        work = partial(compile_one, name, calls[name], ready)
        if name not in missing:
            print(name, flush=True)
        elif is_typed:
            if len(forks) == processes:
                wait_for(forks)
            forks.add(fork(work))
        else:
            work()
    while forks:
        wait_for(forks)
    remove_unused(game.cache_folder())


def compile_one(name: str, call: Callable[[], Any], ready: Mapping[str, Path]) -> None:
    """Compiles one entry point, creates its marker file, and prints its name."""
    call()
    if name in ready:
        ready[name].parent.mkdir(parents=True, exist_ok=True)
        ready[name].touch()
    print(name, flush=True)


def type_rules(game: Game, examples: Mapping[str, tuple], missing: Mapping[str, Callable[[], Any]]) -> bool:
    """Types the rules of the missing entry points; forks of this process make their LLVM code.

    False with plain_rules.py, which cannot do that.
    """
    rules: Any = compiler()
    if not hasattr(rules, "type_rule"):
        return False
    with RuleForks(rules):
        for name, arguments in examples.items():
            if name in missing or missing.keys() - examples.keys():  # loops call all rules
                rules.type_rule(getattr(game.rules, name), arguments)
        if {"search", "network"} <= missing.keys():  # they have half of their rules in common; other forks type their own
            rules.type_entry(missing["network"])
            rules.type_entry(missing["search"])
    return True


class RuleForks:
    """Forks that make the LLVM code of the rules that this process has typed, while it types more of them.

    A rule's type depends on its callers and on what it calls, so one process infers all types. The LLVM code does not, so other
    cores can make it (docs/benchmarks.md).
    """

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.first = len(rules.TYPED)  # the first rule that no fork has
        self.running: list[tuple[int, int]] = []  # process ids, and the pipes from which to read their results

    def __enter__(self) -> None:
        self.rules.when_typed[0] = self.rule_is_typed

    def rule_is_typed(self) -> None:
        if len(self.rules.TYPED) == self.first + RULES_PER_FORK:
            self.start(range(self.first, self.first + RULES_PER_FORK))

    def start(self, numbers: range) -> None:
        """Starts a fork for the rules with these numbers."""
        read, write = os.pipe()
        self.running.append((fork(partial(self.make, numbers, write)), read))
        os.close(write)
        self.first = numbers.stop

    def make(self, numbers: range, write: int) -> None:
        """In a fork: makes the LLVM code of these rules, and writes it into the pipe."""
        self.rules.when_typed[0] = nothing
        self.rules.number_functions_from((1 + numbers.start) * FUNCTIONS_PER_RULE)
        with open(write, "wb") as pipe:
            pipe.write(self.rules.pack_ir(numbers))

    def __exit__(self, error: Any, *more: Any) -> None:
        """Waits for the forks, and takes their results."""
        self.rules.when_typed[0] = nothing
        if not error:
            self.start(range(self.first, len(self.rules.TYPED)))
        for process, read in self.running:
            with open(read, "rb") as pipe:
                packed = pipe.read()
            if os.waitpid(process, 0)[1]:
                raise SeaboardError("rules could not be compiled")
            self.rules.unpack_ir(packed)


def nothing() -> None:
    """Does nothing."""


def fork(work: Callable[[], None]) -> int:
    """Runs `work` in a copy of this process; returns its process id."""
    if pid := os.fork():
        return pid
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        work()
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def wait_for(forks: set[int]) -> None:
    """Waits until one of the forks ends."""
    pid, status = os.wait()
    forks.discard(pid)
    if status:
        raise SeaboardError("an entry point could not be compiled")


def cores() -> int:
    """The number of processes that compile in parallel: one where forking is not safe."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def needs_network(game: Game, bots: Iterable[str] = ()) -> bool:
    """Whether one of these bots uses a network whose search is not compiled yet."""
    from .bots import uses_network
    from .bots.network.player import network_search_is_compiled

    return any(uses_network(bot, game) for bot in bots) and not network_search_is_compiled(game)


def needs_compiling(game: Game) -> bool:
    """Whether a game can be compiled and is not compiled yet. Warns once about a plug-in that cannot be compiled."""
    try:
        return not is_compiled(game)
    except TypeError as error:
        warn_once(f"the game {game.name!r} cannot be compiled: {error}")
        return False


def compile_in_background() -> subprocess.Popen | None:
    """Compiles every game that needs it, one after the other, in a separate process."""
    from .bots import LEVELS
    from .games import all_games

    names = [game.name for game in all_games() if needs_compiling(game)]
    names += [f"{game.name}+network" for game in all_games() if needs_network(game, LEVELS)]
    if not names:
        return None
    return start_compiler(*names, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def start_compiler(*names: str, **options: Any) -> subprocess.Popen:
    """Starts a process that compiles these games. It ends when this process ends for any reason, since it reads from a pipe."""
    return subprocess.Popen([sys.executable, "-m", "seaboard.compiling", *names], stdin=subprocess.PIPE, **options)


def end_with_parent() -> None:
    """Ends the compiling process with its parent: nobody writes to the pipe, so the read returns when it is closed."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def ensure_compiled(game: Game, bots: Iterable[str] = ()) -> None:
    """Compiles the game and the search of these bots in another process, with a progress bar, unless they are compiled."""
    network = needs_network(game, bots)
    if network or not is_compiled(game):
        compile_with_bar(game, network)


def compile_with_bar(game: Game, network: bool) -> None:
    """Compiles a game in another process and shows its progress on stderr."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"), TimeElapsedColumn())
    with (
        Progress(*columns, console=Console(stderr=True)) as progress,
        start_compiler(game.name + "+network" * network, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process,
    ):
        bar = progress.add_task(f"compiling {game.title} for this machine (once)", total=len(entry_points(game, network)))
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            for _ in process.stdout:
                progress.advance(bar)
            errors = process.stderr.read()
        except BaseException:  # Ctrl+C, SIGTERM
            process.terminate()
            raise
    if process.returncode:
        raise SeaboardError(
            f"{game.title} could not be compiled: {errors.strip().splitlines()[-1] if errors.strip() else 'no reason given'}"
        )


if __name__ == "__main__":
    from .games import find_game

    threading.Thread(target=end_with_parent, daemon=True).start()
    failed = False
    if compare_flags := getattr(compiler(), "compare_flags_quickly", None):
        compare_flags()
    gc.disable()  # 10 to 25 % faster: Numba makes little garbage, and this process ends soon
    for game_name in sys.argv[1:]:
        try:
            name, _, network = game_name.partition("+")
            compile_game(find_game(name), cores(), bool(network))
        except Exception as error:  # the other games can still be compiled
            traceback.print_exc()
            print(f"{type(error).__name__}: {' '.join(str(error).split())}", file=sys.stderr)
            failed = True
    sys.exit(failed)
