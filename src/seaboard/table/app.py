"""The server as one FastAPI application."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from .. import __version__
from ..core.errors import SeaboardError
from ..language import _
from . import api, pages
from .bot_runner import BotRunner
from .bots_offered import bots_offered
from .middleware import GuardMiddleware, Limits
from .registry import TableRegistry
from .rendering import STATIC, render
from .scene import Scenes
from .visitor import Visitor


def make_app(
    database: str, limits: Limits | None = None, pace: float = 0.6, hints: str = "strong", bots: Iterable[str] = ()
) -> FastAPI:
    """The table's server at a database; `bots` are offered besides the usual ones."""
    limits, offered = limits or Limits(), bots_offered(bots)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        registry = await asyncio.to_thread(TableRegistry, database)
        runner = BotRunner(registry, offered, pace, hints)
        app.state.registry, app.state.bots, app.state.scenes, app.state.limits = registry, runner, Scenes(offered), limits
        app.state.offered = offered
        app.state.listening = {}  # open pages by address
        before_stopping(registry.hub.close)
        registry.start()
        runner.start()
        yield
        await runner.stop()
        await registry.stop()

    app = FastAPI(
        title="Seaboard", version=__version__, lifespan=life, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json"
    )
    app.include_router(api.router)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(SeaboardError, refused)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, not_served)
    app.add_middleware(GuardMiddleware, limits=limits)
    return app


def before_stopping(close: Callable[[], None]) -> None:
    """Closes the pages' event streams on a signal to stop: they would keep the server running."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        usual: Any = signal.getsignal(number)

        def stop(number: int, frame: Any, usual: Any = usual) -> None:
            loop.call_soon_threadsafe(close)
            if callable(usual):
                usual(number, frame)

        signal.signal(number, stop)


def from_environment() -> FastAPI:
    """For worker processes: `serve` says through the environment what they need."""
    limits = Limits.none() if os.environ.get("SEABOARD_LIMITS") == "none" else Limits()
    pace, hints = float(os.environ.get("SEABOARD_PACE", "0.6")), os.environ.get("SEABOARD_HINTS", "strong")
    return make_app(os.environ["SEABOARD_DATABASE"], limits, pace, hints, os.environ.get("SEABOARD_BOTS", "").split())


async def refused(request: Request, error: Any) -> Response:
    return answer(request, getattr(error, "status", 422), str(error))


async def malformed(request: Request, error: Any) -> Response:
    first = error.errors()[0]
    return answer(request, 422, f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}")


async def not_served(request: Request, error: Any) -> Response:
    Visitor(request)
    text = _("There is nothing here.") if error.status_code == 404 else str(error.detail)
    return answer(request, error.status_code, text, error.headers)


def answer(request: Request, status: int, text: str, headers: Any = None) -> Response:
    """A page for a person, or JSON for the script."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"error": text}, status, headers)
    context = {"visitor": Visitor(request), "text": text, "again": status == 503}
    return HTMLResponse(render("trouble.html", **context), status, headers)
