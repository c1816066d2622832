"""Stopping without hanging up on anyone, and starting at a socket that outlives the server."""

import os
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

LAST_CALLS = 0.5  # seconds for requests that are on their way while the server is told to stop
FIRST_HANDED = 3  # the number of the first socket that systemd hands over


class PatientProtocol(H11Protocol):
    """A connection that is told to close answers first what is already on its way."""

    def shutdown(self) -> None:
        self.loop.call_later(LAST_CALLS, self.close_now)

    def close_now(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()


def handed_over() -> int | None:
    """The number of the socket that systemd (or whatever speaks its LISTEN_FDS) keeps open from one start to the next."""
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    with socket.socket(fileno=os.dup(FIRST_HANDED)) as listening:
        if listening.family in (socket.AF_INET, socket.AF_INET6):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # its connections inherit it
    return FIRST_HANDED
