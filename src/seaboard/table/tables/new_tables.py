"""New tables where it is known who plays: for matched tickets and for cups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.game import Game
from .clock_rules import Pace
from .game_table import Seat
from .seat_keys import new_table_id
from .table_registry import TableRegistry


@dataclass(frozen=True)
class Player:
    """A person who gets a seat. `level`: the weakest bot that may replace them."""

    who: str
    name: str
    level: str = "normal"


async def create_table(
    registry: TableRegistry,
    game: Game,
    options: Mapping[str, Any],
    players: Sequence[Player],
    *,
    bots: Sequence[Seat] = (),
    pace: Pace | None = None,
    rated: bool = False,
    hints: bool = False,
    together: bool = False,
    table_id: str = "",
    must_change: Sequence[Any] = (),
) -> str:
    """Creates a table where the players have the first seats, in this order, and bots the others; returns its id.

    `must_change` are statements of the same write: each must change a row, otherwise Taken is raised and no table is created.
    With `together`, the players' browsers take part in the shuffle; otherwise the server deals at once.
    """
    table_id = table_id or new_table_id()
    seats = [*(Seat("person", player.name, player.level) for player in players), *bots]
    held = {n: [player.who] for n, player in enumerate(players)}
    settings: dict[str, Any] = {"pace": pace, "rated": rated, "hints": hints, "together": together}
    await registry.create(table_id, game, dict(options), seats, held, must_change=must_change, **settings)
    return table_id
