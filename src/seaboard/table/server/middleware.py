"""Wraps every request: logs it, limits it (size, rate, Origin), adds security headers, identifies its sender, compresses."""

import logging
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..runtime import metrics
from ..runtime.addresses import visitor_at
from ..runtime.limits import Limits, RateLimiter
from ..web.visitor import find_identity

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
]
LARGEST_BODY = 16_384
LARGER_BODIES = {
    "/api/studies": 1_600_000,
    "/study/": 1_600_000,
    "/load": 1_000_000,
    "/edit": 1_000_000,
    "/box/": 1_600_000,
}  # by prefix
LONGEST_ADDRESS = 4_096
PROVES = ("/profile/new", "/profile/code", "/profile/mail", "/profile/mail/confirm", "/profile/delete")
CREATES = (
    *("/api/tables", "/api/studies", "/load", "/tokens", "/api/seat", "/api/challenge/ai", "/api/challenge/open"),
    *("/notifications/mail", "/notifications/webhook", "/api/notifications/push"),
    "/tables/ticket",
)

NOT_ON_THE_BOARD = (
    "chat",
    "spectators",
    "relation",
    "invite",
    "presence",
    "holiday",
    "end-holiday",
    "resign",
    "leave",
    "return",
    "handover",
    "vote",
    "link",
    "revoke",
)
request_log = logging.getLogger("seaboard.requests")


def kind_of(scope: Scope) -> str:
    """The rate limit that a request counts against."""
    path: str = scope["path"]
    if scope["method"] in ("GET", "HEAD"):
        return "" if path.startswith("/static/") else "read"
    if path in CREATES or path.endswith(("/rematch", "/branch", "/copy", "/chapter", "/test")):
        return "create"
    if path.startswith("/sign-in") or path in PROVES:
        return "sign in"
    command = path.rpartition("/")[2]
    if path.startswith("/study/") and command in ("opinion", "bot"):
        return "evaluate"
    return "chat" if command in NOT_ON_THE_BOARD else command if command in ("hint", "coach") else "send"


class GuardMiddleware:
    """Refuses requests that are too large, too frequent, or from another site; adds the security headers."""

    def __init__(self, app: ASGIApp, limits: Limits):
        self.app = app
        self.limits = limits
        self.rates = RateLimiter(limits.rates)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = {name for name, _value in message["headers"]}
                message["headers"] = [*message["headers"], *(header for header in HEADERS if header[0] not in own)]
            await send(message)

        if refused := self.problem(scope):
            status, text = refused
            later = {"retry-after": str(self.rates.seconds_until_next(kind_of(scope)))} if status == 429 else None
            await JSONResponse({"error": text}, status, later)(scope, receive, with_headers)
            return
        try:
            await self.app(scope, limited(receive, largest_body(scope)), with_headers)
        except Exception:  # an unexpected error: the visitor gets a number to report, the log gets the details
            number = report(f"{scope['method']} {kind_of(scope)}")
            if not begun:
                text = f"something went wrong; please report it with the number {number}"
                await JSONResponse({"error": text}, 500)(scope, receive, with_headers)

    def problem(self, scope: Scope) -> tuple[int, str] | None:
        headers = dict(reversed(scope["headers"]))  # of duplicates the first
        host = headers.get(b"host", b"").decode("latin-1")
        if self.limits.hosts and host.rpartition(":")[0] not in self.limits.hosts and host not in self.limits.hosts:
            return 421, "unknown host name"
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, "the URL is too long"
        if scope["method"] not in ("GET", "HEAD"):
            if not is_program(scope, headers) and site_of(headers.get(b"origin", b"").decode("latin-1")) != host:
                return 403, "requests from other sites are refused"
            length = headers.get(b"content-length", b"0")
            if not (length.isdigit() and len(length) < 10 and int(length) <= largest_body(scope)):
                return 413, "the request is too large"
        visitor = visitor_at((scope.get("client") or ("",))[0])
        if visitor not in self.limits.unlimited and not self.rates.allow(visitor, kind_of(scope)):
            return 429, "too many requests; wait a moment"
        return None


class IdentityMiddleware:
    """Finds out who sends a request."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith("/static/"):
            await find_identity(Request(scope))
        await self.app(scope, receive, send)


class CompressingMiddleware(GZipMiddleware):
    """Compresses pages and scenes, but not the short responses to commands."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_command = scope["type"] == "http" and scope["method"] == "POST" and scope["path"].startswith("/t/")
        await (self.app if is_command else super().__call__)(scope, receive, send)


def is_program(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """Whether the route ignores cookies, so that other sites cannot use them: a token opens the API, a link a seat."""
    token = headers.get(b"authorization", b"")[:7].lower() == b"bearer "
    if scope["path"] == "/api/seat" or scope["path"].startswith("/notifications/stop/"):  # from the reader's mail program
        return True
    return token and scope["path"].startswith(("/api/bot/", "/api/board/", "/api/challenge/"))


def site_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # not a URL, such as http://[
        return ""


def report(what: str) -> str:
    """Logs the current exception and returns the number under which the log has it."""
    number = secrets.token_hex(4)
    logging.getLogger("seaboard").exception("error %s at %s", number, what)
    return number


def largest_body(scope: Scope) -> int:
    return next((size for start, size in LARGER_BODIES.items() if scope["path"].startswith(start)), LARGEST_BODY)


def limited(receive: Receive, largest: int) -> Receive:
    """Reads no more of a body than allowed, whatever its Content-Length."""
    read = 0

    async def receive_some() -> Message:
        nonlocal read
        message: Any = await receive()
        read += len(message.get("body", b""))
        if read > largest:
            return {"type": "http.disconnect"}
        return message

    return receive_some


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
            record_request(scope, status, time.perf_counter() - start)


def stopping(scope: Scope) -> bool:
    registry = getattr(scope["app"].state, "registry", None) if "app" in scope else None
    return registry is not None and registry.hub.closing


def record_request(scope: Scope, status: int, seconds: float) -> None:
    route = route_of(scope)
    method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
    metrics.count_of(method, route, status).inc()
    if not route.endswith("/events") and "/stream/" not in route:  # stays open as long as the page
        metrics.seconds_of(method, route).observe(seconds)
    if not request_log.isEnabledFor(logging.INFO):
        return
    about: dict[str, Any] = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    request_log.info("%(method)s %(route)s %(status)s %(ms)s ms", about, extra={"about": about})


def route_of(scope: Scope) -> str:
    """For example /t/{table_id}/move; "none" without a route."""
    route = scope.get("route")
    if route is None:
        return "/static" if scope["path"].startswith("/static/") else "none"
    return route.path
