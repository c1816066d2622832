"""N5 what each of the eleven actions says of itself; the list of them is in board_actions.py."""

from typing import ClassVar

import numpy as np

from ....core.kinds import Kind
from ....core.questions import Rule


class Action(Kind):
    """One of the eleven, whoever gives it: a worker, imitation, an elder or a card (`source`).

    problem  -> refusal (s, box, p, source, resources): N4.3 why it would change nothing on the player's side;
                left out: it always does. See resources.py for `resources`
    do       -> (s, box, p, source): carries it out, or asks what it needs to know first
    prefer   -> weight: how much sensible players like it, a number or a rule (s, p)

    Its word stands in cards/effects.py, its name in words/english.py.
    """

    rules = ("problem", "do", "prefer")
    problem: ClassVar[Rule | None] = None
    do: ClassVar[Rule]
    prefer: ClassVar[Rule | int]

    done: ClassVar[str] = ""  # for the log; left out where what it brings tells more

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        """What it brings as things stand, where that needs no further choice."""
        return ""
