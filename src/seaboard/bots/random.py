"""A player who picks any allowed action, each as likely as the others, with a generator of its own."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np


class Random:
    """Knows nothing, sees only its seat's view."""

    def __init__(self, seed: Any = None):
        self.generator = random.Random(seed)

    def choose(self, seen: np.record, actions: Sequence[int]) -> int:
        """One of the allowed actions."""
        return self.generator.choice(actions)
