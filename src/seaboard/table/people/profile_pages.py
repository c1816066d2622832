"""A person's own page: name, avatar, ways to sign in, devices, export and deletion."""

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse

from ...language import LANGUAGES, _
from ..errors import Refused
from ..store import admin, profile_rows, session_rows
from ..view.person import COLOURS, SHAPE_TEXTS, avatar_svg, choose_avatar, read_avatar
from ..web.message_types import EmptyRequest, PageAnswer, PlayerName
from ..web.player_text import check_may_speak, cleaned_line
from ..web.table_pages import page
from ..web.visitor import Visitor
from . import passkeys, recovery
from .adopt_guest import adopt_guest, count_to_adopt
from .people_messages import ItemsAnswer, ItemsRequest, NewPasskeyRequest, PasskeyOptions
from .profile_names import name_key, read_name
from .sessions import (
    announce_profile_change,
    device_of,
    end_sessions,
    engine_of,
    require_profile,
    require_recent_sign_in,
    signed_in_recently,
)
from .sign_in_pages import code_page, sign_in_methods

router = APIRouter(include_in_schema=False)
requests = APIRouter()
MAX_ITEMS = 3000
Id = Annotated[str, Form(pattern="^[0-9a-f]{1,64}$")]


@router.get("/profile")
async def profile_page(request: Request, sent: bool = False) -> Response:
    """The page of the signed-in person; `sent`: a mail to confirm an address was sent."""
    visitor, engine = Visitor(request), engine_of(request)
    if not visitor.name:
        return RedirectResponse("/sign-in", 303)
    who = visitor.hash
    profile, sessions, keys, identities, guest = await asyncio.gather(
        asyncio.to_thread(profile_rows.profile_of, engine, who),
        asyncio.to_thread(session_rows.sessions_of, engine, who),
        asyncio.to_thread(session_rows.passkeys_of, engine, who),
        asyncio.to_thread(session_rows.identities_of, engine, who),
        asyncio.to_thread(count_to_adopt, engine, who),
    )
    context: dict[str, Any] = {"profile": profile, "sessions": sessions, "keys": keys, "identities": identities, "guest": guest}
    this = visitor.identity.session if visitor.identity else ""
    shapes = [(shape, _(text)) for shape, text in SHAPE_TEXTS.items()]
    avatar = read_avatar(profile.avatar) if profile else None
    recent = await signed_in_recently(request, visitor)
    context |= {"this": this, "shapes": shapes, "colours": list(enumerate(COLOURS)), "avatar": avatar, "recent": recent}
    return page("profile.html", visitor, sent=sent, **context, **sign_in_methods(request))


@router.post("/profile")
async def change(
    request: Request,
    name: Annotated[PlayerName, Form()],
    language: Annotated[str, Form(max_length=8)] = "",
    public: Annotated[bool, Form()] = False,
) -> Response:
    """Changes name, language and visibility."""
    visitor = Visitor(request)
    who, shown = require_profile(visitor), read_name(name)
    if shown != visitor.name:
        check_may_speak(visitor)
    values = {
        "name": shown,
        "name_key": name_key(shown),
        "public": public,
        "language": language if language in LANGUAGES else "",
    }
    if not await asyncio.to_thread(profile_rows.change_profile, engine_of(request), who, **values):
        raise Refused(409, _("Someone has this name, or one that looks like it. Choose another one."))
    await announce_profile_change(request)
    return RedirectResponse("/profile", 303)


Number = Annotated[int, Form(ge=0, le=100)]


@router.post("/profile/avatar")
async def change_avatar(
    request: Request, shape: Annotated[str, Form(max_length=20)], colour: Number, ground: Number
) -> Response:
    visitor = Visitor(request)
    who = require_profile(visitor)
    former = read_avatar(visitor.identity.avatar if visitor.identity else "")
    avatar = choose_avatar(former, shape, colour, ground)
    await asyncio.to_thread(profile_rows.change_profile, engine_of(request), who, avatar=str(avatar))
    await announce_profile_change(request)
    return RedirectResponse("/profile#avatar", 303)


@router.get("/avatar/{text}.svg")
async def avatar_picture(text: str) -> Response:
    """An avatar as a file: the same text always gives the same picture."""
    svg = avatar_svg(text[:80]).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


# ways to sign in


@requests.post("/profile/passkeys/options")
async def new_passkey_options(request: Request, body: EmptyRequest) -> PasskeyOptions:
    visitor = Visitor(request)
    who = await require_recent_sign_in(request, visitor)
    return {"options": await passkeys.registration_options(request, engine_of(request), who, visitor.name)}


@requests.post("/profile/passkeys")
async def new_passkey(request: Request, body: NewPasskeyRequest) -> PageAnswer:
    visitor = Visitor(request)
    who = await require_recent_sign_in(request, visitor)
    name = cleaned_line(body.name)[:60] or device_of(request)
    await passkeys.add_passkey(request, engine_of(request), who, body.credential, name)
    return {"page": "/profile#sign-in"}


@router.post("/profile/passkeys/rename")
async def rename_passkey(request: Request, passkey: Id, name: Annotated[str, Form(max_length=60)]) -> Response:
    who = require_profile(Visitor(request))
    if shown := cleaned_line(name):
        await asyncio.to_thread(session_rows.rename_passkey, engine_of(request), who, passkey, shown)
    return RedirectResponse("/profile#sign-in", 303)


