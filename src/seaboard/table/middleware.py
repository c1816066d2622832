"""Limits on every request (size, rate, Origin), and the security headers of every response."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
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
]
LARGEST_BODY = 16_384
LONGEST_ADDRESS = 4_096


@dataclass(frozen=True)
class Limits:
    """How often one address may do things: (a second, at once). And how many pages may listen."""

    rates: Mapping[str, tuple[float, float]] = field(
        default_factory=lambda: {"create": (0.2, 20), "say": (1, 10), "hint": (0.5, 6), "send": (20, 60), "look": (30, 200)}
    )
    listeners: int = 5000
    listeners_each: int = 100  # for one address
    hosts: tuple[str, ...] = ()  # names under which this server answers; any without

    @classmethod
    def none(cls) -> "Limits":
        """For measuring."""
        return cls({}, 10**9, 10**9)


class RateLimiter:
    """Token buckets, one for each address and kind of request."""

    MOST = 20_000

    def __init__(self, rates: Mapping[str, tuple[float, float]]):
        self.rates = rates
        self.buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def allow(self, address: str, kind: str) -> bool:
        if kind not in self.rates:
            return True
        speed, most = self.rates[kind]
        now = time.monotonic()
        left, since = self.buckets.get((address, kind), (most, now))
        left = min(most, left + (now - since) * speed)
        allowed = left >= 1
        self.buckets[address, kind] = (left - allowed, now)
        self.buckets.move_to_end((address, kind))
        if len(self.buckets) > self.MOST:
            self.buckets.popitem(last=False)
        return allowed


def kind_of(scope: Scope) -> str:
    """Which rate a request counts against."""
    path: str = scope["path"]
    if scope["method"] in ("GET", "HEAD"):
        return "" if path.startswith("/static/") else "look"
    if path == "/api/tables" or path.endswith("/rematch"):
        return "create"
    return {"chat": "say", "hint": "hint"}.get(path.rpartition("/")[2], "send")


class GuardMiddleware:
    """Refuses what is too large, too often, or sent from another site; adds the headers that keep a page to itself."""

    def __init__(self, app: ASGIApp, limits: Limits):
        self.app = app
        self.limits = limits
        self.rates = RateLimiter(limits.rates)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
                if not any(name == b"cache-control" for name, _ in message["headers"]):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        if refused := self.problem(scope):
            status, text = refused
            await JSONResponse({"error": text}, status)(scope, receive, with_headers)
            return
        await self.app(scope, limited(receive), with_headers)

    def problem(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.limits.hosts and host.rpartition(":")[0] not in self.limits.hosts and host not in self.limits.hosts:
            return 421, "this server does not answer to that name"
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, "the address is too long"
        if scope["method"] not in ("GET", "HEAD"):
            if urlsplit(headers.get("origin", "")).netloc != host:
                return 403, "sent from another site"
            if not headers.get("content-length", "0").isdigit() or int(headers.get("content-length", "0")) > LARGEST_BODY:
                return 413, "too much at once"
        if not self.rates.allow((scope.get("client") or ("",))[0], kind_of(scope)):
            return 429, "too often; wait a little"
        return None


def limited(receive: Receive) -> Receive:
    """Reads no more of a body than is allowed, whatever its Content-Length."""
    read = 0

    async def receive_some() -> Message:
        nonlocal read
        message: Any = await receive()
        read += len(message.get("body", b""))
        if read > LARGEST_BODY:
            return {"type": "http.disconnect"}
        return message

    return receive_some
