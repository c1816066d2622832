"""Prometheus metrics at `/metrics`. Labels are few and fixed; they never contain names, addresses or tables."""

import os
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from ..errors import Refused

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # a folder with the counts of all server processes, so that each can report the totals
SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)

requests = Counter("seaboard_requests", "Requests answered.", ["method", "route", "status"])
request_seconds = Histogram("seaboard_request_seconds", "Time until a request is answered.", ["method", "route"], buckets=SHORT)
events = Counter("seaboard_events", "Events at tables: moves, undos, chat messages.", ["kind", "by"])
tables_created = Counter("seaboard_tables_created", "New tables.", ["game"])
timeouts = Counter("seaboard_timeouts", "Players whose time ran out.", ["pace"])
tickets = Counter("seaboard_tickets", "Tickets: made, matched with others, cancelled.", ["pace", "what"])
moves_ahead = Counter("seaboard_moves_ahead", "Moves ahead: saved, played, dropped.", ["what"])
write_seconds = Histogram("seaboard_write_seconds", "Time of a transaction with all the writes that waited.", buckets=SHORT)
think_seconds = Histogram("seaboard_think_seconds", "Time from asking a bot until it answers, waiting included.", buckets=LONG)
notifications = Counter(
    "seaboard_notifications", "Notifications by channel, and whether they were sent.", ["channel", "result"]
)
tables = Gauge("seaboard_tables", "Tables in memory.", multiprocess_mode="livesum")
listeners = Gauge("seaboard_listeners", "Open pages that listen.", multiprocess_mode="livesum")
bot_queue = Gauge("seaboard_bot_queue", "Bots that wait for a thread to think in.", multiprocess_mode="livesum")
bot_tables = Gauge("seaboard_bot_tables", "Tables whose bots are at work.", multiprocess_mode="livesum")
waiting_jobs = Gauge("seaboard_waiting_jobs", "Jobs in PostgreSQL that wait for a worker.", multiprocess_mode="max")
memory = Gauge("seaboard_memory_bytes", "Memory in use.", multiprocess_mode="livesum")

# caches of labelled counters, because finding one takes longer than counting
count_of = cache(lambda method, route, status: requests.labels(method, route, str(status)))
seconds_of = cache(request_seconds.labels)
events_of = cache(events.labels)
notifications_of = cache(notifications.labels)

router = APIRouter(include_in_schema=False)


@router.get("/metrics")
def show_metrics(request: Request) -> Response:
    """The metrics, for allowed addresses and with the token; others get 404."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    address = request.client.host if request.client else ""
    if not request.app.state.settings.may_read_metrics(address, bearer if scheme.lower() == "bearer" else ""):
        raise Refused(404, "Page not found.")
    update_gauges(request.app.state)
    return Response(generate_latest(registry()), media_type=CONTENT_TYPE_LATEST)


def registry() -> CollectorRegistry:
    """The metrics of all processes of this server."""
    if FOLDER not in os.environ:
        return REGISTRY
    shared = CollectorRegistry()
    MultiProcessCollector(shared)
    return shared


def update_gauges(state: Any) -> None:
    """Sets the gauges to the current numbers of this process."""
    tables.set(len(state.registry.tables))
    listeners.set(state.pages.count())
    bot_queue.set(state.bots.queue_length)
    bot_tables.set(len(state.bots.running))
    waiting_jobs.set(state.bots.waiting_jobs)
    memory.set(memory_in_use())


def memory_in_use() -> int:
    """Memory of this process in bytes; 0 if the system does not provide it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def remove_this_process() -> None:
    """Removes this process from the shared metrics."""
    if FOLDER in os.environ:
        mark_process_dead(os.getpid())
