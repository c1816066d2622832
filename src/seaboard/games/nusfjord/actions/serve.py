"""N5.3 serve fish; N13.3 guests help (who asks about them: guests_at_table)."""

import numpy as np

from ....core.questions import Answer
from ....core.rule import rule
from ....language import many, mark
from ..cards.discounts import FROM_CARD, discount
from ..cards.effects import DID, FISH, FISH_SPENT, FOR_PLATES, GUEST_GIVEN, SERVE
from ..cards.events import happens
from ..layout import GUESTS_AT_TABLE, PLATES, PLATES_TO_FILL
from ..means import GUESTS_LEFT, PLATES_FILLED, means_of
from ..pending import PlainQuestion, asked_player, fields, push
from ..reasons import FINE, NO_GUEST_LEFT, TABLE_IS_FULL, TOO_FEW_FISH, TOO_MANY_GUESTS, TOO_MANY_PLATES
from ..texts.names import goods
from .goods import gain_gold, gain_wood


@rule
def fish_for_plates(s, box, p, n, source, means):
    """N5.3: what the next `n` empty plates cost, from the smallest on; a discount leaves at least 1 fish each."""
    less = discount(s, box, p, FOR_PLATES, FOR_PLATES, source, means)[FISH]
    fish = 0
    for plate in range(means[PLATES_FILLED], means[PLATES_FILLED] + n):
        fish += max(1, int(box.plates[plate]) - less)
    return fish


@rule
def most_plates(box, source):
    """How many plates may be filled: a card may say."""
    if source >= FROM_CARD and box.lines[source - FROM_CARD].most > 0:
        return int(box.lines[source - FROM_CARD].most)
    return PLATES


@rule
def problem_with_plates(s, box, p, plates, source, means):
    if plates < 1 or means[PLATES_FILLED] + plates > PLATES:
        return TABLE_IS_FULL  # N5.3
    if plates > most_plates(box, source):
        return TOO_MANY_PLATES
    if means[FISH] < fish_for_plates(s, box, p, max(0, plates - means[GUESTS_LEFT]), source, means):
        return TOO_FEW_FISH  # N5.3, N13.3
    return FINE


@rule
def problem_with_guests(s, box, p, plates, guests, source, means):
    """N13.3: at most one for each plate; the other plates are paid with fish."""
    if guests > means[GUESTS_LEFT]:
        return NO_GUEST_LEFT
    if guests > plates:
        return TOO_MANY_GUESTS
    if means[FISH] < fish_for_plates(s, box, p, plates - guests, source, means):
        return TOO_FEW_FISH  # N5.3
    return FINE


@rule
def fill_plates(s, box, p, plates, guests, source):
    """N5.3: 1 gold for each plate; N7.5 the Sailor adds wood. N13.3: guests pay the dearest plates."""
    means = means_of(s, p)
    spent = fish_for_plates(s, box, p, plates, source, means)
    s.players[p].fish -= fish_for_plates(s, box, p, plates - guests, source, means)
    s.players[p].guests -= guests
    s.plates += plates
    gain_gold(s, box, p, plates)
    if 0 < source < FROM_CARD:
        gain_wood(s, box, p, plates * int(box.elders[source].plate_wood))
    happens(s, box, p, FISH_SPENT, spent)  # N13.3: a guest counts as the fish it saved
    happens(s, box, p, GUEST_GIVEN, guests)
    happens(s, box, p, DID + SERVE, plates)


@rule
def serve_plates(s, box, p, plates, source):
    """N13.3: who has guests says how many of them serve."""
    if s.players[p].guests > 0:
        push(s, GUESTS_AT_TABLE, p, plates, source)
    else:
        fill_plates(s, box, p, plates, 0, source)


@rule
def prefer_plates(plates):
    return plates


class HowManyPlates(PlainQuestion):
    decision = PLATES_TO_FILL
    rule_number = "N5.3"
    about = mark(
        "Each plate costs as many fish as its number and brings 1 gold, which is 1 point. The smallest comes first, so "
        "each further one is dearer. A fish stays on each plate: elders need one to act."
    )
    name = "plates"
    words = mark("How many plates do you fill?")
    frame = ("unused", "source")
    found = means_of
    found_as = "means"


class FillPlates(Answer):
    decision = PLATES_TO_FILL
    plates = range(PLATES + 1)
    problem = problem_with_plates
    apply = serve_plates
    prefer = prefer_plates

    def notation(self, box: np.record, plates: int) -> str:
        return f"plates {plates}"

    def choice(self, seen: np.record, box: np.record, plates: int) -> str:
        n, p = min(plates, PLATES - int(seen.plates)), asked_player(seen)
        fish = goods(0, int(fish_for_plates(seen, box, p, n, fields(seen)[1], means_of(seen, p))), 0)
        gold = goods(0, 0, n)
        return many(n, "Fill {n} plate: {fish}, brings {gold}", "Fill {n} plates: {fish}, brings {gold}", fish=fish, gold=gold)

    def story(self, before: np.record, after: np.record, box: np.record, plates: int) -> str:
        return many(plates, "fills {n} plate", "fills {n} plates")
