"""K5.1 the six actions, and the rules that tell them apart."""

from ...core.kinds import Kinds
from .action import Action
from .build import Build
from .celebrate import Celebrate, Increase
from .deliver import Deliver
from .fish import Fish
from .move import Move
from .writer import WRITER

ACTIONS: Kinds[Action] = Kinds(WRITER, Build, Fish, Deliver, Move, Celebrate, Increase)
ACTION_WORDS = tuple(action.word for action in ACTIONS)  # in moves and positions

problem_with_performing = ACTIONS.dispatch(
    "problem_with_performing", "s, box, p, space, found", "problem", "space", "K5.3: why a player cannot perform an action."
)
begin_action = ACTIONS.dispatch(
    "begin_action", "s, box, p, action", "begin", "action", "K5.2: what comes when an action has been paid."
)
stops_to_perform = ACTIONS.dispatch(
    "stops_to_perform",
    "s, box, p, canoe",
    "stops",
    "s.acting",
    "K6.4: where a canoe can go to perform the action that was chosen.",
)
problem_with_destination = ACTIONS.dispatch(
    "problem_with_destination", "s, box, p, hex", "problem_at", "s.acting", "K6.2 to K6.5: why the canoe cannot go to a hex."
)
go_and_perform = ACTIONS.dispatch(
    "go_and_perform", "s, box, p, hex", "perform_at", "s.acting", "K6.1: the canoe moves, then performs."
)
liking_of_action = ACTIONS.dispatch(
    "liking_of_action", "s, box, p, space", "prefer", "space", "How much sensible players like an action that is free."
)
