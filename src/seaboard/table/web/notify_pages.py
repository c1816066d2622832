"""The page on which a person chooses notifications, and the links in mails. All notifications are off at first."""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Iterable
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import Field

from ...language import _, mark
from ..errors import Refused
from ..notify.mail import NotSent, mail_is_on, send_mail
from ..notify.outbound import check_url
from ..notify.push import check_keys
from ..notify.webhook import FORMS
from ..runtime.settings import is_mail_address
from ..store import notify_rows
from .message_types import Body, PageAnswer
from .player_text import cleaned_line
from .table_pages import page
from .visitor import Visitor

router = APIRouter(include_in_schema=False)
api = APIRouter()
MAX_CHANNELS = {"push": 8, "mail": 2, "webhook": 6}  # of one person
MAILS_A_DAY = 3  # to one address, for its confirmation
KIND_TEXTS = {
    "turn": mark("it is my turn"),
    "invitation": mark("someone invites me, or a table is ready"),
    "over": mark("a game is over"),
    "cup": mark("there is news about a tournament"),
}
FORM_TEXTS = {"discord": "Discord", "slack": "Slack", "matrix": "Matrix", "json": "JSON"}
PLACE_TEXTS = {"push": mark("Browser"), "mail": mark("Email"), "webhook": mark("Webhook")}
assert set(KIND_TEXTS) == set(notify_rows.KINDS)
assert set(FORM_TEXTS) == set(FORMS)

NewsKinds = Annotated[list[str], Form(max_length=10)]
ShortText = Annotated[str, Form(max_length=300)]


@router.get("/notifications")
async def notifications(request: Request, done: str = "") -> Response:
    visitor = Visitor(request)
    settings, sender = request.app.state.settings, request.app.state.sender
    rows = await asyncio.to_thread(notify_rows.channels_of, sender.engine, visitor.hash) if visitor.hash else []
    return page(
        "notifications.html",
        visitor,
        channels=[channel_view(row) for row in rows],
        kinds=[(kind, _(text)) for kind, text in KIND_TEXTS.items()],
        forms=FORM_TEXTS,
        push_key=sender.public,
        mail=mail_is_on(settings),
        webhooks=settings.webhooks == "on",
        message=MESSAGES.get(done, ""),
    )


MESSAGES = {
    "test": mark("A test message is on its way."),
    "saved": mark("Saved."),
    "removed": mark("Removed."),
    "mail": mark("We have sent you an email. Open the link in it to confirm the address."),
    "confirmed": mark("The address is confirmed."),
}


def channel_view(row: Any) -> dict[str, Any]:
    """A channel as its owner sees it."""
    paused = row.failures >= notify_rows.MAX_FAILURES
    return {
        "id": row.id,
        "place": _(PLACE_TEXTS[row.kind]),
        "label": row.label,
        "wants": row.wants.split(),
        "confirmed": row.confirmed,
        "trouble": row.trouble,
        "paused": paused,
        "table": row.table_id,
        "at": row.created,
    }


async def add_channel(
    request: Request, visitor: Visitor, kind: str, label: str, target: dict[str, str], wants: Iterable[str], **columns: Any
) -> str:
    """Adds a channel for the visitor, with these columns of its row; returns its id."""
    engine = request.app.state.sender.engine
    visitor.make_token()
    existing = await asyncio.to_thread(notify_rows.channels_of, engine, visitor.hash)
    address = target.get("endpoint") or target.get("address") or f"{target.get('url')} {target.get('room')}"
    digest = hashlib.sha256(f"{kind} {address}".encode()).hexdigest()
    if sum(row.kind == kind and row.digest != digest for row in existing) >= MAX_CHANNELS[kind]:
        raise Refused(429, _("You have {n} of these; remove one first.", n=MAX_CHANNELS[kind]))
    channel = {
        "id": secrets.token_hex(8),
        "who": visitor.hash,
        "kind": kind,
        "label": label[:254],
        "target": json.dumps(target),
        "digest": digest,
        "wants": " ".join(known_kinds(wants)),
        "language": visitor.language,
        "site": request.app.state.settings.address or f"{request.url.scheme}://{request.url.netloc}",
        "confirmed": True,
        **columns,
    }
    await asyncio.to_thread(notify_rows.add_channel, engine, channel)
    return str(channel["id"])


def known_kinds(wants: Iterable[str]) -> list[str]:
    """The kinds of news in a request that exist, in their usual order."""
    requested = set(wants)
    return [kind for kind in notify_rows.KINDS if kind in requested]


