"""The effect of a change at a table on its clock and, at the end of the game, on its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.game import Game
from ...core.ranking import places
from ...match import Match
from ..store import turn_rows
from .clock_rules import Clock, Interval, Pace, deadline, new_clock, started
from .game_table import GameTable, Seat

Turn = tuple[int, int, int]


def turn_of(game: Game, s: np.record, box: Any) -> Turn:
    """Seat to move, round and turn number: a new turn begins when one of them changes."""
    seen = game.empty_state()
    game.view(s, box, -1, seen)
    return int(game.mover(s)), game.round_number(seen), game.turn_number(seen)


@dataclass(frozen=True)
class TurnChange:
    """Whose turn it is after a change, and whether that turn is a new one."""

    mover: int | None
    kind: str  # of the mover's seat
    is_new: bool


def change_of_turn(table: GameTable, mover: int | None, after: np.record | None, seated: Mapping[int, str]) -> TurnChange:
    """`after` is the position after a move or the deal; `seated` has the new kinds of seats that change."""
    if mover is None:
        return TurnChange(None, "", True)
    kind = seated.get(mover, table.seats[mover].kind)
    before = table.mover
    is_new = before != mover or kind != table.seats[mover].kind
    if after is not None and not is_new:
        is_new = turn_of(table.game, table.match.s, table.match.box) != turn_of(table.game, after, table.match.box)
    return TurnChange(mover, kind, is_new)


def next_mover_needs_holidays(table: GameTable, change: TurnChange) -> bool:
    return table.pace is not None and table.pace.kind == "days" and change.is_new and change.kind == "person"


def clock_columns(
    pace: Pace | None,
    clock: Clock | None,
    change: TurnChange,
    turn_since: float | None,
    now: float,
    holidays: Sequence[Interval],
) -> dict[str, Any]:
    """The columns clock, deadline and turn_since after a change."""
    since = None if change.mover is None else now if change.is_new or turn_since is None else turn_since
    if pace is None or clock is None:
        return {"clock": None, "deadline": None, "turn_since": since}
    if change.is_new:
        clock = started(pace, clock, change.mover if change.kind == "person" else None, now, holidays)
    return {"clock": clock.to_json(), "deadline": deadline(pace, clock), "turn_since": since}


def first_columns(pace: Pace | None, seats: Sequence[Seat], mover: int | None, now: float) -> dict[str, Any]:
    """The columns of a new table; without a mover it waits for its deal. The first turn of a game knows no holidays."""
    clock = new_clock(pace, len(seats)) if pace else None
    change = TurnChange(mover, "" if mover is None else seats[mover].kind, True)
    return {"pace": pace.to_json() if pace else None, **clock_columns(pace, clock, change, None, now, ())}


def results_of(table: GameTable, s: np.record, how: str, loser: int | None, ended: float) -> list[Any]:
    """The statements that store the result of each seat. `how` the game ended for those who played on to the end."""
    match: Match = table.match.copy()
    match.s = s
    ranks = places(table.game, s, match.box, match.seats)
    if loser is not None:  # the player who ran out of time comes last
        ranks = [match.seats if n == loser else rank - (rank > ranks[loser]) for n, rank in enumerate(ranks)]
    rows = []
    for n, points in enumerate(match.scores()):
        who = table.holder_of(n)
        reason = "timeout" if n == loser else table.gave_up.get(n, how) if who else "bot"
        row = {"table_id": table.id, "seat": n, "who": who, "game": table.game.name, "players": match.seats}
        row |= {"place": ranks[n], "points": float(points), "how": reason, "ended": ended, "rated": bool(table.row.rated)}
        rows.append(row)
    return turn_rows.insert_results(rows)
