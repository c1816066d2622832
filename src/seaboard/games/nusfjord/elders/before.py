"""N9.12 Purveyor: a plate may be served before an elder acts, so that there is a fish for it."""

import numpy as np

from ....core.refusals import FINE
from ....core.rule import rule
from ....language import mark
from ..actions.serve import problem_with_plates, serve_plates
from ..cards.discounts import FROM_CARD
from ..cards.effect_timing import UseWaiting
from ..cards.effects import BEFORE, LINES
from ..cards.use_effect import UseEffect
from ..layout import BEFORE_ELDER, BUILT, LET_ELDER_ACT, NO_CARD, SLOTS
from ..pending import PlainQuestion, is_on_top
from ..refusal import Refusal
from ..resources import resources_of
from .judging import problem_after_some_plate, problem_with_using, problem_with_using_now

NOT_YOURS_BEFORE_ELDER = Refusal("N9.12", mark("This isn't one of your buildings."))
NOT_BEFORE_ELDER = Refusal("N9.12", mark("This effect doesn't act before an elder."))
ELDER_NEEDS_PLATE = Refusal("N9.12", mark("The elder needs a fish on the banquet table first."))


@rule
def problem_with_effect_before(s, box, p, elder, number, resources):
    """N9.12: a Before line of the player's buildings, after which the elder can be used."""
    if s.where[number // LINES] != BUILT + p:
        return NOT_YOURS_BEFORE_ELDER
    if box.lines[number].trigger != BEFORE:
        return NOT_BEFORE_ELDER
    refusal = problem_with_plates(s, box, p, 1, FROM_CARD + number, resources)
    return problem_after_some_plate(s, box, p, elder, number, resources) if refusal == FINE else refusal


@rule
def can_use_before_elder(s, box, p, elder):
    """Whether some building of the player can serve a plate before the elder acts."""
    for slot in range(SLOTS):
        card = int(s.players[p].harbour[slot])
        if card != NO_CARD:
            for number in range(card * LINES, card * LINES + LINES):
                if problem_with_effect_before(s, box, p, elder, number, resources_of(s, p)) == FINE:
                    return True
    return False


@rule
def problem_with_serving_no_plate(s, box, p, elder, resources):
    """Declining is refused if the elder cannot be used without the plate."""
    return FINE if problem_with_using_now(s, box, p, elder, resources) == FINE else ELDER_NEEDS_PLATE


class BeforeElder(PlainQuestion):
    """N9.12 Purveyor."""

    decision = BEFORE_ELDER
    rule_number = "N9.12"
    about = mark(
        "One of your buildings lets you fill a plate before you use the elder: you pay the fish and get the gold, and the "
        "elder has a fish to use."
    )
    name = "before elder"
    words = mark("Use an effect first?")
    frame = ("elder",)
    possible = can_use_before_elder
    found = resources_of
    found_as = "resources"
    decline = problem_with_serving_no_plate

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        """The question is on top of the work of the same elder."""
        on_elder = place > 0 and s.frames[place - 1].kind == LET_ELDER_ACT
        return on_elder and is_on_top(s, place) and problem_with_using(s, box, p, frame[0], resources_of(s, p)) == FINE


@rule
def serve_before(s, box, p, number):
    """N9.12: serves the plate of a Before line."""
    serve_plates(s, box, p, 1, FROM_CARD + number)


class UseBefore(UseEffect):
    decision = BEFORE_ELDER
    shares_numbers_with = UseWaiting
    problem = problem_with_effect_before
    apply = serve_before