def redirect_to_page(visitor: Visitor, done: str) -> Response:
    response = RedirectResponse(f"/notifications?done={done}", 303)
    visitor.remember(response)
    return response


# push


class PushKeys(Body):
    """The keys of a browser's subscription."""

    p256dh: Annotated[str, Field(max_length=200, pattern="^[A-Za-z0-9_=-]+$")]
    auth: Annotated[str, Field(max_length=60, pattern="^[A-Za-z0-9_=-]+$")]


class PushRequest(Body):
    """A browser's subscription to push messages, and which news it wants."""

    endpoint: Annotated[str, Field(max_length=1000)]
    keys: PushKeys
    device: Annotated[str, Field(max_length=80)] = ""
    wants: Annotated[tuple[str, ...], Field(max_length=10)] = notify_rows.KINDS


@api.post("/api/notifications/push", status_code=201)
async def add_push(body: PushRequest, request: Request, response: Response) -> PageAnswer:
    """Lets this browser receive push messages."""
    visitor, settings = Visitor(request), request.app.state.settings
    if not settings.push:
        raise Refused(404, _("This server sends no push messages."))
    try:
        check_url(body.endpoint, settings.notify_private)
        check_keys(body.keys.p256dh, body.keys.auth)
    except ValueError:
        raise Refused(422, _("This isn't a subscription to push messages.")) from None
    target = {"endpoint": body.endpoint, "p256dh": body.keys.p256dh, "auth": body.keys.auth}
    await add_channel(request, visitor, "push", cleaned_line(body.device) or _("Browser"), target, body.wants)
    visitor.remember(response)
    return {"page": "/notifications?done=saved"}


# mail


@router.post("/notifications/mail")
async def add_mail(request: Request, address: ShortText, wants: NewsKinds = []) -> Response:  # noqa: B006
    """Adds an address and sends a link to it; the address gets news once its owner has opened the link."""
    visitor, state = Visitor(request), request.app.state
    if not mail_is_on(state.settings):
        raise Refused(404, _("This server sends no email."))
    address = address.strip()
    if not is_mail_address(address):
        raise Refused(422, _("Enter one email address, such as ann@example.org."))
    digest = hashlib.sha256(f"mail {address}".encode()).hexdigest()
    sent = await asyncio.to_thread(notify_rows.count_mail, state.sender.engine, digest)
    if sent >= MAILS_A_DAY:
        raise Refused(429, _("We have sent {n} emails to this address today. Try again tomorrow.", n=sent))
    channel = await add_channel(request, visitor, "mail", address, {"address": address}, wants, confirmed=False)
    link = f"{state.settings.address}/notifications/confirm/{channel}/{state.sender.link_token('confirm', channel)}"
    text = _("Someone asked for notifications by email to this address. If that was you, open this page:")
    ignore = _("If it wasn't you, do nothing: you won't get any more emails.")
    try:
        await send_mail(state.settings, address, _("Confirm your address"), f"{text}\n\n{link}\n\n{ignore}\n")
    except NotSent as error:
        await asyncio.to_thread(notify_rows.remove_channel, state.sender.engine, channel)
        raise Refused(422, _("The email couldn't be sent: {why}", why=str(error))) from None
    return redirect_to_page(visitor, "mail")


@router.get("/notifications/confirm/{channel}/{token}")
async def confirm_page(request: Request, channel: str, token: str) -> Response:
    """A page with a button, because programs that check the links of a mail must not confirm the address."""
    return await link_page(request, "confirm", channel, token)


@router.post("/notifications/confirm/{channel}/{token}")
async def confirm(request: Request, channel: str, token: str) -> Response:
    sender = request.app.state.sender
    await channel_of_link(request, "confirm", channel, token)
    await asyncio.to_thread(notify_rows.change_channel, sender.engine, channel, confirmed=True)
    return redirect_to_page(Visitor(request), "confirmed")


@router.get("/notifications/stop/{channel}/{token}")
async def stop_page(request: Request, channel: str, token: str) -> Response:
    return await link_page(request, "stop", channel, token)


@router.post("/notifications/stop/{channel}/{token}")
async def stop(request: Request, channel: str, token: str) -> Response:
    """One click in a mail program (RFC 8058), or the button of the page. A second time does no harm."""
    visitor, sender = Visitor(request, identity_required=False), request.app.state.sender
    if not sender.is_link("stop", channel, token):
        raise wrong_link()
    await asyncio.to_thread(notify_rows.remove_channel, sender.engine, channel)
    return page("notify_link.html", visitor, step="stopped", label="")


