"""M3.4 the order of decisions: what is asked, what may be answered, what happens then."""

from ...core.rule import rule
from .discover import (
    lay_tile,
    problem_with_laying_stored,
    problem_with_removing,
    problem_with_space,
    problem_with_storing,
    problem_with_taking,
    remove_tile,
    room_for_tile,
    store_tile,
    take,
    take_from_storage,
)
from .ending import pass_the_turn
from .explorer import begin_turn, most_steps, move_explorer, problem_with_steps, set_explorer
from .layout import (
    ACTION,
    ACTIONS,
    GO,
    LAY_STORED,
    NOTHING,
    OVER,
    PUT_ON,
    REMOVE,
    SAIL,
    SAIL_TO,
    SET_AT,
    SET_EXPLORER,
    SPACE,
    STAY,
    STEPS,
    STORE,
    TAKE,
)
from .reasons import FINE, GAME_IS_OVER, NO_SUCH_ACTION, NOT_ASKED
from .ship import may_sail, problem_with_sailing, sail


@rule
def mover(s):
    """Whose decision it is, -1 when the game is over."""
    return int(s.mover)


@rule
def answers(action):
    """Which decision an action answers."""
    if action < GO:
        return SET_EXPLORER
    if action < TAKE:
        return STEPS
    if action < PUT_ON:
        return ACTION
    if action < SAIL_TO:
        return SPACE
    return SAIL


@rule
def problem(s, box, action):
    """Why an action is not allowed now, FINE if it is."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if s.decision == OVER:
        return GAME_IS_OVER
    if answers(action) != s.decision:
        return NOT_ASKED
    if s.decision == STEPS:
        return problem_with_steps(s, box, action - GO + 1)
    if s.decision == ACTION:
        return problem_with_action(s, box, action)
    if s.decision == SPACE:
        return problem_with_storing(s) if action == STORE else problem_with_space(s, box, action - PUT_ON)
    if s.decision == SAIL and action != STAY:
        return problem_with_sailing(s, box, action - SAIL_TO)
    return FINE


@rule
def problem_with_action(s, box, action):
    """M3.4: exactly one of five."""
    if action < LAY_STORED:
        return problem_with_taking(s, box, action - TAKE)
    if action == LAY_STORED:
        return problem_with_laying_stored(s, box)
    if action == NOTHING:
        return FINE
    return problem_with_removing(s, box, action - REMOVE)


@rule
def legal(s, box, out):
    """Writes the actions that are allowed now, in rising order, and tells how many they are."""
    if s.decision == SET_EXPLORER:
        return write_range(SET_AT, 16, out)
    if s.decision == STEPS:
        return write_range(GO, most_steps(s, box, int(s.mover)), out)
    if s.decision == ACTION:
        return write_actions(s, box, out)
    if s.decision == SPACE:
        return write_spaces(s, box, out)
    if s.decision == SAIL:
        return write_ports(s, box, out)
    return 0


@rule
def write_range(first, n, out):
    for i in range(n):
        out[i] = first + i
    return n


@rule
def write_actions(s, box, out):
    """M3.4: take a tile, lay the stored one, do nothing, remove a tile."""
    n = 0
    for action in range(TAKE, REMOVE):
        if problem_with_action(s, box, action) == FINE:
            out[n] = action
            n += 1
    for space in range(int(box.spaces)):
        if problem_with_removing(s, box, space) == FINE:
            out[n] = REMOVE + space
            n += 1
    return n


@rule
def write_ports(s, box, out):
    """M6.3: where the own ship may sail, and that it may stay."""
    n = 0
    for space in range(int(box.spaces)):
        if problem_with_sailing(s, box, space) == FINE:
            out[n] = SAIL_TO + space
            n += 1
    out[n] = STAY
    return n + 1


@rule
def write_spaces(s, box, out):
    """M3.4: where the tile in hand may go."""
    room = room_for_tile(s, box, int(s.players[s.mover].shells))
    n = 0
    for space in range(int(box.spaces)):
        if room >> space & 1:
            out[n] = PUT_ON + space
            n += 1
    if problem_with_storing(s) == FINE:
        out[n] = STORE
        n += 1
    return n


@rule
def apply(s, box, action):
    """Carries out an allowed action."""
    if action < GO:
        set_explorer(s, box, action - SET_AT)
    elif action < TAKE:
        move_explorer(s, box, action - GO + 1)
    elif action < LAY_STORED:
        take(s, box, action - TAKE)
        answer_if_only_one(s, box)
    elif action == LAY_STORED:
        take_from_storage(s)
        answer_if_only_one(s, box)
    else:
        finish(s, box, action)


@rule
def finish(s, box, action):
    """The actions after which the turn is over, but for M6.3."""
    if action < SAIL_TO:
        if action >= PUT_ON:
            put_down(s, box, action)
        elif action >= REMOVE:
            remove_tile(s, action - REMOVE)
        if may_sail(s, box, int(s.mover)):
            s.decision = SAIL
            return
    elif action != STAY:
        sail(s, action - SAIL_TO)
    end_turn(s, box)


@rule
def put_down(s, box, action):
    if action == STORE:
        store_tile(s)
    else:
        lay_tile(s, box, action - PUT_ON)


@rule
def answer_if_only_one(s, box):
    """A tile that can go to one place only goes there unasked."""
    room = room_for_tile(s, box, int(s.players[s.mover].shells))
    if problem_with_storing(s) == FINE:
        if room == 0:
            finish(s, box, STORE)
    elif room & (room - 1) == 0:
        space = 0
        while not room >> space & 1:
            space += 1
        finish(s, box, PUT_ON + space)


@rule
def end_turn(s, box):
    pass_the_turn(s, box)
    if s.decision != OVER:
        begin_turn(s, box)
