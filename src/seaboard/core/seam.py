"""The rules by the names of the seam, for loops over games. `Game.compiled` puts one game's own rules in their place."""

from typing import Any


def unbound(*_: Any) -> Any:
    raise TypeError("a loop over games must be bound to a game: use Game.compiled or Game.bound")


start: Any = unbound
legal: Any = unbound
problem: Any = unbound
apply: Any = unbound
mover: Any = unbound
score_sheet: Any = unbound
tie_break: Any = unbound
view: Any = unbound
redeal: Any = unbound
observe: Any = unbound

# what a large game has besides: `apply` in steps, so that a GPU can let those games go on together that run the same rules
MORE, READY = -2, -1  # after a step: there is more to do; somebody has a choice, or the game is over
apply_step: Any = unbound  # (s, box, action or MORE): one step; tells the only possible action, MORE or READY
sort_key: Any = unbound  # (s, action, MORE or READY): which rules run next, as a number


def prefer(s: Any, box: Any, action: int) -> int:
    """How likely a sensible player is to choose an allowed action, as a weight: for bots, if a game has no such rule."""
    return 1
