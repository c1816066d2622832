"""Finds what a move would reveal. Drafts are played in positions sampled from the player's knowledge, never in the true one."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...core.dice import key_of
from ...match import Match
from .game_table import GameTable

FEW_SAMPLES, MANY_SAMPLES = 4, 24  # samples: to detect uncertainty, and to locate it


def sample_views_after(match: Match, seat: int, before: np.record, action: int, deals: int = FEW_SAMPLES) -> list[np.record]:
    """The seat's views after the action, in several positions consistent with its knowledge. The samples depend only on
    this knowledge, so the same view always gives the same samples."""
    seen_after = []
    known = match.game.empty_state()
    match.game.view(before, match.box, seat, known)
    for deal in range(deals):
        dealt = known.copy()
        match.game.redeal(dealt, match.box, key_of(f"deal {deal} of {known.tobytes().hex()}"))
        match.game.apply(dealt, match.box, action)
        seen = match.game.empty_state()
        match.game.view(dealt, match.box, seat, seen)
        seen_after.append(seen)
    return seen_after


def may_undo(match: Match) -> bool:
    """Whether the last move can be undone: it did not end the turn, drew nothing, and revealed nothing to its player."""
    seat = match.mover
    if seat is None or not match.can_undo():
        return False
    if not match.game.has_secrets:
        return True
    action, before = match.history[-1]
    now = match.view(seat).tobytes()
    return all(seen.tobytes() == now for seen in sample_views_after(match, seat, before, action))


@dataclass(frozen=True)
class Draft:
    """A move that would end the turn, not played yet: the certain part of its result, and whether all of it is certain."""

    action: int
    seen: np.record
    certain: bool


def draft_of(match: Match, seat: int, action: int) -> Draft | None:
    """The draft of a move that may end the turn of a seat with several legal actions; None for other moves."""
    if len(match.actions()) < 2:
        return None
    after = sample_views_after(match, seat, match.s, action)
    if all(match.game.mover(seen) == seat for seen in after):
        return None
    certain = all(seen.tobytes() == after[0].tobytes() for seen in after)
    if not certain:
        after = sample_views_after(match, seat, match.s, action, MANY_SAMPLES)
    return Draft(action, common_fields(match.view(seat), after, match.game.pictures.unknown), certain)


def common_fields(before: np.record, after: list[np.record], unknown: Mapping[str, int]) -> np.record:
    """The fields that all results share; where they differ, the value before the move, or the game's value for unknown."""
    results = np.stack([np.array(seen) for seen in after])
    merged = results[:1].copy()
    merge(merged, np.array([before]), results, unknown)
    found: np.record = merged.view(np.recarray)[0]
    return found


def merge(merged: np.ndarray, before: np.ndarray, results: np.ndarray, unknown: Mapping[str, int]) -> None:
    """Merges field by field, into `merged`."""
    for name in merged.dtype.names or ():
        if merged[name].dtype.names:
            merge(merged[name], before[name], results[name], unknown)
            continue
        differs = (results[name] != results[name][:1]).any(axis=0, keepdims=True)
        merged[name][differs] = unknown[name] if name in unknown else before[name][differs]


def may_be_kept_offline(table: GameTable, held: list[int]) -> bool:
    """Whether a browser may show this table without a connection: a game against bots, or at one screen without secrets."""
    people = [n for n, seat in enumerate(table.seats) if seat.kind != "bot"]
    return bool(held) and people == held and (len(held) == 1 or not table.game.has_secrets)
