"""Health checks: `/healthz` checks the database and the writer, `/readyz` also whether the server is ready for players."""

import asyncio
import logging

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from .. import store
from ..tables import lobby

PATIENCE = 3.0  # seconds that the database has to answer
router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """200 while the database answers and the writer runs; 503: restart this server, or check the database."""
    return status_response(await problem(request))


@router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """200 when people can play; 503 while games are being compiled, and once the server is stopping."""
    state = request.app.state
    if state.registry.hub.closing:
        return status_response("stopping")
    waiting = [game.name for game in await asyncio.to_thread(lobby.games) if lobby.percent_compiled(game) < 100]
    return status_response(f"compiling {', '.join(waiting)}" if waiting else await problem(request))


async def problem(request: Request) -> str:
    """The error in one word; the details are only logged."""
    registry = request.app.state.registry
    if not registry.writer.is_alive():
        return "writer"
    try:
        await asyncio.wait_for(asyncio.to_thread(store.ping, registry.engine), PATIENCE)
    except Exception as error:
        logging.getLogger("seaboard").warning("the database does not answer: %s", type(error).__name__)
        return "database"
    return ""


def status_response(trouble: str) -> JSONResponse:
    return JSONResponse({"status": trouble or "ok"}, 503 if trouble else 200)
