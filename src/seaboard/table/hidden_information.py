"""What a move would reveal. Drafts are played in positions sampled from what the player knows, never in the true one."""

from dataclasses import dataclass

import numpy as np

from ..core.dice import key_of
from ..match import Match

DEALS = 4


def imagined(match: Match, seat: int, before: np.record, action: int) -> list[np.record]:
    """What the seat would see after the action, in several positions that fit all it knows."""
    seen_after = []
    known = match.game.empty_state()
    match.game.view(before, match.box, seat, known)
    for _ in range(DEALS):
        dealt = known.copy()
        match.game.redeal(dealt, match.box, key_of(None))
        match.game.apply(dealt, match.box, action)
        seen = match.game.empty_state()
        match.game.view(dealt, match.box, seat, seen)
        seen_after.append(seen)
    return seen_after


def may_take_back(match: Match) -> bool:
    """Whether the last move left the turn where it was, drew nothing, and showed its player nothing that was unknown."""
    seat = match.mover
    if seat is None or not match.can_undo():
        return False
    if not match.game.has_secrets:
        return True
    action, before = match.history[-1]
    now = match.view(seat).tobytes()
    return all(seen.tobytes() == now for seen in imagined(match, seat, before, action))


@dataclass(frozen=True)
class Draft:
    """A move that ends the turn, not played yet. `seen` is its certain result, None where chance or secrets decide."""

    action: int
    seen: np.record | None


def draft_of(match: Match, seat: int, action: int) -> Draft | None:
    """The draft of a move that may end the turn of a seat that has a choice; None if the move is simply played."""
    if len(match.actions()) < 2:
        return None
    after = imagined(match, seat, match.s, action)
    if all(match.game.mover(seen) == seat for seen in after):
        return None
    certain = all(seen.tobytes() == after[0].tobytes() for seen in after)
    return Draft(action, after[0] if certain else None)
