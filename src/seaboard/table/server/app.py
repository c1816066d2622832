"""The FastAPI application."""

import asyncio
import gc
import logging
import signal
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from ... import __version__
from ...core.errors import SeaboardError
from ...language import _
from .. import store
from ..boxes import box_pages
from ..boxes.box_service import Boxes
from ..boxes.box_trials import Trials
from ..jobs.ahead_runner import AheadRunner
from ..jobs.bot_runner import BotRunner
from ..jobs.clock_sweeper import ClockSweeper
from ..jobs.compile_watcher import CompileWatcher
from ..jobs.contest_job import ContestJob
from ..jobs.queued_bots import QueuedBots, QueuedReviews, no_marks, visitor_marks
from ..jobs.review_queue import ReviewQueue, review_threads
from ..jobs.visitor_jobs import PATIENCE, VisitorJobs, switch_threads_often
from ..lessons import lesson_pages
from ..meet import ahead_pages, meet_pages, spectator_pages
from ..meet.open_tables import OpenTables
from ..meet.spectator_pages import SpectatorChat
from ..notify.sender import Sender
from ..people import my_games, openid, people_pages, profile_pages, sign_in_pages
from ..people.statistics import SheetWriter
from ..puzzles import puzzle_pages
from ..runtime import metrics, server_log
from ..runtime.limits import Limits, OpenPages
from ..runtime.log_limits import limit_logs
from ..runtime.memory import LinkerMemory, keep_heaps_small
from ..runtime.settings import Settings
from ..store import job_queue
from ..studies import study_pages
from ..studies.study_service import Studies
from ..tables.bots_offered import Offered, bots_offered
from ..tables.table_quota import TableQuota
from ..tables.table_registry import TableRegistry
from ..view.assets import Assets, prepare_files
from ..view.rendering import render
from ..view.table_scene import Scenes
from ..web import (
    admin_pages,
    app_pages,
    bot_api,
    card_pages,
    cup_pages,
    editor_pages,
    health,
    load_pages,
    lobby_requests,
    moderation,
    moment_pages,
    notify_pages,
    rating_pages,
    rules_pages,
    table_api,
    table_pages,
    token_pages,
)
from ..web.moderation import Moderation, moderated
from ..web.visitor import Identities, Visitor, use_language_of
from .middleware import CompressingMiddleware, GuardMiddleware, IdentityMiddleware, RequestLogMiddleware

YOUNG_OBJECTS = 20_000  # made between two garbage collections: SQL statements leave cycles, which took 5 MB more with 100,000
COMMANDS = (table_api.command_routes, lobby_requests.command_routes, moderation.command_routes)
ROUTERS = (
    *(part.router for part in (table_api, lobby_requests, table_pages, moment_pages, load_pages)),
    *(part.router for part in (editor_pages, card_pages, rules_pages)),
    *(app_pages.router, notify_pages.router, notify_pages.api, rating_pages.router, cup_pages.router, cup_pages.admin),
    *(part.router for part in (admin_pages, token_pages, lesson_pages, puzzle_pages, box_pages)),
    *(study_pages.router, study_pages.study_routes),
    *(part.router for part in (sign_in_pages, profile_pages, people_pages, my_games, openid)),
    *(part.requests for part in (sign_in_pages, profile_pages, my_games)),
    *(meet_pages.router, spectator_pages.router, ahead_pages.router),
)


