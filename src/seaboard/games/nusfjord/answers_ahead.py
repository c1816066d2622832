"""Standing answers: what players can decide ahead for questions in the turns of others."""

import numpy as np

from ...core.game import StandingAnswer
from ...language import mark
from .cards.effect_timing import AfterAction, AtAnyTime
from .turn import QUESTIONS, Decline


def decline_effects(seen: np.record, box: np.record) -> int:
    """N9.2, N9.3: declines effects of the player's own buildings; -1 for any other question."""
    return Decline.action() if isinstance(QUESTIONS.asked(seen), AfterAction | AtAnyTime) else -1


ANSWERS = (
    StandingAnswer("decline effects", mark("Always decline effects of my buildings in the turns of others"), decline_effects),
)