@router.post("/profile/passkeys/remove")
async def remove_passkey(request: Request, passkey: Id) -> Response:
    who = await require_recent_sign_in(request, Visitor(request))
    await asyncio.to_thread(session_rows.delete_passkey, engine_of(request), who, passkey)
    return RedirectResponse("/profile#sign-in", 303)


@router.post("/profile/openid/remove")
async def remove_identities(request: Request) -> Response:
    who = await require_recent_sign_in(request, Visitor(request))
    await asyncio.to_thread(session_rows.delete_identities, engine_of(request), who)
    return RedirectResponse("/profile#sign-in", 303)


@router.post("/profile/code")
async def renew_code(request: Request) -> Response:
    visitor, engine = Visitor(request), engine_of(request)
    who = await require_recent_sign_in(request, visitor)
    code = await asyncio.to_thread(recovery.renew_code, engine, who)
    if profile := await asyncio.to_thread(profile_rows.profile_of, engine, who):
        await recovery.warn(request.app.state.settings, profile)
    return code_page(request, visitor, code)


@router.post("/profile/mail")
async def change_mail(request: Request, mail: Annotated[str, Form(max_length=254)] = "") -> Response:
    """Asks the owner of a new address to confirm it; without an address, removes the current one."""
    visitor, engine = Visitor(request), engine_of(request)
    who = await require_recent_sign_in(request, visitor)
    if not mail.strip():
        former = await asyncio.to_thread(profile_rows.profile_of, engine, who)
        await asyncio.to_thread(profile_rows.change_profile, engine, who, mail=None)
        await recovery.warn(request.app.state.settings, former)
        return RedirectResponse("/profile#sign-in", 303)
    await recovery.ask_to_confirm(request, who, mail.strip())
    return RedirectResponse("/profile?sent=true", 303)


@router.get("/profile/mail/confirm")
async def confirm_link(request: Request, link: Annotated[str, Query(max_length=100)]) -> Response:
    context = {"link": link, "action": "/profile/mail/confirm"}
    return page("open_link.html", Visitor(request), **context, text=_("Confirm this address"))


@router.post("/profile/mail/confirm")
async def confirm_mail(request: Request, link: Annotated[str, Form(max_length=200)]) -> Response:
    await recovery.confirm_mail(request, require_profile(Visitor(request)), link)
    return RedirectResponse("/profile#sign-in", 303)


# devices


@router.post("/profile/sessions/end")
async def end_session(request: Request, session: Id) -> Response:
    visitor = Visitor(request)
    await end_sessions(request, require_profile(visitor), session)
    return RedirectResponse("/profile#devices", 303)


@router.post("/profile/sessions/end-all")
async def end_all_sessions(request: Request) -> Response:
    """Signs out all devices, including this one."""
    visitor = Visitor(request)
    await end_sessions(request, require_profile(visitor))
    response = RedirectResponse("/sign-in?out", 303)
    visitor.sign_out(response)
    return response


# data


@router.post("/profile/adopt")
async def adopt(request: Request, add: Annotated[bool, Form()] = False) -> Response:
    """Adds the games that this person played as a guest in this browser before signing in, or leaves them there."""
    who = require_profile(Visitor(request))
    tables = await asyncio.to_thread(adopt_guest, engine_of(request), who, add)
    for table_id in tables:
        if table := request.app.state.registry.alive.get(table_id):
            async with table.lock:
                await request.app.state.registry.refresh(table)
    return RedirectResponse("/my-games", 303)


@router.get("/profile/export")
async def export(request: Request) -> Response:
    """All data that the server stores about this person; also for guests."""
    visitor = Visitor(request)
    if not visitor.hash:
        raise Refused(404, _("This server has no data of yours."))
    data = await asyncio.to_thread(admin.export_person, engine_of(request), visitor.hash)
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    headers = {"content-disposition": 'attachment; filename="seaboard.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.post("/profile/delete")
async def delete(request: Request, sure: Annotated[bool, Form()] = False) -> Response:
    """Deletes the person's data; also for guests. Finished games with others stay, without the name."""
    visitor = Visitor(request)
    if not sure:
        raise Refused(422, _("Tick the box to delete your data."))
    who = await require_recent_sign_in(request, visitor) if visitor.name else visitor.hash
    if who:
        await asyncio.to_thread(admin.delete_person, engine_of(request), who)
        await announce_profile_change(request)
    response = RedirectResponse("/sign-in?out", 303)
    visitor.sign_out(response)
    return response


@requests.get("/profile/items")
async def items(request: Request) -> ItemsAnswer:
    """Lessons, puzzles and settings that follow the profile."""
    who = require_profile(Visitor(request))
    return {"items": await asyncio.to_thread(profile_rows.saved_items_of, engine_of(request), who)}


@requests.post("/profile/items", status_code=204)
async def save_items(request: Request, body: ItemsRequest) -> None:
    who = require_profile(Visitor(request))
    new = {cleaned_line(name): None if value is None else cleaned_line(value) for name, value in body.items.items()}
    if not await asyncio.to_thread(profile_rows.save_items, engine_of(request), who, new, MAX_ITEMS):
        raise Refused(422, _("Your profile is full."))
