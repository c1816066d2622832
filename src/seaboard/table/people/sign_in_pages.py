"""Pages and requests to make a profile, and to sign in with a passkey, a recovery code, a mail, or OpenID Connect."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, BackgroundTasks, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from ...language import LANGUAGES, _
from ..errors import Refused
from ..notify.mail import mail_is_on
from ..store import profile_rows
from ..view.person import new_avatar
from ..web.message_types import EmptyRequest, PageAnswer, PlayerName
from ..web.player_text import check_may_speak
from ..web.table_pages import page
from ..web.visitor import Visitor
from . import passkeys, recovery
from .people_messages import PasskeyOptions, PasskeyRequest
from .profile_names import name_key, read_name
from .sessions import end_sessions, engine_of, start_session

router = APIRouter(include_in_schema=False)
requests = APIRouter()
Secret = Annotated[str, Form(max_length=200)]


@router.get("/sign-in")
async def sign_in_page(request: Request, sent: bool = False) -> Response:
    return page("sign_in.html", Visitor(request), sent=sent, **sign_in_methods(request))


def sign_in_methods(request: Request) -> dict[str, Any]:
    """The ways to sign in that this server offers."""
    settings = request.app.state.settings
    return {
        "passkeys": passkeys.passkeys_work(request),
        "mail": mail_is_on(settings),
        "provider": settings.oidc_name if settings.oidc_issuer else "",
    }


@router.post("/profile/new")
async def make_profile(request: Request, name: Annotated[PlayerName, Form()]) -> Response:
    """Turns a guest into a profile with all the guest's tables, and shows the recovery code, which is never shown again."""
    visitor = Visitor(request)
    if visitor.name:
        return RedirectResponse("/profile", 303)
    check_may_speak(visitor)
    who = visitor.make_token()
    code = await new_profile(request, who, read_name(name))
    await start_session(request, visitor, who)
    return code_page(request, visitor, code, new=True)


async def new_profile(request: Request, who: str, name: str) -> str:
    """Adds a profile for a guest; returns its recovery code. Raises Refused if the name is taken."""
    code, language = recovery.new_code(), request.cookies.get("language", "")
    values = {
        "who": who,
        "name": name,
        "name_key": name_key(name),
        "language": language if language in LANGUAGES else "",  # the chosen one; empty: the browser's
        "avatar": str(new_avatar()),
        "public": True,
        "recovery": recovery.code_hash(code),
    }
    if not await asyncio.to_thread(profile_rows.add_profile, engine_of(request), values):
        raise Refused(409, _("Someone has this name, or one that looks like it. Choose another one."))
    return code


def code_page(request: Request, visitor: Visitor, code: str, new: bool = False) -> Response:
    """Shows a recovery code. The page is not stored anywhere (`no-store`)."""
    return page("recovery_code.html", visitor, code=code, new=new, passkeys=passkeys.passkeys_work(request))


@requests.post("/sign-in/passkey/options")
async def passkey_options(request: Request, body: EmptyRequest) -> PasskeyOptions:
    return {"options": await passkeys.sign_in_options(request, engine_of(request))}


@requests.post("/sign-in/passkey")
async def with_passkey(request: Request, response: Response, body: PasskeyRequest) -> PageAnswer:
    visitor = Visitor(request)
    who = await passkeys.person_with_passkey(request, engine_of(request), body.credential)
    await start_session(request, visitor, who)
    visitor.remember(response)
    return {"page": "/profile"}


@router.post("/sign-in/code")
async def with_code(request: Request, code: Secret) -> Response:
    """Signs in with the recovery code, which works once, and shows the next one."""
    visitor, engine = Visitor(request), engine_of(request)
    profile, new = await asyncio.to_thread(recovery.use_code, engine, code)
    await start_session(request, visitor, profile.who)
    await recovery.warn(request.app.state.settings, profile)
    return code_page(request, visitor, new)


@router.post("/sign-in/mail")
async def ask_for_mail(request: Request, work: BackgroundTasks, mail: Secret) -> Response:
    """Sends a link to sign in. The answer is the same for an address without a profile."""
    Visitor(request)  # sets the language of an answer
    if not mail_is_on(request.app.state.settings):
        raise Refused(404, _("This server sends no email."))
    work.add_task(recovery.send_sign_in_links, request, mail.strip())
    return RedirectResponse("/sign-in?sent=true", 303, background=work)


@router.get("/sign-in/mail/open")
async def mail_link(request: Request, link: Annotated[str, Query(max_length=100)]) -> Response:
    """Asks for a click, because programs that scan mails open links too."""
    return page("open_link.html", Visitor(request), link=link, action="/sign-in/mail/open", text=_("Sign in"))


@router.post("/sign-in/mail/open")
async def with_mail(request: Request, link: Secret) -> Response:
    visitor = Visitor(request)
    profile = await recovery.use_sign_in_link(engine_of(request), link)
    await start_session(request, visitor, profile.who)
    return to_profile(visitor)


def to_profile(visitor: Visitor) -> Response:
    response = RedirectResponse("/profile", 303)
    visitor.remember(response)
    return response


@router.post("/sign-out")
async def sign_out(request: Request) -> Response:
    """Signs out this device; its browser starts again as a new guest."""
    visitor = Visitor(request)
    response = RedirectResponse("/sign-in?out", 303)
    if visitor.identity and visitor.identity.session:
        await end_sessions(request, visitor.hash, visitor.identity.session)
        visitor.sign_out(response)
    return response
