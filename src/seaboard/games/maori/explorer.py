"""M2.3 placing the explorer ship, M3.1 to M3.3 moving it."""

import numpy as np

from ...core.questions import Answer, Question
from ...core.refusals import FINE, number_tried
from ...core.rule import rule
from ...core.seam import READY
from ...language import _, many, mark
from .layout import ACTION, SET_EXPLORER, STEPS
from .refusal import Refusal
from .words.names import own_boats, own_shells, position_words, some_shells
from .words.notation import POSITIONS


@rule
def set_explorer(s, box, position):
    """M2.3: the player to the left takes the first turn."""
    s.explorer = position
    s.mover = (s.mover + 1) % box.players
    s.decision = STEPS


class WhereToSet(Question):
    decision = SET_EXPLORER
    rule_number = "M2.3"
    about = mark(
        "You choose where the ship starts, and the next player sails first. It costs nothing: place it far away from good "
        "islands."
    )
    always = True

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Place the explorer ship next to the display.")


class SetAt(Answer):
    """M2.3: any of the 16 outer edges of the display."""

    decision = SET_EXPLORER
    position = range(16)
    apply = set_explorer

    def notation(self, box: np.record, position: int) -> str:
        return f"set {POSITIONS[position]}"

    def choice(self, seen: np.record, box: np.record, position: int) -> str:
        return _("Place the explorer ship at {position}", position=position_words(position))

    def story(self, before: np.record, after: np.record, box: np.record, position: int) -> str:
        return _("placed the explorer ship at {position}", position=position_words(position))


@rule
def max_steps(s, p):
    """M3.1, M3.2: one for each boat and each shell; at most 16."""
    return min(16, int(s.players[p].boats) + int(s.players[p].shells))


@rule
def legal_steps(s, p):
    """M3.1, M3.2: 1 to `max_steps`, as a bit set."""
    return (2 << max_steps(s, p)) - 2


@rule
def only_step(s, p, first):
    """M3.1: the ship must move at least 1 step; if more is impossible, it does so automatically."""
    return first if s.players[p].shells == 0 and s.players[p].boats == 1 else READY


TOO_MANY_STEPS = Refusal(
    "M3.2",
    mark("You can't sail {steps} steps with {boats} and {shells}."),
    steps=number_tried,
    boats=own_boats,
    shells=own_shells,
    unaffordable=True,
)


@rule
def problem_with_steps(s, p, steps):
    """M3.2: steps beyond the boats must be paid; at most 16."""
    return TOO_MANY_STEPS if steps > max_steps(s, p) else FINE


@rule
def move_explorer(s, p, steps):
    """M3.1, M3.2: clockwise; each step beyond the number of boats costs a shell."""
    s.players[p].shells -= max(0, steps - int(s.players[p].boats))
    s.explorer = (s.explorer + steps) % 16  # M3.3
    s.decision = ACTION


@rule
def prefer_steps(s, p, steps):
    """Prefers free steps."""
    return 1 if steps > s.players[p].boats else 8


class HowManySteps(Question):
    """M3.1, M3.2."""

    decision = STEPS
    rule_number = "M3.1"
    about = mark(
        "Where the ship stops, it faces a line of tiles, and you may take one of them. You have one free step for each of "
        "your boats; each further step costs a shell. The next player sails on from there."
    )
    ready = only_step

    def prompt(self, seen: np.record, box: np.record) -> str:
        return _("Sail how far?")


class Steps(Answer):
    """M3.1, M3.2: how many steps."""

    decision = STEPS
    steps = range(1, 17)
    bits = legal_steps
    problem = problem_with_steps
    apply = move_explorer
    prefer = prefer_steps

    def notation(self, box: np.record, steps: int) -> str:
        return f"ship {steps}"

    def choice(self, seen: np.record, box: np.record, steps: int) -> str:
        goal = position_words((int(seen.explorer) + steps) % 16)
        free = int(seen.players[seen.mover].boats)
        if steps <= free:
            return many(steps, "Sail {n} step to {position} (free)", "Sail {n} steps to {position} (free)", position=goal)
        return _(
            "Sail {n} steps to {position} ({free} free, −{shells})",
            n=steps,
            position=goal,
            free=free,
            shells=some_shells(steps - free),
        )

    def story(self, before: np.record, after: np.record, box: np.record, steps: int) -> str:
        return many(
            steps,
            "moved the ship {n} step to {position}",
            "moved the ship {n} steps to {position}",
            position=position_words((int(before.explorer) + steps) % 16),
        )
