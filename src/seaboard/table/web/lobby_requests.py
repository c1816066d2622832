"""Requests of the lobby about a table: the summary of a running game, and its removal."""

import asyncio

import numpy as np
from fastapi import APIRouter

from ...language import _
from ...match import Match
from ..errors import Refused
from ..store import admin
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
    seen, game = match.view(), match.game
    sheet = np.zeros((match.seats, len(game.score_kinds)), np.int32)
    game.score_sheet(seen, match.box, sheet)
    points = [match.points_of(int(kinds.sum())) for kinds in sheet]
    return {"round": game.texts.round(seen, match.box), "points": [f"{points:g}" for points in points]}


@command_routes.post("/t/{table_id}/delete", status_code=204)
async def delete(access: AtAnyTable, body: EmptyRequest) -> None:
    """Deletes a table at which nobody else sits."""
    access.any_seat()
    engine, table_id = access.registry.engine, access.table.id
    others = await asyncio.to_thread(admin.others_at, engine, table_id, access.visitor.hash)
    if others or set(access.table.people()) - set(access.held):
        raise Refused(409, _("Others sit at this table too. Leave it instead."))
    await asyncio.to_thread(admin.delete_table, engine, table_id)
    access.registry.tables.pop(table_id, None)
