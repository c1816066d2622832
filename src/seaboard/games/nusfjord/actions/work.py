"""N4 work: placing workers on the action board and on elders; N5.12 imitation."""

from ....core.rule import rule
from ..cards.counting import standing
from ..cards.effects import ACTION_KINDS, IMITATE, USE_BLOCKED
from ..cards.events import happens
from ..elders.functions import problem_with_using, use_elder
from ..layout import COUNCIL, IMITATE_WHICH, IMITATION, SEATS
from ..pending import push
from ..reasons import (
    ELDER_IS_BUSY,
    FINE,
    NO_SUCH_SPACE,
    NOT_BLOCKED,
    NOT_YOUR_ELDER,
    NOTHING_TO_IMITATE,
    OTHER_COLUMN,
    SPACE_IS_BLOCKED,
)
from .board_actions import do_action, problem_with_doing


@rule
def workers_there(s, space):
    n = 0
    for colour in range(SEATS):
        n += int(s.workers_on[space, colour])
    return n


@rule
def problem_with_space_on_board(s, box, p, space):
    """N4.2, N4.3."""
    if box.capacity[space] == 0:
        return NO_SUCH_SPACE  # N5.12
    if workers_there(s, space) >= box.capacity[space] and not may_use_blocked(s, box, p, space):
        return SPACE_IS_BLOCKED  # N4.2
    if space < ACTION_KINDS:
        return problem_with_doing(s, box, p, space, 0)
    for action in range(ACTION_KINDS):
        if problem_with_imitating(s, box, p, action, space) == FINE:
            return FINE
    return NOTHING_TO_IMITATE  # N5.12


@rule
def may_use_blocked(s, box, p, space):
    """N9.7: a standing effect lets own workers onto a full space."""
    return space < IMITATION and standing(s, box, p, USE_BLOCKED, space) > 0


@rule
def problem_with_imitating(s, box, p, action, space):
    """N5.12: a blocked space (of the column, where there are three)."""
    if box.imitations > 1 and box.column[action] != space - IMITATION:
        return OTHER_COLUMN
    if workers_there(s, action) < box.blocks[action]:
        return NOT_BLOCKED
    return problem_with_doing(s, box, p, action, 0)


@rule
def problem_with_own_elder(s, box, p, elder):
    """N4.2: an elder takes one worker."""
    if s.elder_at[elder] != COUNCIL + p:
        return NOT_YOUR_ELDER  # N4.1
    if s.elder_worker[elder] != 0:
        return ELDER_IS_BUSY  # N4.2
    return problem_with_using(s, box, p, elder)


@rule
def colour_of(s, box, p):
    """N11.2, N11.5: alone, the colours take turns round by round."""
    if box.colours > 1:
        return (int(s.round_number) - 1) % int(box.colours)
    return p


@rule
def place_on_board(s, box, p, space):
    """N4.1: a worker is placed, the action is carried out at once."""
    s.players[p].workers -= 1
    s.workers_on[space, colour_of(s, box, p)] += 1
    if space < IMITATION:
        do_action(s, box, p, space, 0)
    else:
        happens(s, box, p, IMITATE, 1)
        push(s, IMITATE_WHICH, p, space, 0)


@rule
def place_on_elder(s, box, p, elder):
    s.players[p].workers -= 1
    s.elder_worker[elder] = colour_of(s, box, p) + 1
    use_elder(s, box, p, elder)
