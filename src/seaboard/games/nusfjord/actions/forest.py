"""N5.7 to N5.9 the forest: clear, thin out, reforest; N9.10 strips removed otherwise."""

from ....core.rule import rule
from ..cards.counting import free_spaces, strips_of
from ..cards.effects import CLEAR, DID, REFOREST, STRIP_LAID, STRIP_REMOVED, THIN
from ..cards.events import happens
from ..layout import FIELD_TO_PLANT, FIELDS, STRIP_TO_REMOVE
from ..pending import push
from ..reasons import FINE, NO_FREE_FIELD, NO_STRIP_THERE, NO_WOOD_WOULD_COME, TOO_FEW_STRIPS
from .goods import gain_wood, wood_limit


@rule
def problem_with_removing_strips(s, p, n):
    if strips_of(s, p) < n:
        return TOO_FEW_STRIPS  # N5.7
    return FINE


@rule
def problem_with_strip_at(s, p, field):
    if s.players[p].strips[field] == 0:
        return NO_STRIP_THERE  # N5.7
    return FINE


@rule
def remove_strip(s, box, p, field):
    """N9.10: the owner chooses which."""
    s.players[p].strips[field] -= 1
    happens(s, box, p, STRIP_REMOVED, 1)


@rule
def ask_for_strips(s, p, n, optional):
    """One question for each strip that is removed."""
    for _ in range(n):
        push(s, STRIP_TO_REMOVE, p, optional, 0)


@rule
def clear(s, box, p):
    """N5.7: one strip; 5 wood."""
    ask_for_strips(s, p, 1, 0)
    gain_wood(s, box, p, int(box.clear_gain))
    happens(s, box, p, DID + CLEAR, 1)


@rule
def problem_with_thinning(s, box, p):
    if strips_of(s, p) == 0:
        return TOO_FEW_STRIPS  # N5.8
    if s.players[p].wood >= wood_limit(s, box, p):
        return NO_WOOD_WOULD_COME  # N5.8
    return FINE


@rule
def thin_out(s, box, p):
    """N5.8: 1 wood per strip."""
    before = int(s.players[p].wood)
    gain_wood(s, box, p, strips_of(s, p))
    happens(s, box, p, DID + THIN, int(s.players[p].wood) - before)


@rule
def problem_with_field(s, box, p, field, on_wood, free):
    """N1.2: a free double field (`free`: bits), or one under a strip; never one forested and one free space."""
    if on_wood and s.players[p].strips[field] > 0:
        return FINE
    both = 3 << int(box.field_left[field])
    if free & both != both:
        return NO_FREE_FIELD  # N5.9
    return FINE


@rule
def problem_with_planting(s, box, p, on_wood):
    free = free_spaces(s, box, p)
    for field in range(FIELDS):
        if problem_with_field(s, box, p, field, on_wood, free) == FINE:
            return FINE
    return NO_FREE_FIELD


@rule
def plant(s, box, p, field, n):
    """N5.9, N7.16: so many strips, stacked."""
    s.players[p].strips[field] += n
    happens(s, box, p, STRIP_LAID, n)


@rule
def reforest(s, box, p):
    """N5.9: two strips on one free double field."""
    push(s, FIELD_TO_PLANT, p, 0, int(box.reforest_strips))
    happens(s, box, p, DID + REFOREST, 1)
