"""Counts, times and logs every request."""

import logging
import time
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..runtime import metrics

log = logging.getLogger("seaboard.requests")


class RequestLogMiddleware:
    """Labels requests by route, never by URL, which may contain a key. Closes connections while the server stops."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, start = 500, time.perf_counter()

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if stopping(scope):  # the client's next request goes to the next server process
                    message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        try:
            await self.app(scope, receive, seen)
        finally:
            record(scope, status, time.perf_counter() - start)


def stopping(scope: Scope) -> bool:
    registry = getattr(scope["app"].state, "registry", None) if "app" in scope else None
    return registry is not None and registry.hub.closing


def record(scope: Scope, status: int, seconds: float) -> None:
    route = route_of(scope)
    method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
    metrics.count_of(method, route, status).inc()
    if not route.endswith("/events") and "/stream/" not in route:  # stays open as long as the page
        metrics.seconds_of(method, route).observe(seconds)
    if not log.isEnabledFor(logging.INFO):
        return
    about: dict[str, Any] = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    log.info("%(method)s %(route)s %(status)s %(ms)s ms", about, extra={"about": about})


def route_of(scope: Scope) -> str:
    """For example /t/{table_id}/move; "none" without a route."""
    route = scope.get("route")
    if route is None:
        return "/static" if scope["path"].startswith("/static/") else "none"
    return route.path
