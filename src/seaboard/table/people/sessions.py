"""Signing in and out: each device has its own session, with a new secret each time."""

import asyncio
import re
import secrets
from typing import Any

from fastapi import Request

from ...language import _
from ..errors import Refused
from ..store import Engine, session_rows
from ..tables.seat_keys import hash_of, new_token
from ..web.visitor import Visitor

RECENT = 900.0  # seconds after signing in, in which a person may change the ways to sign in
MAX_SESSIONS = 50
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "CrOS", "Linux")
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
ADOPT = "adopt"  # kind of one-time secrets: the guest whose games a profile may add
ADOPT_SECONDS = 86_400.0


def engine_of(request: Request) -> Engine:
    engine: Engine = request.app.state.registry.engine
    return engine


async def start_session(request: Request, visitor: Visitor, who: str) -> None:
    """Signs this browser in, with a new secret: somebody may have planted the former one (session fixation)."""
    engine, token, former = engine_of(request), new_token(), visitor.identity
    await asyncio.to_thread(store_session, engine, token, who, device_of(request), former)
    await visitor.sign_in(token)


def store_session(engine: Engine, token: str, who: str, device: str, former: Any) -> None:
    """Stores a session, ends the browser's former one, and remembers a former guest, whose games the profile may add."""
    if former and former.session:  # this browser was signed in already
        session_rows.end_sessions(engine, former.who, former.session)
    elif former and former.who != who:
        session_rows.add_one_time(engine, hash_of(new_token()), ADOPT, who, former.who, ADOPT_SECONDS)
    session_rows.add_session(engine, hash_of(token), secrets.token_hex(6), who, device)
    for old in session_rows.sessions_of(engine, who)[MAX_SESSIONS:]:
        session_rows.end_sessions(engine, who, old.id)


def device_of(request: Request) -> str:
    """Browser and system, as far as the browser names them, for the list of sessions."""
    agent = request.headers.get("user-agent", "")[:400]
    system = next((one for one in SYSTEMS if one in agent), "")
    browser = next((name for mark, name in BROWSERS.items() if re.search(rf"\b{mark}", agent)), "")
    system = {"Macintosh": "macOS", "CrOS": "ChromeOS"}.get(system, system)
    return " · ".join(filter(None, (browser, system))) or "?"


async def end_sessions(request: Request, who: str, session_id: str | None = None) -> None:
    await asyncio.to_thread(session_rows.end_sessions, engine_of(request), who, session_id)
    request.app.state.identities.forget()


async def announce_profile_change(request: Request) -> None:
    """Makes all processes read the profile again."""
    await asyncio.to_thread(session_rows.announce_change, engine_of(request))
    request.app.state.identities.forget()


def require_profile(visitor: Visitor) -> str:
    """The id of a signed-in person. Raises Refused for a guest."""
    if not visitor.name:
        raise Refused(403, _("Sign in first."))
    return visitor.hash


async def require_recent_sign_in(request: Request, visitor: Visitor) -> str:
    """The id of a person who signed in recently: a stolen cookie alone must not be enough to take over a profile."""
    who = require_profile(visitor)
    if not await signed_in_recently(request, visitor):
        raise Refused(403, _("Sign in again first: this changes how you sign in."))
    return who


async def signed_in_recently(request: Request, visitor: Visitor) -> bool:
    session = visitor.identity.session if visitor.identity else ""
    return await asyncio.to_thread(session_rows.is_recent, engine_of(request), session, visitor.hash, RECENT)