async def link_page(request: Request, purpose: str, channel: str, token: str) -> Response:
    """The page of a link in a mail; its purpose is "confirm" or "stop"."""
    row = await channel_of_link(request, purpose, channel, token)
    return page("notify_link.html", Visitor(request, identity_required=False), step=purpose, label=row.label)


async def channel_of_link(request: Request, purpose: str, channel: str, token: str) -> Any:
    sender = request.app.state.sender
    if not sender.is_link(purpose, channel, token):
        raise wrong_link()
    row = await asyncio.to_thread(notify_rows.find_channel, sender.engine, channel)
    if row is None:
        raise wrong_link()
    return row


def wrong_link() -> Refused:
    return Refused(404, _("This link is wrong, or it has already been used."))


# webhooks


@router.post("/notifications/webhook")
async def add_webhook(
    request: Request,
    url: Annotated[str, Form(max_length=1000)],
    form: Annotated[Literal["discord", "slack", "matrix", "json"], Form()] = "json",
    room: ShortText = "",
    token: ShortText = "",
    table: Annotated[str, Form(max_length=200)] = "",
    wants: NewsKinds = [],  # noqa: B006
) -> Response:
    """Adds a webhook: for the visitor's own news, or for all turns at one of their tables."""
    visitor, state = Visitor(request), request.app.state
    if state.settings.webhooks != "on":
        raise Refused(404, _("This server sends no webhooks."))
    url = url.strip()
    try:
        check_url(url, state.settings.notify_private)
    except ValueError as error:
        raise Refused(422, _("Messages can't be sent there: {why}.", why=str(error))) from None
    target = {"form": form, "url": url}
    if form == "matrix":
        target |= {"room": cleaned_line(room), "token": cleaned_line(token)}
        if not target["room"].startswith("!") or not target["token"].isascii() or not target["token"]:
            raise Refused(422, _("Matrix needs a room, such as !abc:example.org, and an access token."))
    columns = {"table_id": await own_table_id(request, visitor, table)} if table.strip() else {}
    label = f"{FORM_TEXTS[form]}, {urlsplit(url).hostname}"
    await add_channel(request, visitor, "webhook", label, target, wants, **columns)
    return redirect_to_page(visitor, "saved")


async def own_table_id(request: Request, visitor: Visitor, table: str) -> str:
    """The id of a table at which the visitor sits, from its link."""
    table_id = table.strip().rstrip("/").rpartition("/")[2].partition("?")[0]
    opened = await request.app.state.registry.open(table_id)
    if not opened.held_by(visitor.hash):
        raise Refused(403, _("Only players at this table can do that."))
    return str(opened.id)


# any channel of the visitor


@router.post("/notifications/{channel}/change")
async def change(request: Request, channel: str, wants: NewsKinds = []) -> Response:  # noqa: B006
    visitor, engine = Visitor(request), request.app.state.sender.engine
    await own_channel(request, visitor, channel)
    await asyncio.to_thread(
        notify_rows.change_channel, engine, channel, wants=" ".join(known_kinds(wants)), language=visitor.language
    )
    return redirect_to_page(visitor, "saved")


@router.post("/notifications/{channel}/test")
async def test(request: Request, channel: str) -> Response:
    visitor = Visitor(request)
    row = await own_channel(request, visitor, channel)
    if not row.confirmed:
        raise Refused(422, _("Confirm the address first, with the link in the email."))
    await asyncio.to_thread(notify_rows.enqueue_test, request.app.state.sender.engine, channel)
    return redirect_to_page(visitor, "test")


@router.post("/notifications/{channel}/remove")
async def remove(request: Request, channel: str) -> Response:
    visitor = Visitor(request)
    await own_channel(request, visitor, channel)
    await asyncio.to_thread(notify_rows.remove_channel, request.app.state.sender.engine, channel, visitor.hash)
    return redirect_to_page(visitor, "removed")


async def own_channel(request: Request, visitor: Visitor, channel: str) -> Any:
    """A channel of the visitor; one of another person is treated as missing."""
    row = await asyncio.to_thread(notify_rows.find_channel, request.app.state.sender.engine, channel, visitor.hash or "-")
    if row is None:
        raise Refused(404, _("You don't have such notifications."))
    return row
