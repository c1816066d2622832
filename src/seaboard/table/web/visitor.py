"""The visitor of a request: a browser with a secret in a cookie, the person whose secret it is, and the language."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from fastapi import Request, Response

from ...language import LANGUAGES, current_language
from ..runtime.addresses import normal_address, visitor_at
from ..store import DATABASE_GONE, Engine
from ..store.session_rows import SESSIONS, Identity, identify
from ..tables.seat_keys import COOKIE, hash_of, new_token

YEAR = 31_536_000
IDENTITY = "seaboard.identity"  # in a request's scope: an Identity, or the error of a database that does not answer
P = ParamSpec("P")
T = TypeVar("T")


class Identities:
    """Finds the person with a secret, cached for a few seconds: a page makes many requests, and a query for each would be slow.

    PostgreSQL announces sign-outs to all processes; `forget` makes them count at once.
    """

    CACHE_SECONDS = 5.0  # the longest time that a sign-out goes unnoticed where nothing announces it
    MAX_CACHED = 20_000

    def __init__(self, engine: Engine):
        self.engine = engine
        self.cached: OrderedDict[str, tuple[Identity | None, float]] = OrderedDict()
        self.generation = 0

    async def find(self, token: str) -> Identity | None:
        """The person with this secret, None if it is no longer valid. Guests are people too."""
        hashed = hash_of(token)
        cached = self.cached.get(hashed)
        if cached and time.monotonic() - cached[1] < self.CACHE_SECONDS:
            return cached[0]
        generation = self.generation
        identity = await asyncio.to_thread(identify, self.engine, hashed)
        if generation == self.generation:  # otherwise someone signed out during the query
            self.cached[hashed] = (identity, time.monotonic())
            self.cached.move_to_end(hashed)
            if len(self.cached) > self.MAX_CACHED:
                self.cached.popitem(last=False)
        return identity

    def forget(self) -> None:
        """Empties the cache, after a sign-in, a sign-out or a change of a profile."""
        self.generation += 1
        self.cached.clear()

    def on_remote_write(self, name: str, _number: int) -> None:
        """Another process announced such a change, or may have done so (see store/notices.py)."""
        if name in ("", SESSIONS):
            self.forget()


class Visitor:
    """One browser. Also sets the language of the request, which runs in its own context."""

    def __init__(self, request: Request, identity_required: bool = True):
        """Raises the database's error if it could not say who this is, unless the page shows nothing personal."""
        cookies, client = request.cookies, request.scope.get("client")
        identity = request.scope.get(IDENTITY)
        if isinstance(identity, Exception):
            if identity_required:
                raise identity
            identity = None
        self.state = request.app.state
        self.identity: Identity | None = identity
        self.token = cookies.get(COOKIE, "") if identity else ""
        self.hash = identity.who if identity else ""  # the person: a guest, or the owner of the session
        self.name = identity.name if identity else ""  # of the profile; empty for a guest
        self.language = (self.name and identity and identity.language) or language_of(request)
        current_language.set(self.language)
        self.theme = cookies.get("theme", "")
        self.board = cookies.get("board", "")  # the viewport of the board at the last table
        self.secure = request.scope["scheme"] == "https"
        self.address = normal_address(client[0] if client else "")
        self.network = visitor_at(self.address)  # limits count this as one visitor
        self.server: str = request.app.state.settings.address  # start of links for others; empty: that of the page

    async def draw(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Runs `work` among this visitor's jobs and returns its result; others never wait for these threads."""
        return await self.state.jobs.run(self.network, work, *args, **more)

    def remember(self, response: Response) -> None:
        """Sets the cookie with the browser's secret, for another year."""
        if not self.token:
            self.make_token()
        response.set_cookie(COOKIE, self.token, max_age=YEAR, httponly=True, samesite="lax", secure=self.secure)

    def make_token(self) -> str:
        """Makes this browser a guest unless it has an identity; returns the person (`who`)."""
        if not self.token:
            self.token = new_token()
            self.hash = hash_of(self.token)
        return self.hash

    async def sign_in(self, token: str) -> None:
        """Replaces the browser's secret by that of a new session: an attacker may have planted the old one."""
        identities: Identities = self.state.identities
        identities.forget()
        self.token, self.identity = token, await identities.find(token)
        if self.identity:
            self.hash, self.name = self.identity.who, self.identity.name

    def sign_out(self, response: Response) -> None:
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self.secure)


async def find_identity(request: Request) -> None:
    """Finds out who sends a request, before anything else happens to it."""
    token = request.cookies.get(COOKIE, "")
    try:
        request.scope[IDENTITY] = await request.app.state.identities.find(token) if token else None
    except DATABASE_GONE as error:
        request.scope[IDENTITY] = error


def use_language_of(request: Request) -> None:
    """Sets the language of a request that needs no visitor."""
    Visitor(request, identity_required=False)


def language_of(request: Request) -> str:
    """The language that the visitor chose, else the browser's preferred available one."""
    chosen = request.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    weighted = []
    for part in request.headers.get("accept-language", "")[:200].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            weighted.append((-float(weight or 1), name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, name in sorted(weighted, key=lambda pair: pair[0]) if name in LANGUAGES), "en")
