"""Graceful shutdown, and a socket that systemd keeps open while the server restarts."""

import os
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

CLOSING_SECONDS = 0.5  # for requests that are still arriving when the server stops
FIRST_INHERITED_FD = 3  # the first file descriptor that systemd passes


class GracefulProtocol(H11Protocol):
    """A connection that answers pending requests before it closes."""

    def shutdown(self) -> None:
        self.loop.call_later(CLOSING_SECONDS, self.close_now)

    def close_now(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()


def inherited_socket() -> int | None:
    """The file descriptor that systemd (or another sender of LISTEN_FDS) keeps open across restarts; None without one."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    with socket.socket(fileno=os.dup(FIRST_INHERITED_FD)) as listening:
        if listening.family in (socket.AF_INET, socket.AF_INET6):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # its connections inherit it
    return FIRST_INHERITED_FD
