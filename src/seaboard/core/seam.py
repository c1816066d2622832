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


# what a game may tell bots besides; these serve where it does not


def prefer(s: Any, box: Any, action: int) -> int:
    """How likely a sensible player is to choose an allowed action, beside the others: a weight of at least 1."""
    return 1


def worth(s: Any, box: Any, seat: int) -> int:
    """Points that a seat may expect beyond its score sheet, in the middle of a game."""
    return 0
