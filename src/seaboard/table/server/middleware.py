"""Middleware of every request: log, limits (size, rate, Origin), security headers, identity of the sender, compression."""

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
MAX_BODY = 16_384
LARGER_BODIES = {
    "/api/studies": 1_600_000,
    "/study/": 1_600_000,
    "/load": 1_000_000,
    "/edit": 1_000_000,
    "/box/": 1_600_000,
}  # by prefix
MAX_ADDRESS = 4_096
SIGN_IN_PATHS = ("/profile/new", "/profile/code", "/profile/mail", "/profile/mail/confirm", "/profile/delete")
CREATE_PATHS = (
    *("/api/tables", "/api/studies", "/load", "/tokens", "/api/seat", "/api/challenge/ai", "/api/challenge/open"),
    *("/notifications/mail", "/notifications/webhook", "/api/notifications/push"),
    "/tables/ticket",
)

# commands at a table that are no moves: they count against the rate limit of the chat
CHAT_COMMANDS = (
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
    if path in CREATE_PATHS or path.endswith(("/rematch", "/branch", "/copy", "/chapter", "/test")):
        return "create"
    if path.startswith("/sign-in") or path in SIGN_IN_PATHS:
        return "sign in"
    command = path.rpartition("/")[2]
    if path.startswith("/study/") and command in ("evaluation", "bot"):
        return "evaluate"
    return "chat" if command in CHAT_COMMANDS else command if command in ("hint", "coach") else "send"


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

        has_started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                own = {name for name, _value in message["headers"]}
                message["headers"] = [*message["headers"], *(header for header in HEADERS if header[0] not in own)]
            await send(message)

        if problem := self.problem(scope):
            status, text = problem
            headers = {"retry-after": str(self.rates.seconds_until_next(kind_of(scope)))} if status == 429 else None
            await JSONResponse({"error": text}, status, headers)(scope, receive, send_with_headers)
            return
        try:
            await self.app(scope, limit_body(receive, largest_body(scope)), send_with_headers)
        except Exception:  # an unexpected error: the visitor gets a number to report, the log gets the details
            number = log_exception(f"{scope['method']} {kind_of(scope)}")
            if not has_started:
                text = f"something went wrong; please report it with the number {number}"
                await JSONResponse({"error": text}, 500)(scope, receive, send_with_headers)

    def problem(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the text with which a request is refused; None if it is fine."""
        headers = dict(reversed(scope["headers"]))  # of several headers with one name, the first counts
        host = headers.get(b"host", b"").decode("latin-1")
        if self.limits.hosts and host.rpartition(":")[0] not in self.limits.hosts and host not in self.limits.hosts:
            return 421, "unknown host name"
        if len(scope["path"]) + len(scope["query_string"]) > MAX_ADDRESS:
            return 414, "the URL is too long"
        if scope["method"] not in ("GET", "HEAD"):
            if not ignores_cookies(scope, headers) and site_of(headers.get(b"origin", b"").decode("latin-1")) != host:
                return 403, "requests from other sites are refused"
            length = headers.get(b"content-length", b"0")
            if not (length.isdigit() and len(length) < 10 and int(length) <= largest_body(scope)):
                return 413, "the request is too large"
        visitor = visitor_at((scope.get("client") or ("",))[0])
        if visitor not in self.limits.unlimited and not self.rates.allow(visitor, kind_of(scope)):
            return 429, "too many requests; wait a moment"
        return None


class IdentityMiddleware:
    """Finds the identity of the sender (see web/visitor.py)."""

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


def ignores_cookies(scope: Scope, headers: dict[bytes, bytes]) -> bool:
    """Whether a request is allowed from other sites, because its route ignores cookies: a token or a link identifies it."""
    token = headers.get(b"authorization", b"")[:7].lower() == b"bearer "
    if scope["path"] == "/api/seat" or scope["path"].startswith("/notifications/stop/"):  # the latter is sent by mail programs
        return True
    return token and scope["path"].startswith(("/api/bot/", "/api/board/", "/api/challenge/"))


def site_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:  # not a URL, such as http://[
        return ""


def log_exception(request: str) -> str:
    """Logs the current exception, and returns the number with which it is found in the log."""
    number = secrets.token_hex(4)
    logging.getLogger("seaboard").exception("error %s at %s", number, request)
    return number


def largest_body(scope: Scope) -> int:
    return next((size for start, size in LARGER_BODIES.items() if scope["path"].startswith(start)), MAX_BODY)


def limit_body(receive: Receive, largest: int) -> Receive:
    """Reads no more of a body than allowed, even if its Content-Length is wrong."""
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
    """Counts and logs requests by route, never by URL, which may contain a key. Closes connections while the server stops."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, start = 500, time.perf_counter()

        async def send_and_note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                if is_stopping(scope):  # the client's next request goes to the next server process
                    message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        try:
            await self.app(scope, receive, send_and_note_status)
        finally:
            record_request(scope, status, time.perf_counter() - start)


def is_stopping(scope: Scope) -> bool:
    registry = getattr(scope["app"].state, "registry", None) if "app" in scope else None
    return registry is not None and registry.hub.closing


def record_request(scope: Scope, status: int, seconds: float) -> None:
    route = route_of(scope)
    method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
    metrics.count_of(method, route, status).inc()
    if not route.endswith("/events") and "/stream/" not in route:  # event streams stay open as long as the page
        metrics.seconds_of(method, route).observe(seconds)
    if not request_log.isEnabledFor(logging.INFO):
        return
    about: dict[str, Any] = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
    request_log.info("%(method)s %(route)s %(status)s %(ms)s ms", about, extra={"about": about})


def route_of(scope: Scope) -> str:
    """The route of a request, such as /t/{table_id}/move; "none" if there is none."""
    route = scope.get("route")
    if route is None:
        return "/static" if scope["path"].startswith("/static/") else "none"
    return route.path
