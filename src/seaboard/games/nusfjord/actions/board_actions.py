"""N5 the actions of the board, given by a worker, imitation, an elder or a card (N6.6)."""

from pathlib import Path

import numpy as np

from ....core.kinds import Kinds, kind_classes
from ....core.questions import Answer
from ....core.refusals import FINE
from ....core.rule import rule
from ....language import _, mark
from ..cards.effects import ACTION_KINDS
from ..derived import lowest
from ..pending import asked_player, fields
from ..refusal import Refusal
from ..rule_writer import WRITER
from ..words.names import action_name
from ..words.notation import ACTION_WORDS
from .action import Action

GAME = Path(__file__).parents[1]
ACTIONS: Kinds[Action] = Kinds(WRITER, *kind_classes(f"{__package__}".rpartition(".")[0], GAME, Action))
problem_with_doing = ACTIONS.dispatch(
    "problem_with_doing",
    "s, box, p, action, source, resources",
    "problem",
    "action",
    "N4.3: why an action would change nothing for the player.",
    "0",
)
possible_actions = ACTIONS.bit_set_of_legal(
    "possible_actions",
    "s, box, p, source, resources",
    "problem",
    "N4.3: the possible actions as a bit set.",
)
do_action = ACTIONS.dispatch(
    "do_action",
    "s, box, p, board_action, source",
    "do",
    "board_action",
    "Carries an action out, or asks what it needs to know.",
)
prefer_action = ACTIONS.dispatch(
    "prefer_action",
    "s, p, board_action",
    "prefer",
    "board_action",
    "How often sensible players choose an action; higher numbers are imitation spaces.",
    "12",
)


ALL_ACTIONS = (1 << ACTION_KINDS) - 1
NO_NAMED_ACTION_POSSIBLE = Refusal("N6.6", mark("You can't carry out any of this elder's actions."))


@rule
def problem_with_any(s, box, p, actions, source, resources):
    """N6.6: FINE if one of the named actions (bits) is possible, else a refusal; of a single action, that action's refusal."""
    named, refusal = actions & ALL_ACTIONS, FINE
    several = named & (named - 1)
    while named:
        refusal = problem_with_doing(s, box, p, lowest(named), source, resources)
        if refusal == FINE:
            return FINE
        named &= named - 1
    return NO_NAMED_ACTION_POSSIBLE if several else refusal


class DoAction(Answer):
    """An action that an elder offers or a worker imitates."""

    board_action = range(ACTION_KINDS)
    prefer = prefer_action

    def notation(self, box: np.record, board_action: int) -> str:
        return f"do {ACTION_WORDS[board_action]}"

    def choice(self, seen: np.record, box: np.record, board_action: int) -> str:
        return with_gain(action_name(board_action), gain_of_action(seen, box, board_action, fields(seen)[1]))

    def story(self, before: np.record, after: np.record, box: np.record, board_action: int) -> str:
        return _("chose: {action}", action=action_name(board_action))


def with_gain(name: str, gain: str) -> str:
    return f"{name}: {gain}" if gain else name


def gain_of_action(seen: np.record, box: np.record, action: int, source: int) -> str:
    """The action's current gain, if it needs no further choice."""
    return ACTIONS[action].gain(seen, box, asked_player(seen), source)
