"""The boxes that a visitor can choose for a new table: their own, and those that the host installed."""

import asyncio

from ...core.boxes import installed_boxes
from ...core.game import Game
from ..store import box_rows as store
from .visitor import Visitor


async def box_choices(visitor: Visitor, game: Game) -> dict[str, str]:
    """Names, by what options call the boxes; unfinished boxes are left out."""
    if game.box_editor is None:
        return {}
    installed = await asyncio.to_thread(installed_boxes, game)
    found = {box.reference: box.name for box in installed.values()}
    engine = visitor.state.registry.engine
    mine = await asyncio.to_thread(store.boxes_of, engine, visitor.hash, game.name) if visitor.hash else []
    return found | {f"{one['name']}@{one['hash']}": one["name"] for one in mine if not one["problems"]}
