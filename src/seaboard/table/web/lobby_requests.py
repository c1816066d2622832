"""Requests of the lobby about a table: the summary of a running game, and its removal."""

import asyncio

from fastapi import APIRouter

from ...language import _
from ...match import Match
from ..errors import Refused
from ..store import admin
from ..view.game_result import points_so_far
from .message_types import EmptyRequest
from .table_access import AtAnyTable, AtTable, CommandRoute
from .table_messages import SummaryAnswer

router = APIRouter()
command_routes = APIRouter(route_class=CommandRoute)


@router.get("/t/{table_id}/summary")
async def summary(access: AtTable) -> SummaryAnswer:
    """The round and the points so far, as a spectator knows them."""
    return await access.draw(summary_of, access.table.frozen().match)


def summary_of(match: Match) -> SummaryAnswer:
    round_now = match.game.texts.round(match.view(), match.box)
    return {"round": round_now, "points": [f"{points:g}".replace("-", "−") for points, _kinds in points_so_far(match)]}


@command_routes.post("/t/{table_id}/delete", status_code=204)
async def delete(access: AtAnyTable, body: EmptyRequest) -> None:
    """Deletes a table at which no other person sits."""
    access.require_any_seat()
    engine, table_id = access.registry.engine, access.table.id
    others = await asyncio.to_thread(admin.has_other_players, engine, table_id, access.visitor.hash)
    if others or set(access.table.people()) - set(access.held):
        raise Refused(409, _("Others sit at this table too. Leave it instead."))
    await asyncio.to_thread(admin.delete_table, engine, table_id)
    access.registry.tables.pop(table_id)
