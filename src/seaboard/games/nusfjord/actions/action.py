"""N5 the base class of the actions. A new action is a subclass in the module of its chapter; board_actions.py collects them."""

from typing import Any, ClassVar

import numpy as np

from ....core.kinds import Kind
from ....core.questions import Rule


class Action(Kind):
    """One of the eleven actions.

    problem  -> refusal (s, box, p, source, resources): N4.3 why it would change nothing for the player;
                left out: it always does. See resources.py for `resources`
    do       -> (s, box, p, source): carries it out, or asks what it needs to know first
    prefer   -> weight: how often sensible players choose it, a number or a rule (s, p)

    `source`: who gives the action: 0 a worker or imitation, else an elder or a line of a card (cards/discounts.py)

    A new action is one file: number and word join the cards' vocabulary (cards/effects.py reads them from the source).
    """

    rules = ("problem", "do", "prefer")
    problem: ClassVar[Rule | None] = None
    do: ClassVar[Rule]
    prefer: ClassVar[Rule | int]

    word: ClassVar[str]  # in moves, positions and effects of cards
    phrase: ClassVar[str]  # in texts: build a ship
    event: ClassVar[str]  # after "whenever": you build a ship
    counted: ClassVar[str] = ""  # what `each` counts of the event: one and several
    done: ClassVar[str] = ""  # for the log: took gold; omitted if the log names what was taken or built
    space: ClassVar[dict[str, Any] | None] = None  # its space, as in table.toml; left out: table.toml has it
    by_number: ClassVar[dict[int, "type[Action]"]] = {}  # all actions; complete when the rules are loaded

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        Action.by_number[int(cls.number)] = cls

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        """Its current gain, if it needs no further choice."""
        return ""
