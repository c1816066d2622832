"""N3 the catches that follow a move automatically: who caught, and the view without their fish."""

import numpy as np

from ..cards.counting import catch_of
from ..cards.counts import shares_at_home
from ..layout import CATCHING
from ..round.catch import GOLD_INSTEAD, REAL_CATCH, forget_fed, hand_out, reserve_limit

CAUGHT = ("fish", "reserve_fish", "gold", "reserve_gold")


def who_caught(before: np.record, after: np.record, box: np.record) -> list[int]:
    """The seats whose catches followed a move, in turn order."""
    if after.round_number == before.round_number and before.stage != CATCHING:
        return []
    begun = int(before.turn) if after.round_number == before.round_number else 0
    done = int(after.turn) if after.stage == CATCHING else int(box.players)
    return [(int(after.start_player) + n) % int(box.players) for n in range(begun, done)]


def before_catch(before: np.record, after: np.record, box: np.record) -> np.record:
    """The view after a move without the goods of the catches that followed it."""
    seats, mover = who_caught(before, after, box), int(before.mover)
    without = after.copy()
    if not seats:
        return without
    held = int(before.players[mover].reserve_fish)
    for reserve in (
        held,
        *range(int(reserve_limit(after, box, mover)) + 1),
    ):  # unknown: the reserve after the move and before the catch
        start, end = caught(before, after, box, seats, reserve)
        if end.players[mover].reserve_fish == after.players[mover].reserve_fish:
            break
    for seat in range(int(box.players)):
        for good in CAUGHT:
            brought = int(end.players[seat][good]) - int(start.players[seat][good])
            without.players[seat][good] = max(0, int(after.players[seat][good]) - brought)
    return without


def caught(before: np.record, after: np.record, box: np.record, seats: list[int], reserve: int) -> tuple[np.record, np.record]:
    """The goods before and after these catches, with the current ships and shares."""
    start = after.copy()
    for seat in range(int(box.players)):
        for field in (*CAUGHT, "slept"):
            start.players[seat][field] = before.players[seat][field]
    start.players[int(before.mover)].reserve_fish = reserve
    start.elder_fish[:] = before.elder_fish
    end = start.copy()
    for seat in seats:
        slept = bool(end.players[seat].slept)
        fish = int(shares_at_home(end, seat) if slept else catch_of(end, box, seat))
        forget_fed(end)
        if hand_out(end, box, seat, fish, REAL_CATCH | (GOLD_INSTEAD if slept else 0)):
            break
    return start, end
