"""Limits of connections: the time for a request to arrive, and the number of connections per address.

Connections that send nothing or very slowly, or do not read their response, are closed.
Connections beyond the limits are closed immediately, before the process runs out of file descriptors.
"""

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from functools import cache
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES

from ..runtime.addresses import Network, is_in, read_network, visitor_at
from .middleware import HEADERS
from .shutdown import GracefulProtocol

REQUEST_SECONDS = 10.0  # for a whole request, headers and body
READING_SECONDS = 30.0  # for a client that has stopped reading to continue
MAX_PER_VISITOR = 200  # connections per visitor; fewer if the total is small
RESERVED_FILES = 200  # file descriptors for the database and others
MAX_BUFFERED = 65_536  # bytes of a response that are sent together
BACKLOG = 100  # connections accepted at the same time


class Connections:
    """The open connections of this process."""

    def __init__(self) -> None:
        self.most = max(50, raise_file_limit() - RESERVED_FILES - BACKLOG)
        self.each = min(MAX_PER_VISITOR, self.most // 4)
        self.total = 0
        self.by_visitor: Counter[str] = Counter()

    def allow(self, visitor: str) -> bool:
        return self.total < self.most and (not visitor or self.by_visitor[visitor] < self.each)

    def add(self, visitor: str, change: int) -> None:
        self.total += change
        self.by_visitor[visitor] += change
        if not self.by_visitor[visitor]:
            del self.by_visitor[visitor]


def raise_file_limit() -> int:
    """Raises the number of files that this process may open to the hard limit (at most 65536), and returns it."""
    if sys.platform == "win32":
        return 10_000
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return limit


class BufferedTransport:
    """Sends the head of a response together with its body: one packet, one system call."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop):
        self.transport, self.loop = transport, loop
        self.buffered: list[bytes] = []
        self.size = 0

    def write(self, data: bytes) -> None:
        if not data:
            return
        if not self.buffered:
            self.loop.call_soon(self.flush)
        self.buffered.append(data)
        self.size += len(data)
        if self.size > MAX_BUFFERED:
            self.flush()

    def flush(self) -> None:
        if self.buffered:
            self.transport.write(b"".join(self.buffered))
            self.buffered, self.size = [], 0

    def close(self) -> None:
        self.flush()
        self.transport.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)


class LimitedProtocol(GracefulProtocol):
    """Uvicorn's protocol with these limits; a trusted proxy has no limit per visitor, because it serves many."""

    open_connections: Connections | None = None  # of this process; created with its first connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport: Any = BufferedTransport(transport, self.loop)
        LimitedProtocol.open_connections = LimitedProtocol.open_connections or Connections()
        self.deadline: asyncio.TimerHandle | None = None
        self.reading: asyncio.TimerHandle | None = None
        address = self.client[0] if self.client else ""
        self.visitor = "" if is_trusted(self.config, address) else visitor_at(address)
        self.counted = LimitedProtocol.open_connections.allow(self.visitor)
        if self.counted:
            LimitedProtocol.open_connections.add(self.visitor, 1)
            self.start_deadline()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.counted and LimitedProtocol.open_connections:
            LimitedProtocol.open_connections.add(self.visitor, -1)
        for timer in (self.deadline, self.reading):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):  # the request has arrived completely
            self.stop_deadline()
        elif not self.deadline:
            self.start_deadline()

    def start_deadline(self) -> None:
        self.deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def stop_deadline(self) -> None:
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reading = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.reading:
            self.reading.cancel()
            self.reading = None

    def send_400_response(self, msg: str) -> None:
        """Like Uvicorn's, with the security headers."""
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *HEADERS]
        event: Any
        for event in (
            h11.Response(status_code=400, headers=headers, reason=STATUS_PHRASES[400]),
            h11.Data(data=msg.encode("ascii")),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


@cache
def trusted_networks(names: str) -> list[Network]:
    """Parses Uvicorn's setting; its names that are no addresses are left out."""
    networks = []
    for name in names.split(","):
        with suppress(ValueError):
            networks.append(read_network(name))
    return networks


def is_trusted(config: Any, address: str) -> bool:
    """Whether this is the address of a trusted proxy."""
    trusted = config.forwarded_allow_ips
    names = trusted if isinstance(trusted, str) else ",".join(trusted or ())
    return "*" in names or is_in(address, trusted_networks(names))
