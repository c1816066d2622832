"""N5.7 to N5.9 the forest: clear, thin out, reforest; N9.10 removing strips by elders and cards."""

import numpy as np

from ....core.questions import Answer, Question
from ....core.refusals import FINE, MUST_ANSWER
from ....core.rule import rule
from ....language import _, many, mark
from ..cards.counts import free_spaces, has_strips, strips_of
from ..cards.effects import CLEAR, DID, REFOREST, STRIP, STRIP_LAID, STRIP_REMOVED, THIN, WOOD
from ..cards.events import trigger
from ..derived import update_wooded
from ..layout import FIELD_LEFT, FIELD_TO_PLANT, FIELDS, STRIP_TO_REMOVE
from ..pending import fields, push
from ..refusal import Refusal
from ..resources import resources_of
from ..words.effects import GOOD
from ..words.names import amount
from ..words.notation import field_name
from .action import Action
from .goods import gain_wood, wood_limit

LEFT_SPACES = sum(1 << space for space in FIELD_LEFT)  # of double fields
# bits of `where` strips are placed: ON_WOOD also on fields with strips; OPTIONAL: the player may decline; NEEDED: the player
# must place them, because the elder changes nothing else (N6.4)
ON_WOOD, OPTIONAL, NEEDED = 1, 2, 4


NO_STRIP_TO_CLEAR = Refusal("N5.7", mark("You have no forest strip to clear."))


@rule
def problem_with_clearing(s, p):
    """N5.7: needs a strip; with 12 wood it is allowed."""
    return FINE if has_strips(s, p) else NO_STRIP_TO_CLEAR


NO_STRIP_THERE = Refusal("N9.10", mark("There's no forest strip there."))


@rule
def problem_with_strip_at(s, p, field):
    """N9.10: a double field with a strip."""
    return NO_STRIP_THERE if s.players[p].strips[field] == 0 else FINE


@rule
def remove_strip(s, box, p, field):
    """N5.7, N9.10: removes one strip, which its owner chose."""
    s.players[p].strips[field] -= 1
    update_wooded(s.players[p], box, field)
    trigger(s, box, p, STRIP_REMOVED, 1)


@rule
def ask_for_strips(s, p, n):
    """Asks which strip to remove, once for each strip that must be removed."""
    for _i in range(n):
        push(s, STRIP_TO_REMOVE, p, 0, 0)


@rule
def offer_to_remove_strips(s, p, n):
    """The same for strips that may be removed."""
    for _i in range(n):
        push(s, STRIP_TO_REMOVE, p, 1, 0)


@rule
def problem_with_keeping_strip(optional):
    """N5.7, N7.1: only strips that "may" be removed can stay."""
    return FINE if optional else MUST_ANSWER


class WhichStrip(Question):
    """N5.7, N9.10."""

    decision = STRIP_TO_REMOVE
    rule_number = "N9.10"
    about = mark(
        "Where no strip is left, two spaces become free for buildings. Each space that stays empty costs a point at the end,"
        " so clear where you want to build soon."
    )
    name = "remove strip"
    frame = ("optional",)
    possible = has_strips
    decline = problem_with_keeping_strip

    def prompt(self, seen: np.record, box: np.record) -> str:
        """N7.1: each strip that may be removed is a separate question; the prompt counts this and the following ones."""
        if fields(seen)[0]:
            return _("Remove a forest strip (up to {n}), or decline.", n=strips_offered(seen))
        return _("Remove a forest strip.")

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        return frame[0] <= 1


def strips_offered(seen: np.record) -> int:
    """How many such questions are on top of the stack."""
    n = 0
    while n < seen.depth and seen.frames[seen.depth - 1 - n].kind == STRIP_TO_REMOVE:
        n += 1
    return n


class RemoveStrip(Answer):
    decision = STRIP_TO_REMOVE
    field = range(FIELDS)
    problem = problem_with_strip_at
    apply = remove_strip
    prefer = 4

    def notation(self, box: np.record, field: int) -> str:
        return f"strip {field_name(box, field)}"

    def choice(self, seen: np.record, box: np.record, field: int) -> str:
        return _("Remove a strip at {space}", space=field_name(box, field))

    def story(self, before: np.record, after: np.record, box: np.record, field: int) -> str:
        return _("removed a strip at {space}", space=field_name(box, field))


@rule
def clear(s, box, p):
    """N5.7: removes one strip for 5 wood."""
    ask_for_strips(s, p, 1)
    gain_wood(s, box, p, int(box.clear_gain))
    trigger(s, box, p, DID + CLEAR, 1)


class ClearAction(Action):
    """N5.7 Clear."""

    number = CLEAR
    word = "clear"
    phrase, event = mark("clear"), mark("you clear")
    problem = problem_with_clearing
    do = clear
    prefer = 10
    done = mark("cleared forest")

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        wood = wood_that_stays(seen, box, p, int(box.clear_gain))
        return f"−{amount(1, GOOD[STRIP])}, +{amount(wood, GOOD[WOOD])}"


def wood_that_stays(seen: np.record, box: np.record, p: int, wood: int) -> int:
    """N1.7: how much of this wood fits into the supply."""
    return max(0, min(wood, int(wood_limit(seen, box, p, resources_of(seen, p))) - int(seen.players[p].wood)))


def own_wood(seen: np.record, p: int) -> int:
    return int(seen.players[p].wood)


NO_FOREST_TO_THIN = Refusal("N5.8", mark("You have no forest to thin out."))
NO_WOOD_WOULD_COME = Refusal("N5.8", mark("You already have {wood} wood and can't keep any more."), wood=own_wood)