def make_app(settings: Settings, limits: Limits | None = None) -> FastAPI:
    """The application with these settings; `limits` overrides those that the settings choose."""
    limits, offered = limits or limits_of(settings), bots_offered(settings.bots)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        """Creates and starts all parts of the server before the first request, and stops them after the last."""
        keep_heaps_small()
        switch_threads_often()
        registry = await asyncio.to_thread(TableRegistry, settings.database)
        quota = TableQuota(limits)
        compiling = CompileWatcher()
        bots, reviews = await make_bots_and_reviews(settings, limits, registry, quota, offered, compiling)
        app.state.quota, app.state.pages = quota, OpenPages(limits)
        app.state.registry, app.state.bots, app.state.offered = registry, bots, offered
        app.state.scenes = Scenes(offered, app.state.pages)
        app.state.identities = Identities(registry.engine)
        registry.on_remote.append(app.state.identities.on_remote_write)
        app.state.open_tables = OpenTables(registry, quota)
        app.state.spectator_chat = SpectatorChat(registry)
        app.state.reviews = reviews
        app.state.jobs, app.state.scene_jobs = VisitorJobs(limits), VisitorJobs(limits, threads=1, patience=PATIENCE)
        app.state.boxes, app.state.trials = Boxes(registry.engine, limits, app.state.jobs), Trials(app.state.jobs)
        app.state.boxes.start()
        app.state.studies = Studies(registry.engine, registry.hub, limits, app.state.jobs)
        registry.on_remote.append(app.state.studies.on_remote_write)

        def begin_review(table_id: str) -> None:
            reviews.begin(registry.alive[table_id], quota.visitor_of(registry.alive[table_id]))

        sheets = SheetWriter(registry)
        registry.on_over = [begin_review, quota.forget, sheets.on_over]
        sender = Sender(registry.engine, settings)
        app.state.sender = sender
        await asyncio.to_thread(sender.prepare)
        contest = ContestJob(registry, settings)
        app.state.contest = contest
        await asyncio.to_thread(contest.prepare)
        limit_logs()
        close_streams_on_signal(registry.hub.close)
        await asyncio.to_thread(compiling.find_uncompiled)
        await asyncio.to_thread(prepare_files)
        gc.freeze()  # everything loaded so far stays: collecting it would pause the server for 0.1 s
        gc.set_threshold(YOUNG_OBJECTS, 20, 20)
        compiling.start()
        registry.start()
        bots.start()
        clocks, app.state.ahead = ClockSweeper(registry), AheadRunner(registry)
        clocks.start()
        app.state.ahead.start()
        reviews.start()
        sender.start()
        contest.start()
        app.state.moderation = Moderation(registry)
        app.state.moderation.start(app.state)
        linker = LinkerMemory()
        linker.start()
        yield
        await linker.stop()
        await app.state.moderation.stop()
        await contest.stop()
        await sender.stop()
        await reviews.stop()
        await sheets.stop()
        await clocks.stop()
        await app.state.ahead.stop()
        await bots.stop()
        await registry.stop()
        await compiling.stop()
        app.state.trials.stop()
        await app.state.boxes.stop()
        app.state.jobs.stop()
        app.state.scene_jobs.stop()
        metrics.remove_this_process()

    app = FastAPI(
        title="Seaboard", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json"
    )
    app.state.settings = settings
    for router in COMMANDS:
        app.router.routes += router.routes  # not `include_router`: FastAPI finds routes added like this faster
    for router in ROUTERS:
        app.include_router(router, dependencies=[Depends(moderated)])
    app.include_router(bot_api.router)  # it checks its callers itself: tokens, not cookies
    for router in (health.router, metrics.router):
        app.include_router(router)
    app.mount("/static", Assets(), name="static")
    app.add_exception_handler(SeaboardError, handle_refusal)
    app.add_exception_handler(RequestValidationError, handle_invalid_request)
    app.add_exception_handler(HTTPException, handle_http_error)
    for error in store.DATABASE_GONE:
        app.add_exception_handler(error, handle_database_error)
    app.add_middleware(IdentityMiddleware)
    app.add_middleware(CompressingMiddleware, compresslevel=4)
    app.add_middleware(GuardMiddleware, limits=limits)
    app.add_middleware(RequestLogMiddleware)
    return app


async def make_bots_and_reviews(
    settings: Settings,
    limits: Limits,
    registry: TableRegistry,
    quota: TableQuota,
    offered: Offered,
    compiling: CompileWatcher,
) -> tuple[BotRunner | QueuedBots, ReviewQueue]:
    """Bots and reviews: run by this process, or (SEABOARD_JOBS=postgres) queued for worker machines."""
    bot_settings: dict[str, Any] = {"hints": settings.hints, "coach": settings.coach, "patience": settings.patience}
    if settings.jobs == "here":
        bots = BotRunner(registry, quota, offered, compiling, pace=settings.pace, takeover=settings.takeover, **bot_settings)
        return bots, ReviewQueue(registry.engine, settings.reviews, limits, review_threads())
    await asyncio.to_thread(job_queue.prepare, registry.engine)
    mark = no_marks if settings.limits == "none" else await asyncio.to_thread(visitor_marks, registry.engine)
    queue = job_queue.JobQueue(settings.database)
    await queue.open()
    queued = QueuedBots(registry, quota, queue, mark, **bot_settings)
    return queued, QueuedReviews(registry.engine, settings.reviews, limits, queue, mark)


def limits_of(settings: Settings) -> Limits:
    return Limits.none() if settings.limits == "none" else Limits(hosts=settings.hosts)


def close_streams_on_signal(close: Callable[[], None]) -> None:
    """Closes the event streams on SIGINT or SIGTERM, because open ones would keep the server running."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        previous: Any = signal.getsignal(number)

        def stop(number: int, frame: Any, previous: Any = previous) -> None:
            loop.call_soon_threadsafe(close)
            if callable(previous):
                previous(number, frame)

        signal.signal(number, stop)


def from_environment() -> FastAPI:
    """The application of `seaboard serve` and of its further processes."""
    settings = Settings.from_environment()
    server_log.set_up(settings)
    return make_app(settings)


async def handle_refusal(request: Request, error: Any) -> Response:
    return error_response(request, getattr(error, "status", 422), str(error), details=getattr(error, "details", {}))


async def handle_invalid_request(request: Request, error: Any) -> Response:
    first = error.errors()[0]
    return error_response(request, 422, f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}")


async def handle_http_error(request: Request, error: Any) -> Response:
    use_language_of(request)
    text = _("Page not found.") if error.status_code == 404 else str(error.detail)
    return error_response(request, error.status_code, text, error.headers)


async def handle_database_error(request: Request, error: Any) -> Response:
    logging.getLogger("seaboard").warning("the database does not answer: %s", store.first_line(error))
    use_language_of(request)
    return error_response(request, 503, _("The server can't reach its database. Nothing is lost; try again in a moment."))


def error_response(
    request: Request, status: int, text: str, headers: Any = None, details: Mapping[str, Any] = MappingProxyType({})
) -> Response:
    """An error as a page for people, or as JSON for scripts; `details` are further fields of the JSON."""
    text = text.encode("utf-8", "replace").decode()  # quoted input may contain lone surrogates
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"error": text, **details}, status, headers)
    context = {
        "visitor": Visitor(request, identity_required=False),
        "text": text,
        "missing": status == 404,
        "again": status == 503,
    }
    return HTMLResponse(render("trouble.html", **context), status, headers)
