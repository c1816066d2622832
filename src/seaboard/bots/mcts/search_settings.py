"""Search settings: named fields for Python and for compiled code."""

from dataclasses import dataclass, fields

import numpy as np

from ...core.rule import record_dtype


@dataclass(frozen=True)
class SearchSettings:
    """The defaults are those of the search without a network, measured: docs/strength.md."""

    explore: float = 1.0  # the weight of the exploration bonus
    untried: float = 0.1  # how much below its parent's mean an untried action is valued
    spread: float = 0.0  # how much the exploration bonus follows the deviation of a node's values, 0 to 1 (`tree.exploration`)
    prior: float = 1.0  # the share of the prior in the exploration, 0 to 1; the rest is spread evenly
    policy: float = 1.0  # above 0: playouts draw actions by the game's `prefer`
    turns: float = 0.0  # a playout is cut off after this many turns; 0: never
    winning: float = 0.5  # the part of winning in the result
    rank: float = 0.0  # the part of the rank; the rest is the margin of points
    scale: float = 20.0  # the margin, in points, that counts half
    goal: float = 35.0  # with one seat: the points that are worth a half
    leaf: float = 1.0  # the network's share in the value of a leaf; the rest is a playout's
    trust: float = 1.0  # the network's share in the prior (in logits); the rest is the game's `prefer`
    # chance in the tree (`outcomes.py`)
    split: float = 0.0  # simulations after which an outcome of a draw gets its own node; 0: never
    outcomes: float = 0.0  # outcomes of an action before one is repeated; 0: none is repeated
    widening: float = 1.0  # plus this,
    widening_power: float = 0.5  # times the action's visits to this power
    by_mover: float = 0.0  # above 0: outcomes differ by what the mover sees; else by what the searching seat sees
    known: float = (
        0.0  # above 0: the position is searched as it is, with its hidden parts and its chance: a yardstick, no player
    )
    # the Gumbel root of self-play (`selfplay.py`)
    value_visits: float = 50.0  # c_visit: how much values weigh against the prior, plus the visits of the most visited action
    value_scale: float = 1.0  # c_scale: times this
    noise: float = 0.2  # the Gumbel noise in the final choice
    shrinkage: float = 0.0  # virtual visits by which an action's value is drawn towards the root's, where chance is large

    def as_record(self, units_per_point: int) -> np.record:
        """For compiled code; the game counts in units of a point."""
        record = np.zeros(1, SETTINGS)[0]
        for field in fields(self):
            record[field.name] = getattr(self, field.name) * (units_per_point if field.name in ("scale", "goal") else 1)
        return record


SETTINGS = record_dtype([(field.name, np.float64) for field in fields(SearchSettings)])
GUIDED = SearchSettings(explore=1.2, prior=0.97, goal=42.0)  # the defaults with a network; its file may have others