@rule
def problem_with_thinning(s, box, p, resources):
    """N5.8: must gain at least one wood."""
    if not has_strips(s, p):
        return NO_FOREST_TO_THIN
    if resources[WOOD] >= wood_limit(s, box, p, resources):
        return NO_WOOD_WOULD_COME
    return FINE


@rule
def thin_out(s, box, p):
    """N5.8: gains 1 wood per strip."""
    before = int(s.players[p].wood)
    gain_wood(s, box, p, strips_of(s, p))
    trigger(s, box, p, DID + THIN, int(s.players[p].wood) - before)


class ThinAction(Action):
    """N5.8 Thin out."""

    number = THIN
    word = "thin"
    phrase, event = mark("thin out"), mark("you thin out")
    counted = mark("wood")
    problem = problem_with_thinning
    do = thin_out
    prefer = 5
    done = mark("thinned out forest")

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        return f"+{amount(wood_that_stays(seen, box, p, int(strips_of(seen, p))), GOOD[WOOD])}"


NOT_A_FREE_FIELD = Refusal("N5.9", mark("This isn't a free double field."))
NO_FREE_FIELD = Refusal("N5.9", mark("You have no free double field."))


@rule
def problem_with_field(s, box, p, field, where, free):
    """N1.2: a free double field (`free`: bits of the free spaces), or with ON_WOOD one that has strips."""
    if where & ON_WOOD and s.players[p].strips[field] > 0:
        return FINE
    both = 3 << int(box.field_left[field])
    if free & both != both:
        return NOT_A_FREE_FIELD
    return FINE


@rule
def problem_with_planting(s, p, where):
    """N5.9, N7.16: needs a double field for strips."""
    if where & ON_WOOD and has_strips(s, p):
        return FINE
    free = free_spaces(s, p)
    return FINE if free & free >> 1 & LEFT_SPACES else NO_FREE_FIELD


@rule
def plant(s, box, p, field, strips):
    """N5.9, N7.16: places strips, stacked, on a double field."""
    s.players[p].strips[field] += strips
    update_wooded(s.players[p], box, field)
    trigger(s, box, p, STRIP_LAID, strips)


@rule
def reforest(s, box, p):
    """N5.9: places two strips on one free double field."""
    ask_where_to_plant(s, p, 0, int(box.reforest_strips))
    trigger(s, box, p, DID + REFOREST, 1)


@rule
def ask_where_to_plant(s, p, where, strips):
    """Asks for the double field of new strips; `where`: bits, see ON_WOOD."""
    push(s, FIELD_TO_PLANT, p, where, strips)


@rule
def can_plant(s, p, where):
    """N5.9, N7.16: whether there is a double field for strips."""
    return problem_with_planting(s, p, where) == FINE


@rule
def can_plant_on_wood(s, p):
    """N7.16, N9.9: whether there is a double field for a strip, free or wooded."""
    return problem_with_planting(s, p, ON_WOOD) == FINE


@rule
def problem_with_reforesting(s, p):
    """N5.9: needs a free double field."""
    return problem_with_planting(s, p, 0)


class ReforestAction(Action):
    """N5.9 Reforest."""

    number = REFOREST
    word = "reforest"
    phrase, event = mark("reforest"), mark("you reforest")
    problem = problem_with_reforesting
    do = reforest
    prefer = 1
    done = mark("reforested")

    def gain(self, seen: np.record, box: np.record, p: int, source: int) -> str:
        return f"+{amount(int(box.reforest_strips), GOOD[STRIP])}"


NOTHING_ELSE_CHANGES = Refusal("N6.4", mark("Without this, the elder changes nothing on your side."), allowed_before=True)


@rule
def must_plant(where):
    """N6.4: the strips must be placed, because the elder changes nothing else.

    The question is asked even with a single answer, because records of earlier releases contain it."""
    return where & NEEDED != 0


@rule
def problem_with_planting_nothing(where):
    """N5.9, N6.4: only optional strips can be declined."""
    if must_plant(where):
        return NOTHING_ELSE_CHANGES
    return FINE if where & OPTIONAL else MUST_ANSWER


class WhereToPlant(Question):
    """N5.9, N7.16."""

    decision = FIELD_TO_PLANT
    rule_number = "N5.9"
    about = mark(
        "Forest gives you wood when you thin it out or clear it, and a wooded space costs no point at the end. But you can't"
        " build there until it is gone."
    )
    name = "plant"
    frame = ("where", "strips")
    possible = can_plant
    found = free_spaces
    found_as = "free"
    always = must_plant
    decline = problem_with_planting_nothing

    def prompt(self, seen: np.record, box: np.record) -> str:
        where, strips = fields(seen)
        if where & OPTIONAL:
            return _("Place a forest strip, or decline.")
        return many(strips, "Place the forest strip.", "Place the {n} forest strips.")

    def fits(self, s: np.record, box: np.record, place: int, p: int, *frame: int) -> bool:
        where, strips = frame
        return where <= ON_WOOD | NEEDED and where != OPTIONAL | NEEDED and 1 <= strips <= max(1, int(box.reforest_strips))


class PlantAt(Answer):
    decision = FIELD_TO_PLANT
    field = range(FIELDS)
    problem = problem_with_field
    apply = plant
    prefer = 4

    def notation(self, box: np.record, field: int) -> str:
        return f"plant {field_name(box, field)}"

    def choice(self, seen: np.record, box: np.record, field: int) -> str:
        space, strips = field_name(box, field), fields(seen)[1]
        return many(
            strips,
            "Place a strip on {space} and to the right",
            "Place {n} strips on {space} and to the right",
            space=space,
        )

    def story(self, before: np.record, after: np.record, box: np.record, field: int) -> str:
        space, strips = field_name(box, field), fields(before)[1]
        return many(
            strips,
            "placed a strip on {space} and to the right",
            "placed {n} strips on {space} and to the right",
            space=space,
        )
