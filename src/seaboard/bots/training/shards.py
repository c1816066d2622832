"""What was played, as files that anybody can learn from.

A shard is an `.npz` with a row for each decision: `rows` (the observation, docs/observations.md), `sheets` (the score sheet,
seat after seat from the mover on, in parts of a point divided by 20), `counts` and `actions` (the allowed ones), `targets`
(how likely a better player takes each), `habits` (log of 1 + the game's own weight for each), `roots` and `results` (share of
the win, margin from 0 to 1, and points in parts, for each seat from the mover on: as the search expected them, as they came),
`movers`, `budgets` (simulations), `variants` (which options) and `about` (JSON: game, seats, the variants).
"""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from ..mcts.selfplay import Notes
from .players import Played
from .recipes import Recipe

EVERY = 120.0  # seconds between two files: packing them takes time


class Shards:
    """Writes a file now and then, of the newest games; the oldest go when there are more than `most`."""

    def __init__(self, folder: Path, recipe: Recipe, rows: int = 20_000, most: int = 8):
        self.folder, self.recipe, self.rows, self.most = folder, recipe, rows, most
        self.waiting: list[Played] = []
        self.number, self.written = 0, time.monotonic()

    def add(self, played: list[Played]) -> None:
        if self.most == 0:
            return
        self.waiting += played
        while sum(len(one.notes.counts) for one in self.waiting[1:]) >= self.rows:
            self.waiting.pop(0)
            if time.monotonic() > self.written + EVERY:
                self.write()

    def write(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        whole = {name: np.concatenate([getattr(one.notes, name) for one in self.waiting]) for name in Notes._fields}
        for name in ("sheets", "habits", "targets", "roots", "results"):
            whole[name] = whole[name].astype(np.float16)
        whole["variants"] = np.concatenate([np.full(len(one.notes.counts), one.variant, np.int16) for one in self.waiting])
        about = {
            "game": self.recipe.game,
            "seats": self.recipe.seats,
            "variants": [dict(v.options) for v in self.recipe.variants],
        }
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)
        arrays: dict[str, Any] = whole
        np.savez_compressed(self.folder / f"shard-{self.number % self.most:03}.npz", about=text, **arrays)
        self.number += 1
        self.waiting, self.written = [], time.monotonic()
