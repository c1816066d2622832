"""The scene of a table for the caller, as JSON."""

import asyncio
from typing import Any

from pydantic_core import to_json

from ..jobs.visitor_jobs import VisitorJobs
from ..store import friend_rows
from ..view.table_scene import Scenes
from ..view.viewpoint import Viewpoint
from .table_access import TableAccess


async def scene_for(access: TableAccess, viewpoint: Viewpoint, base: str) -> bytes:
    """The scene from a viewpoint, as changes of the scene with the mark `base` if the page names one."""
    table, held, person = access.table, access.held, access.visitor.hash
    now = access.registry.clock.now()
    others_chat = table.chat and held and len(table.keys) > len(held)
    blocked = await asyncio.to_thread(friend_rows.blocked_by, access.registry.engine, person) if others_chat else frozenset()
    update_args = base, table.frozen(), viewpoint, held, person, now, blocked
    jobs: VisitorJobs = access.state.scene_jobs
    run = jobs.run_first if table.match.last_mover in held else jobs.run  # whoever moved is waiting
    return await run(access.visitor.network, scene_json, access.state.scenes, *update_args)


def scene_json(scenes: Scenes, *update_args: Any) -> bytes:
    return to_json(scenes.update(*update_args))
