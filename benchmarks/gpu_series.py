"""Random play with other kernels and buffers, for benchmarks/gpu_variants.py."""

import time
from typing import Any

import numpy as np
from gpu_kernels import compiled_variant, slot_type

from seaboard.lab import gpu_sorted
from seaboard.lab.gpu_sorted import BEGIN, CHECK_EVERY, FINISHED, SortedGames


class Plain(SortedGames):
    """The kernel of the library."""

    def __init__(self, name: str, game: Any, games: int, parallel: int, block: int):
        super().__init__(game, game.choose(), games, parallel, block)
        self.extra: tuple = ()

    def set(self, **extra: int) -> None:
        pass

    def begin_series(self) -> None:
        buffers = self.buffers
        buffers.steps.copy_to_device(np.full(self.parallel, BEGIN, np.int16))
        self.sorter.keys.copy_to_device(np.zeros(self.parallel, np.int16))
        buffers.rows.copy_to_device(np.arange(self.parallel) - self.parallel)

    def warm_up(self, steps: int = 700) -> None:
        """Until the games are at different points of their course."""
        self.begin_series()
        self.steps_done = 0
        for _ in range(steps):
            self.play_step(1, 0)
        self.cuda.synchronize()

    def arguments(self) -> tuple:
        buffers, sorter = self.buffers, self.sorter
        first = (buffers.positions, buffers.steps, sorter.keys, buffers.generators, buffers.moves, buffers.rows)
        return (*first, self.box, 1, 0, self.scores, self.lengths, *self.extra)

    def launch(self, order: Any, going: Any, games: int) -> None:
        gpu_sorted.prepare_compiling(self.game)
        self.kernel[-(-games // self.block), self.block](order, going, *self.arguments())

    def play_step(self, seed: int, first: int) -> None:
        self.sorter.sort()
        self.launch(self.sorter.order, self.sorter.going, self.parallel)

    def total_moves(self) -> int:
        steps, moves = self.buffers.steps.copy_to_host(), self.buffers.moves.copy_to_host()
        return int(moves[(steps != BEGIN) & (steps != FINISHED)].sum()) + int(self.lengths.copy_to_host().sum(dtype=np.int64))

    def steady(self, seconds: float = 0.25) -> dict:
        """Moves per second in the middle of a series."""
        for _ in range(4):
            self.play_step(1, 0)
        before, steps = self.total_moves(), 0
        self.cuda.synchronize()
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds:
            for _ in range(CHECK_EVERY):
                self.play_step(1, 0)
            self.cuda.synchronize()
            steps += CHECK_EVERY
        spent = time.perf_counter() - begun
        moves = self.total_moves() - before
        going = self.sorter.left()
        return {
            "M_moves_per_second": moves / spent / 1e6,
            "ms_per_step": spent / steps * 1e3,
            "steps_per_move": steps * self.parallel / max(1, moves),
            "going": going,
        }

    # one launch per sort key

    def by_key(self, times: int) -> dict:
        """Games and microseconds of each sort key, each in a launch of its own, in `times` steps."""
        cuda, total, whole = self.cuda, {}, 0.0
        for _ in range(times):
            for key, games, events in self.step_by_key(10**6):
                events[1].synchronize()
                old = total.get(key, (0, 0.0))
                total[key] = old[0] + games, old[1] + events[0].elapsed_time(events[1]) * 1e3
        for _ in range(times):
            self.sorter.sort()
            events = cuda.event(), cuda.event()
            events[0].record()
            self.launch(self.sorter.order, self.sorter.going, self.parallel)
            events[1].record()
            events[1].synchronize()
            whole += events[0].elapsed_time(events[1]) * 1e3
        sort = 0.0
        for _ in range(times):
            events = cuda.event(), cuda.event()
            events[0].record()
            self.sorter.sort()
            events[1].record()
            events[1].synchronize()
            sort += events[0].elapsed_time(events[1]) * 1e3
        rows = sorted(((key - 1, games, round(us)) for key, (games, us) in total.items()), key=lambda row: -row[2])
        return {
            "parallel": self.parallel,
            "times": times,
            "us_whole_step": whole / times,
            "us_sort": sort / times,
            "us_by_key": sum(row[2] for row in rows) / times,
            "key_games_us": rows[:70],
        }

    def step_by_key(self, most: int) -> list:
        """A step, with a launch for each sort key; returns (bin, games, events) of each. With `most`, only the largest keys."""
        cuda, launched = self.cuda, []
        self.sorter.sort()
        keys = self.sorter.keys.copy_to_host()
        counts = np.bincount(keys, minlength=self.game.sort_keys + 2)[:-1]
        places = np.concatenate([[0], np.cumsum(counts)])
        chosen = sorted(np.argsort(-counts)[:most])
        for key in chosen:
            games = int(counts[key])
            if games == 0:
                continue
            order = self.sorter.order[int(places[key]) : int(places[key]) + games]
            going = cuda.to_device(np.full(1, games, np.int32))
            events = cuda.event(), cuda.event()
            events[0].record()
            self.launch(order, going, games)
            events[1].record()
            launched.append((int(key), games, events))
        cuda.synchronize()
        return launched


class Other(Plain):
    """Another kernel, with the same buffers."""

    def __init__(self, name: str, game: Any, games: int, parallel: int, block: int):
        super().__init__(name, game, games, parallel, block)
        self.name = name
        self.kernel = compiled_variant(game, game.seats(game.choose()), name)
        self.set()
        if name == "shared_box":
            words = np.array([game.build_box(game.choose())], game.box).view(np.int64)
            self.box = self.cuda.to_device(words)

    def set(self, ahead: int = -1, enough: int = 33, most: int = 1) -> None:
        self.extra = {"prefetch": (ahead,), "vote": (ahead, enough, most)}.get(self.name, ())


class Near(Plain):
    """The slot's fields are next to its position."""

    def __init__(self, name: str, game: Any, games: int, parallel: int, block: int):
        super().__init__(name, game, games, min(parallel, 32), block)
        self.kernel = compiled_variant(game, game.seats(game.choose()), name)
        self.parallel = int(min(games, parallel))
        self.sorter = gpu_sorted.Sorter(self.parallel, game.sort_keys + 2, block)
        self.slots = self.cuda.to_device(np.zeros(self.parallel, slot_type(game)))

    def begin_series(self) -> None:
        slots = np.zeros(self.parallel, self.slots.dtype)
        slots["step"], slots["row"] = BEGIN, np.arange(self.parallel) - self.parallel
        self.slots.copy_to_device(slots)
        self.sorter.keys.copy_to_device(np.zeros(self.parallel, np.int16))

    def play(self, seed: int, first: int) -> None:
        self.begin_series()
        while True:
            for _ in range(CHECK_EVERY):
                self.play_step(seed, first)
            if self.sorter.left() == 0:
                return

    def arguments(self) -> tuple:
        buffers = self.buffers
        return (self.slots, buffers.steps, self.sorter.keys, self.box, 1, 0, self.scores, self.lengths)

    def total_moves(self) -> int:
        slots = self.slots.copy_to_host()
        going = (slots["step"] != BEGIN) & (slots["step"] != FINISHED)
        return int(slots["moves"][going].sum(dtype=np.int64)) + int(self.lengths.copy_to_host().sum(dtype=np.int64))
