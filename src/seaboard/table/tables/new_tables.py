"""New tables for people who are already known: tickets and cups make their tables here."""

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
    """A person who gets a seat. `level`: the weakest bot that may play on for them."""

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
    must: Sequence[Any] = (),
    more: Sequence[Any] = (),
) -> str:
    """Creates a table where the players have the first seats, in this order, and bots the others; returns its id.

    `must` and `more` are statements of the same write: the table exists if and only if each of `must` changed a row, else
    Taken is raised. With `together`, the players' browsers take part in the shuffle; else the server deals at once.
    """
    table_id = table_id or new_table_id()
    seats = [*(Seat("person", player.name, player.level) for player in players), *bots]
    held = {n: [player.who] for n, player in enumerate(players)}
    settings: dict[str, Any] = {"pace": pace, "rated": rated, "hints": hints, "together": together}
    await registry.create(table_id, game, dict(options), seats, held, must=must, more=more, **settings)
    return table_id
