"""N1.1, N9.12 the slots of a harbour: building spaces, and slots for buildings that need none; N7.19 removing a building."""

import numpy as np

from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..cards.effects import LINES
from ..derived import add_waiting, lowest, move_card, recount_buildings, update_alert
from ..layout import BUILDING_TO_REMOVE, BUILT, CARDS, NO_CARD, OUT, SLOTS, SPACES
from ..pending import PlainQuestion, cards_in_box
from ..refusal import Refusal
from ..resources import resources_of
from ..words.effects import card_name
from ..words.notation import number_of
from .goods import wood_limit


@rule
def extra_slot(s, p):
    """N9.12: a free slot for a building that needs no building space, or -1."""
    free = (1 << SLOTS) - (1 << SPACES) & ~int(s.players[p].built)
    return lowest(free) if free else -1


@rule
def sort_extra_slots(me):
    """Sorts the buildings that need no building space, without gaps, so that equal positions have equal bytes."""
    if int(me.built) >> SPACES == 0:
        return
    for last in range(SLOTS - 1, SPACES, -1):
        for slot in range(SPACES, last):
            card, following = int(me.harbour[slot]), int(me.harbour[slot + 1])
            if following != NO_CARD and (card == NO_CARD or following < card):
                swap_slots(me, slot)


@rule
def swap_slots(me, slot):
    """Two neighbouring buildings change places, with the state of their lines."""
    me.harbour[slot], me.harbour[slot + 1] = int(me.harbour[slot + 1]), int(me.harbour[slot])
    me.once[slot], me.once[slot + 1] = int(me.once[slot + 1]), int(me.once[slot])
    for i in range(slot * LINES, slot * LINES + LINES):
        me.triggered[i], me.triggered[i + LINES] = int(me.triggered[i + LINES]), int(me.triggered[i])


@rule
def slot_of(s, p, card):
    """The slot of a building of the player."""
    for slot in range(SLOTS):
        if s.players[p].harbour[slot] == card:
            return slot
    return 0


@rule
def remove_building(s, box, p, card):
    """N7.19 Investor: removes a building from the game; its effects end."""
    me = s.players[p]
    slot = slot_of(s, p, card)
    me.harbour[slot] = NO_CARD
    me.once[slot] = 0
    for n in range(LINES):
        add_waiting(s, p, slot * LINES + n, 0)
    sort_extra_slots(me)
    move_card(s, card, OUT)
    recount_buildings(me, box)
    update_alert(s, p)
    me.wood = min(int(me.wood), wood_limit(s, box, p, resources_of(s, p)))


NOT_YOURS_TO_REMOVE = Refusal("N7.19", mark("This isn't one of your buildings."))


@rule
def problem_with_removing(s, p, card):
    """N7.19: one of the player's buildings."""
    return FINE if s.where[card] == BUILT + p else NOT_YOURS_TO_REMOVE


class WhichToRemove(PlainQuestion):
    """N7.19 Investor."""

    decision = BUILDING_TO_REMOVE
    rule_number = "N7.19"
    about = mark(
        "You get 1 gold and a free space, and lose the building with its points and effects. Choose one that scores little "
        "and that you no longer need."
    )
    name = "remove building"
    words = mark("Choose a building to remove.")


class RemoveBuilding(Answer):
    decision = BUILDING_TO_REMOVE
    card = range(CARDS)
    limit = cards_in_box
    problem = problem_with_removing
    apply = remove_building

    def notation(self, box: np.record, card: int) -> str:
        return f"remove {number_of(box, card)}"

    def choice(self, seen: np.record, box: np.record, card: int) -> str:
        return _("Remove {card}", card=card_name(box, card))

    def story(self, before: np.record, after: np.record, box: np.record, card: int) -> str:
        return _("removed {card}", card=card_name(box, card))
