"""Webhooks: a short text posted to a chat room, in the form that the room understands."""

import json
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from ..runtime.settings import Settings
from .mail import NotSent
from .outbound import send

FORMS = ("discord", "slack", "matrix", "json")
MAX_TEXT = 1800  # characters; Discord takes 2000


def body_of(form: str, text: str, about: Mapping[str, Any]) -> dict[str, Any]:
    """The message in the form of Discord, Slack, Matrix or JSON for programs. Its text cannot mention everybody in a room."""
    text = text[:MAX_TEXT]
    if form == "discord":
        return {"username": "Seaboard", "content": text, "allowed_mentions": {"parse": []}}
    if form == "slack":
        safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": safe, "unfurl_links": False}
    if form == "matrix":
        return {"msgtype": "m.notice", "body": text, "m.mentions": {}}
    return {"text": text, **about}


def request_of(target: Mapping[str, str]) -> tuple[str, str, dict[str, str]]:
    """Method, URL and headers. Matrix has no webhooks: a message goes into a room by its client API."""
    headers = {"content-type": "application/json", "user-agent": "Seaboard"}
    if target["form"] != "matrix":
        return "POST", target["url"], headers
    room, number = quote(target["room"], safe=""), secrets.token_hex(8)
    headers["authorization"] = f"Bearer {target['token']}"
    path = f"/_matrix/client/v3/rooms/{room}/send/m.room.message/{number}"
    return "PUT", target["url"].rstrip("/") + path, headers


async def send_webhook(settings: Settings, target: Mapping[str, str], text: str, about: Mapping[str, Any]) -> None:
    """Sends a text. Raises NotSent; `gone` if the webhook no longer exists."""
    method, url, headers = request_of(target)
    body = json.dumps(body_of(target["form"], text, about), ensure_ascii=False).encode()
    status = await send(method, url, headers, body, settings.notify_private)
    if status in (404, 410):
        raise NotSent("the webhook no longer exists", gone=True)
    if not 200 <= status < 300:
        raise NotSent(f"the webhook answers {status}")
