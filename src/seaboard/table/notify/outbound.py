"""Requests to URLs that people enter (webhooks, push services), guarded so that none reaches the host's private network.

The host name is resolved when the connection is made, every address is checked, and the connection goes to a checked
address, so a name that resolves differently a moment later does no harm. Redirects are not followed.
"""

import asyncio
import socket
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from ..runtime.addresses import Network, is_public, read_address
from .mail import NotSent

TIMEOUT = 8.0  # seconds for each step of a request
TOTAL_TIMEOUT = 15.0  # seconds for all of it
MAX_ANSWER = 65_536
MAX_URL = 1000


def may_reach(text: str, allowed: Iterable[Network]) -> bool:
    """Whether a message may be sent to this address: a public one, or one in a network that the host allows."""
    address = read_address(text)
    return address is not None and (is_public(address) or any(address in network for network in allowed))


def check_url(url: str, allowed: Iterable[Network]) -> None:
    """Raises ValueError with the reason if messages cannot be sent to this URL. (Names are checked when they are resolved.)"""
    if len(url) > MAX_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError("the address is too long, or has characters that addresses do not have")
    parts = urlsplit(url)
    _port = parts.port  # raises ValueError
    plain = parts.scheme == "http" and bool(tuple(allowed))
    if parts.scheme != "https" and not plain:
        raise ValueError("the address must begin with https://")
    if not parts.hostname or parts.username is not None or parts.password is not None:
        raise ValueError("the address needs a host name, and no password in front of it")
    if read_address(parts.hostname) and not may_reach(parts.hostname, allowed):
        raise ValueError("this address is in a private network")


async def resolve(host: str, port: int) -> list[str]:
    infos = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


def guarded_backend(allowed: tuple[Network, ...]) -> Any:
    """A network backend for httpcore that connects to public or allowed addresses only."""
    import httpcore

    class GuardedBackend(httpcore.AsyncNetworkBackend):
        def __init__(self) -> None:
            self.inner = httpcore.AnyIOBackend()

        async def connect_tcp(self, host: str, port: int, *args: Any, **kwargs: Any) -> Any:
            try:
                addresses = await resolve(host, port)
            except OSError:
                raise NotSent("the host name is unknown") from None
            if not addresses or not all(may_reach(one, allowed) for one in addresses):
                raise NotSent("the host name leads to a private network")
            return await self.inner.connect_tcp(addresses[0], port, *args, **kwargs)

        async def connect_unix_socket(self, *_args: Any, **_kwargs: Any) -> Any:
            raise NotSent("not a network address")

        async def sleep(self, seconds: float) -> None:
            await self.inner.sleep(seconds)

    return GuardedBackend()


async def send(method: str, url: str, headers: Mapping[str, str], body: bytes, allowed: tuple[Network, ...]) -> int:
    """Sends a request and returns the status of its answer. Raises NotSent if no answer comes."""
    import httpcore

    try:
        check_url(url, allowed)
    except ValueError as error:
        raise NotSent(str(error)) from None
    timeout = dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT)
    try:
        async with (
            asyncio.timeout(TOTAL_TIMEOUT),
            httpcore.AsyncConnectionPool(network_backend=guarded_backend(allowed)) as pool,
        ):
            encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
            async with pool.stream(method, url, headers=encoded, content=body, extensions={"timeout": timeout}) as answer:
                await read_some(answer)
                return answer.status
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol, httpcore.TimeoutException) as error:
        raise NotSent(f"no answer ({type(error).__name__})") from None
    except (TimeoutError, OSError) as error:
        raise NotSent(f"no answer ({type(error).__name__})") from None


async def read_some(answer: Any) -> None:
    """Reads an answer to its end, so that the connection is closed cleanly; of a long one only a part."""
    size = 0
    async for part in answer.aiter_stream():
        size += len(part)
        if size > MAX_ANSWER:
            return
