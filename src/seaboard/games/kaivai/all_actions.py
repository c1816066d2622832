"""K5.1 the actions, collected from the modules of their chapters, and the rules that dispatch to them."""

from pathlib import Path

from ...core.kinds import Kinds, kind_classes
from .action import Action
from .rule_writer import WRITER

ACTIONS: Kinds[Action] = Kinds(WRITER, *kind_classes(__package__, Path(__file__).parent, Action))
ACTION_WORDS = tuple(action.word for action in ACTIONS)  # in moves and positions

problem_with_performing = ACTIONS.dispatch(
    "problem_with_performing", "s, box, p, space, near", "problem", "space", "K5.3: why a player cannot perform an action."
)
actions_to_perform = ACTIONS.bit_set_of_legal(
    "actions_to_perform", "s, box, p, near", "problem", "K5.3: the actions that a player can perform, as a bit set."
)
begin_action = ACTIONS.dispatch(
    "begin_action", "s, box, p, action", "begin", "action", "K5.2: what happens after an action is paid."
)
can_perform = ACTIONS.dispatch(
    "can_perform", "s, box, p, canoe", "can", "s.acting", "K6.1: whether a canoe can perform the chosen action."
)
stops_to_perform = ACTIONS.dispatch(
    "stops_to_perform",
    "s, box, p, canoe",
    "stops",
    "s.acting",
    "K6.4: where a canoe can go to perform the chosen action.",
)
problem_with_destination = ACTIONS.dispatch(
    "problem_with_destination", "s, box, p, hex", "problem_at", "s.acting", "K6.2 to K6.5: why the canoe cannot go to a hex."
)
go_and_perform = ACTIONS.dispatch(
    "go_and_perform", "s, box, p, hex", "perform_at", "s.acting", "K6.1: the canoe moves, then performs."
)
preference_of_action = ACTIONS.dispatch(
    "preference_of_action", "s, box, p, space", "prefer", "space", "How much sensible players like an action that is free."
)
