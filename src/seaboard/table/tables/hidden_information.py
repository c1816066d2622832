"""What a move would reveal. Drafts are played in determinizations of the player's view, never in the true position."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...core.dice import key_of
from ...match import Match
from .game_table import GameTable

FEW_SAMPLES, MANY_SAMPLES = 4, 24  # determinizations: to detect uncertainty, and to find the uncertain fields


def sample_views_after(match: Match, seat: int, before: np.record, action: int, samples: int = FEW_SAMPLES) -> list[np.record]:
    """The seat's views after the action, in several determinizations of its view before. They depend on that view only, so the
    same view always gives the same samples."""
    views_after = []
    known = match.game.empty_state()
    match.game.view(before, match.box, seat, known)
    for sample in range(samples):
        s = known.copy()
        match.game.redeal(s, match.box, key_of(f"deal {sample} of {known.tobytes().hex()}"))
        match.game.apply(s, match.box, action)
        seen = match.game.empty_state()
        match.game.view(s, match.box, seat, seen)
        views_after.append(seen)
    return views_after


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
    """The values on which all results agree; elsewhere the value before the move, or the game's value for an unknown field."""
    results = np.stack([np.array(seen) for seen in after])
    merged = results[:1].copy()
    merge(merged, np.array([before]), results, unknown)
    record: np.record = merged.view(np.recarray)[0]
    return record


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
