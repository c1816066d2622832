"""The scene of a table for the caller, as JSON."""

import asyncio
from typing import Any

from pydantic_core import to_json

from ..store import people_rows
from ..view.table_scene import Scenes
from ..view.viewpoint import Viewpoint
from .table_access import TableAccess


async def scene_for(access: TableAccess, viewpoint: Viewpoint, base: str) -> bytes:
    """The scene from a viewpoint, as changes of the scene with the mark `base` if the page names one."""
    table, held, who = access.table, access.held, access.visitor.hash
    now = access.registry.clock.now()
    several = table.chat and held and len(table.keys) > len(held)
    hidden = await asyncio.to_thread(people_rows.blocked_by, access.registry.engine, who) if several else frozenset()
    shown = table.frozen(), viewpoint, held, who, now, hidden
    return await access.draw(scene_json, access.state.scenes, base, *shown)


def scene_json(scenes: Scenes, *shown: Any) -> bytes:
    return to_json(scenes.update(*shown))
