"""Shards: the training samples of self-play as files, for other uses.

A shard is an `.npz` file with a row for each decision. Seats are counted from the mover.

    rows       the observation without option values (docs/observations.md)
    sheets     the score sheet, in units of a point divided by 20
    counts, actions   the legal actions
    targets    the improved policy of the search
    priors     log(1 + the game's `prefer`) of each action
    roots      share of the win, margin from 0 to 1 and points of each kind in units, as the search expects them
               (with `short_term`, some decisions later)
    results    the same at the end of the game
    weights    the position's weight in learning
    boxes      the number of its setup
    about      JSON: the game, the setups
"""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from .plans import Plan

INTERVAL = 120.0  # seconds between two files, since compressing them takes time


class Shards:
    """Writes a file of at least `rows` samples of the latest games every INTERVAL seconds; keeps the last `most` files."""

    def __init__(self, folder: Path, plan: Plan, rows: int = 20_000, most: int = 8):
        self.folder, self.plan, self.rows, self.most = folder, plan, rows, most
        self.waiting: list[dict[str, np.ndarray]] = []
        self.number, self.written = 0, time.monotonic()

    def add(self, positions: dict[str, np.ndarray]) -> None:
        if self.most == 0:
            return
        self.waiting.append(positions)
        while sum(len(positions["counts"]) for positions in self.waiting[1:]) >= self.rows:
            self.waiting.pop(0)
            if time.monotonic() > self.written + INTERVAL:
                self.write()

    def write(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        whole: Any = {name: np.concatenate([positions[name] for positions in self.waiting]) for name in self.waiting[0]}
        for name in ("sheets", "priors", "targets", "roots", "results", "weights"):
            whole[name] = whole[name].astype(np.float16)
        about = {"game": self.plan.name, "setups": [dict(setup.options) for setup in self.plan.setups]}
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)
        np.savez_compressed(self.folder / f"shard-{self.number % self.most:03}.npz", about=text, **whole)
        self.number += 1
        self.waiting, self.written = [], time.monotonic()
