"""Whether the server is well: `/healthz` asks the database, `/readyz` also whether it can be sent people."""

import asyncio
import logging

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from .. import store
from ..tables import lobby

PATIENCE = 3.0  # seconds that the database gets for its answer
router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(request: Request) -> JSONResponse:
    """200 while the database answers and the writer lives; 503 says: start this server anew, or look at the database."""
    return answer(await problem(request))


@router.get("/readyz")
async def readyz(request: Request) -> JSONResponse:
    """200 when people can play here; 503 while games are compiled, and as soon as the server is told to stop."""
    state = request.app.state
    if state.registry.hub.closing:
        return answer("stopping")
    waiting = [game.name for game in await asyncio.to_thread(lobby.games) if lobby.share_done(game) < 100]
    return answer(f"compiling {', '.join(waiting)}" if waiting else await problem(request))


async def problem(request: Request) -> str:
    """What is wrong, in a word; what exactly is for the log only."""
    registry = request.app.state.registry
    if not registry.writer.is_alive():
        return "writer"
    try:
        await asyncio.wait_for(asyncio.to_thread(store.ping, registry.engine), PATIENCE)
    except Exception as error:
        logging.getLogger("seaboard").warning("the database does not answer: %s", type(error).__name__)
        return "database"
    return ""


def answer(trouble: str) -> JSONResponse:
    return JSONResponse({"status": trouble or "ok"}, 503 if trouble else 200)
