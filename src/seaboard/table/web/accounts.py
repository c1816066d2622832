"""Accounts of programs: a token has an owner and scopes. Scopes have the names that lichess uses, where these fit."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from ..errors import Refused
from ..store import Engine, token_rows
from ..tables.seat_keys import hash_of, new_token
from .player_text import agent_name
from .visitor import Visitor

SCOPES = {
    "bot:play": "play as a bot, marked as one everywhere",
    "board:play": "play in your own name",
    "challenge:write": "open tables and take seats",
    "chat:write": "write to the others at the table",
    "hint:read": "ask for hints where the table allows it",
}
LINK_SCOPES = ("bot:play", "chat:write", "hint:read")  # of a token that opens only the seat of a link
LINK_DAYS = 30.0  # how long it is valid
PREFIX = "sbt_"  # how tokens begin, so that scanners for leaked secrets can find them
bearer = HTTPBearer(auto_error=False, description="a personal token, made on the page /tokens or with `seaboard admin token`")


@dataclass(frozen=True)
class Account:
    """The account that a token opens."""

    token: str  # its hash
    id: str
    owner: str  # the hash of the browser that made the token, which is responsible for it
    key: str  # the hash that holds its seats
    name: str
    bot: bool
    scopes: frozenset[str]

    def to_dict(self) -> dict[str, Any]:
        return {"id": self.id, "username": self.name, "title": "BOT" if self.bot else None, "scopes": sorted(self.scopes)}


class Caller:
    """An API request of an account. Its token counts, cookies do not."""

    def __init__(self, request: Request, account: Account):
        self.request, self.account, self.state = request, account, request.app.state
        self.visitor = Visitor(request)
        self.visitor.token, self.visitor.hash = "", account.key

    @property
    def engine(self) -> Engine:
        return self.state.registry.engine

    def check_not_sanctioned(self, kind: str) -> None:
        """Raises Refused if the account or its owner is muted (`kind` "mute") or banned ("ban")."""
        for person in (self.account.key, self.account.owner):
            if person and self.state.moderation.is_sanctioned(kind, person, self.visitor.address):
                raise Refused(403, "The host of this server has muted you." if kind == "mute" else "You are banned here.")

    def require_scope(self, scope: str) -> None:
        if scope not in self.account.scopes:
            raise Refused(403, f"this token lacks the scope {scope}; make one that has it")

    async def is_valid(self) -> bool:
        """Whether the token is still valid; open streams check it again and again."""
        return await asyncio.to_thread(token_rows.find_token, self.engine, self.account.token) is not None


async def account_of(request: Request, credentials: HTTPAuthorizationCredentials | None) -> Account | None:
    """The account of the request's token; None without one, Refused with a wrong one."""
    if credentials is None:
        return None
    row = await asyncio.to_thread(token_rows.find_token, request.app.state.registry.engine, hash_of(credentials.credentials))
    if row is None:
        raise Refused(401, "this token is wrong, was revoked, or has expired")
    return Account(row.hash, row.id, row.owner, row.account, row.name, row.bot, frozenset(row.scopes.split()))


BearerToken = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


async def caller_of(request: Request, credentials: BearerToken) -> Caller:
    account = await account_of(request, credentials)
    if account is None:
        raise Refused(401, "send a token: Authorization: Bearer sbt_...; the page /tokens makes one")
    caller = Caller(request, account)
    if request.method not in ("GET", "HEAD"):
        caller.check_not_sanctioned("ban")
    return caller


def with_scope(scope: str) -> Callable[..., Coroutine[Any, Any, Caller]]:
    async def caller_with_scope(request: Request, credentials: BearerToken) -> Caller:
        caller = await caller_of(request, credentials)
        caller.require_scope(scope)
        return caller

    return caller_with_scope


AnyCaller = Annotated[Caller, Depends(caller_of)]
Challenger = Annotated[Caller, Depends(with_scope("challenge:write"))]


def make_token(
    engine: Engine, owner: str, name: str, bot: bool, scopes: Sequence[str], days: float | None = None
) -> tuple[str, Account]:
    """A new token and its account. A person's token holds the person's seats; a bot has its own seats."""
    allowed = [scope for scope in SCOPES if scope != ("board:play" if bot else "bot:play")]
    wrong = [scope for scope in scopes if scope not in allowed]
    if wrong or not scopes:
        problem = f"there is no scope {wrong[0]!r}" if wrong else "a token needs a scope"
        raise Refused(422, f"{problem}; the scopes of a {'bot' if bot else 'person'} are {', '.join(allowed)}")
    if not bot and not owner:
        raise Refused(422, "a token for a person is made on the page /tokens, in the browser that holds the seats")
    token, token_id = PREFIX + new_token(), secrets.token_hex(6)
    key = hash_of(new_token()) if bot else owner
    account_name = agent_name(name) if bot else name
    account = Account(hash_of(token), token_id, owner, key, account_name, bot, frozenset(scopes))
    token_rows.add_token(engine, account.token, token_id, owner, key, account_name, bot, sorted(scopes), days)
    return token, account
