"""The boxes that a visitor can choose for a new table: their own, and those that the host installed."""

import asyncio

from ...core.boxes import installed_boxes
from ...core.game import Game
from ..store import box_rows as store
from .visitor import Visitor


async def box_choices(visitor: Visitor, game: Game) -> dict[str, str]:
    """The name of each box, by its value of the option `box`; unfinished boxes are left out."""
    if game.box_editor is None:
        return {}
    installed = await asyncio.to_thread(installed_boxes, game)
    choices = {box.reference: box.name for box in installed.values()}
    engine = visitor.state.registry.engine
    mine = await asyncio.to_thread(store.boxes_of, engine, visitor.hash, game.name) if visitor.hash else []
    return choices | {f"{box['name']}@{box['hash']}": box["name"] for box in mine if not box["problems"]}
