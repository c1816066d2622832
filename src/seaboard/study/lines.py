"""The line of play that a bot expects after an action, in the texts of the buttons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..core.dice import key_of
from ..core.game import Game
from ..core.refusals import Reason


@dataclass(frozen=True)
class Step:
    """A step of a line: its seat and action, the mover's view before it, and the position after it."""

    seat: int
    action: int
    seen: np.record
    after: np.record


def steps_of(game: Game, box: np.record, seen: np.record, line: Sequence[int]) -> Iterator[Step]:
    """The steps of a line, played in one determinization of the view; stops where a step becomes illegal."""
    s = seen.copy()
    game.redeal(s, box, key_of("line"))
    for action in line:
        seat = int(game.mover(s))
        if seat < 0 or game.problem(s, box, action):
            return
        game.view(s, box, seat, view := game.empty_state())
        game.apply(s, box, action)
        yield Step(seat, action, view, s.copy())


def line_in_words(game: Game, box: np.record, seen: np.record, action: int, line: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Each step's seat and text after an action, as far as they are legal."""
    for step in list(steps_of(game, box, seen, (action, *line)))[1:]:
        yield step.seat, game.texts.choice(step.seen, box, step.action)


def unaffordable_step(
    game: Game, box: np.record, seen: np.record, better: Sequence[int], worse: Sequence[int]
) -> tuple[str, Reason] | None:
    """The first later step of the mover in the better line that the mover cannot pay for in the worse one, and the reason."""
    seat = int(game.mover(seen))
    later_steps = [step for step in steps_of(game, box, seen, better) if step.seat == seat][1:]
    own_turns = [step.after for step in steps_of(game, box, seen, worse) if int(game.mover(step.after)) == seat]
    for step in later_steps:
        for s in own_turns:
            if (number := int(game.problem(s, box, step.action))) and (reason := reason_for(game, box, s, step.action, number)):
                return game.texts.choice(step.seen, box, step.action), reason
    return None


def reason_for(game: Game, box: np.record, s: np.record, action: int, number: int) -> Reason | None:
    """The reason of refusal `number` for the mover, if the mover lacks goods; else None."""
    game.view(s, box, int(game.mover(s)), seen := game.empty_state())
    reason = game.texts.reason(seen, box, action, number)
    return reason if reason.unaffordable else None
