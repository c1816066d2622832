"""The visitor of a request: a browser with a secret in a cookie, and its language."""

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
    """One browser. Also sets the language of the request, which runs in its own context."""

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
        self.network = visitor_at(self.address)  # limits count this as one visitor
        self.server: str = request.app.state.settings.address  # start of links for others; empty: the address of the page

    async def draw(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Runs `work` among this visitor's jobs and returns its result; others never wait for these threads."""
        return await self.state.jobs.run(self.network, work, *args, **more)

    def remember(self, response: Response) -> None:
        """Sets the cookie with the browser's secret, for another year."""
        if not self.token:
            self.make_token()
        response.set_cookie(COOKIE, self.token, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure)

    def make_token(self) -> str:
        if not self.token:
            self.token = new_token()
            self.hash = hash_of(self.token)
        return self.token


def language_of(request: Request) -> str:
    """The language that the visitor chose, else the browser's preferred available one."""
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
