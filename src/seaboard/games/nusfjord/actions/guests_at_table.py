"""N13.3 guests at the banquet table: each pays a whole plate."""

import numpy as np

from ....core.questions import Answer, Question
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import many, mark
from ..cards.discounts import is_served_before
from ..elders.judging import problem_after_plate
from ..layout import GUESTS_AT_TABLE, LET_ELDER_ACT, PLATES
from ..pending import asked_player, field_below, fields, is_on_top
from ..resources import resources_of
from ..words.names import goods
from .serve import fill_plates, fish_for_plates, problem_with_guests, problem_with_plates


@rule
def problem_with_guests_serving(s, box, p, plates, guests, source, resources):
    """N13.3; N9.12: if the plate is served before an elder, that elder must remain usable."""
    if is_served_before(box, source):
        return problem_after_plate(s, box, p, elder_about_to_act(s), source, guests, resources)
    return problem_with_guests(s, box, p, plates, guests, source, resources)


@rule
def elder_about_to_act(s):
    """N9.12: the elder before which a plate is served; its work is the frame below the question."""
    return field_below(s)


class HowManyGuests(Question):
    """N13.3: how many plates are paid with guests?"""

    decision = GUESTS_AT_TABLE
    rule_number = "N13.3"
    about = mark(
        "Each guest you return pays for a whole plate, however many fish it costs, and you still get the gold. Best for "
        "expensive plates; a guest you keep scores half a point."
    )
    name = "guests at table"
    frame = ("plates", "source")
    found = resources_of
    found_as = "resources"

    def prompt(self, seen: np.record, box: np.record) -> str:
        return many(fields(seen)[0], "Pay the plate with a guest?", "Pay how many of {n} plates with guests?")

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        """N9.12: a plate that is served before an elder acts is on top of that elder's work."""
        plates, source = frame
        place_fits = not is_served_before(box, source) or (place > 0 and s.frames[place - 1].kind == LET_ELDER_ACT)
        return place_fits and is_on_top(s, place) and problem_with_plates(s, box, p, plates, source, resources_of(s, p)) == FINE


class WithGuests(Answer):
    decision = GUESTS_AT_TABLE
    guests = range(PLATES + 1)
    problem = problem_with_guests_serving
    apply = fill_plates

    def notation(self, box: np.record, guests: int) -> str:
        return f"guests {guests}"

    def choice(self, seen: np.record, box: np.record, guests: int) -> str:
        """N13.3: guests take the most expensive plates."""
        (plates, source), p = fields(seen), asked_player(seen)
        others = min(max(0, plates - guests), PLATES - int(seen.plates))
        fish = goods(0, int(fish_for_plates(seen, box, p, others, source, resources_of(seen, p))), 0)
        return many(guests, "{n} plate with a guest (costs {fish})", "{n} plates with guests (costs {fish})", fish=fish)

    def story(self, before: np.record, after: np.record, box: np.record, guests: int) -> str:
        return many(guests, "paid for {n} plate with a guest", "paid for {n} plates with guests")
