"""K5.1 the base class of actions. A new action is a subclass in one file; all_actions.py collects them."""

from typing import ClassVar

import numpy as np

from ...core.kinds import Kind
from ...core.questions import Rule


class Action(Kind):
    """An action, with a pinned number: records, networks and stored events depend on it.

    problem     -> refusal (s, box, p, near): K5.3 why the player cannot perform it; `near`: where their canoes get in one step
    begin       -> (s, box, p, action): what happens after it is paid
    prefer      -> weight: how likely a sensible player is to choose it, a number or a rule (s, box, p)

    Only for actions with canoes:

    can         -> bool (s, box, p, canoe): K6.1 whether a canoe can perform it
    stops       -> hexes (s, box, p, canoe): K6.4 where a canoe can go to perform it
    problem_at  -> refusal (s, box, p, hex): why the canoe that performs cannot go there
    perform_at  -> (s, box, p, hex): the canoe goes there and performs, or a question follows
    """

    rules = ("problem", "begin", "can", "stops", "problem_at", "perform_at", "prefer")
    problem: ClassVar[Rule]
    begin: ClassVar[Rule]
    can: ClassVar[Rule | None] = None
    stops: ClassVar[Rule | None] = None
    problem_at: ClassVar[Rule | None] = None
    perform_at: ClassVar[Rule | None] = None
    prefer: ClassVar[Rule | int]

    word: ClassVar[str]  # in moves and positions
    space_name: ClassVar[str]  # of its space on the board
    activity: ClassVar[str]  # for lists: "building"
    button: ClassVar[str]
    story: ClassVar[str]
    which_canoe: ClassVar[str] = ""  # the prompt for choosing a canoe; uses {range}
    where_to: ClassVar[str] = ""  # the prompt for its destination; uses {hex}

    def offer(self, seen: np.record, box: np.record, hex: int, way: str) -> str:
        """The button text for going to a hex; `way` says how far, and actions add what the canoe can do there."""
        return way
