"""Who is asking: a browser with a secret of its own in a cookie, and the language it reads."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from fastapi import Request, Response

from ...language import LANGUAGES, current_language
from ..runtime.addresses import normal_address, visitor_at
from ..tables.seat_keys import COOKIE, hash_of, new_token

YEAR = 31_536_000
P = ParamSpec("P")
T = TypeVar("T")


class Visitor:
    """One browser. From here on the request is answered in its language: each request runs in a context of its own."""

    def __init__(self, request: Request):
        cookies, client = request.cookies, request.scope.get("client")
        self.state = request.app.state
        self.token = cookies.get(COOKIE, "")
        self.hash = hash_of(self.token) if self.token else ""
        self.language = language_of(request)
        current_language.set(self.language)
        self.theme = cookies.get("theme", "")
        self.secure = request.scope["scheme"] == "https"
        self.address = normal_address(client[0] if client else "")
        self.network = visitor_at(self.address)  # whom limits count as one
        self.server: str = request.app.state.settings.address  # how links for others begin; empty: as the page was opened

    async def draw(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What `work` returns; it runs among this visitor's jobs, never in the threads that others wait for."""
        return await self.state.jobs.run(self.network, work, *args, **more)

    def remember(self, response: Response) -> None:
        """Gives the browser a secret, or keeps it for another year."""
        if not self.token:
            self.make_token()
        response.set_cookie(COOKIE, self.token, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure)

    def make_token(self) -> str:
        if not self.token:
            self.token = new_token()
            self.hash = hash_of(self.token)
        return self.token


def language_of(request: Request) -> str:
    """Chosen by hand, else what the browser asks for first among those there are."""
    chosen = request.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    wanted = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wanted.append((-float(weight or 1), name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, name in sorted(wanted, key=lambda pair: pair[0]) if name in LANGUAGES), "en")
