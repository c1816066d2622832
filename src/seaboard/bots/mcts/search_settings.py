"""Search settings: named fields for Python and for compiled code."""

from dataclasses import dataclass, fields

import numpy as np

from ...core.rule import record_dtype


@dataclass(frozen=True)
class SearchSettings:
    """The defaults are for the search without a network; docs/strength.md has the measurements."""

    explore: float = 1.0  # the weight of the exploration bonus
    untried: float = 0.1  # the value of an untried action: so much below the mean of its node
    spread: float = 0.0  # how much the exploration bonus depends on the deviation of values, 0 to 1 (`tree.exploration`)
    prior: float = 1.0  # the share of the prior in the exploration bonus, 0 to 1; the rest is uniform
    policy: float = 1.0  # above 0: playouts draw actions by the game's `prefer`
    turns: float = 0.0  # a playout is cut off after this many turns; 0: never
    winning: float = 0.5  # the share of the win in a result
    rank: float = 0.0  # the share of the rank in a result; the rest is the margin of points
    scale: float = 20.0  # the margin in points at which half of the gain is reached
    goal: float = 35.0  # in a solo game: the points with the value 0.5
    leaf: float = 1.0  # the network's share in the value of a leaf; the rest is a playout's
    trust: float = 1.0  # the network's share in the prior (in logits); the rest is the game's `prefer`
    # chance in the tree (`outcomes.py`)
    split: float = 0.0  # simulations after which an outcome of a draw gets its own node; 0: never
    # an action may have outcomes + widening * visits ** widening_power outcomes before one is repeated; outcomes=0: no limit
    outcomes: float = 0.0
    widening: float = 1.0
    widening_power: float = 0.5
    by_mover: float = 0.0  # above 0: outcomes are distinguished by the mover's view, else by the searching seat's
    known: float = 0.0  # above 0: no redeal: it searches the full position with all secrets and future draws, for measurements
    # the Gumbel root of self-play (`selfplay.py`)
    # the improved policy has the logits: log prior + (value_visits + most visits) * value_scale * value
    value_visits: float = 50.0  # c_visit
    value_scale: float = 1.0  # c_scale
    noise: float = 0.2  # the factor of the Gumbel noise after the candidates are drawn
    shrinkage: float = 0.0  # virtual visits that move an action's value towards the mixed value of the root, against noise

    def as_record(self, units_per_point: int) -> np.record:
        """The settings for compiled code, with `scale` and `goal` in score units."""
        record = np.zeros(1, SETTINGS)[0]
        for field in fields(self):
            record[field.name] = getattr(self, field.name) * (units_per_point if field.name in ("scale", "goal") else 1)
        return record


SETTINGS = record_dtype([(field.name, np.float64) for field in fields(SearchSettings)])
GUIDED = SearchSettings(explore=1.2, prior=0.97, goal=42.0)  # the defaults with a network; its file may have others
