"""Questions that come in the turns of others, and answers to them that can be given ahead."""

import numpy as np

from ...core.game import StandingAnswer
from ...language import mark
from .cards.effect_timing import AfterAction, AtAnyTime
from .turn import QUESTIONS, Decline


def decline_effects(seen: np.record, box: np.record) -> int:
    """N9.2, N9.3: effects of the player's own buildings."""
    return Decline.action() if isinstance(QUESTIONS.asked(seen), AfterAction | AtAnyTime) else -1


ANSWERS = (
    StandingAnswer("decline effects", mark("Always decline effects of my buildings in the turns of others"), decline_effects),
)
