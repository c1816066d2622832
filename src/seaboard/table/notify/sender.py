"""Sends the messages of the outbox. Every server process does this; a claim in the database decides which one sends a message.

A message is sent once, unless a process dies between sending it and marking it as sent; then it is sent again after a
minute, and the browser shows both as one (same tag).
"""

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
from typing import Any

from ...language import using_language
from .. import store
from ..errors import Refused
from ..runtime import metrics
from ..runtime.background import BackgroundTask
from ..runtime.settings import Settings
from ..store import Engine, notify_rows
from .mail import NotSent, mail_is_on, send_mail
from .news import Message, combine_news, mail_text, plain_text, read_news
from .push import new_keys, payload, public_key, send_push
from .webhook import send_webhook

POLL_SECONDS = 2.0
AT_ONCE = 8  # messages that are sent at the same time
FIRST_PAUSE, MAX_PAUSE = 30.0, 6 * 3600.0  # seconds after a failure
DELETE_SECONDS = 3600.0  # between two deletions of old messages
log = logging.getLogger("seaboard")


def is_on(settings: Settings) -> bool:
    """Whether this server sends any notifications."""
    return bool(settings.push or mail_is_on(settings) or settings.webhooks == "on")


def back_off(failures: int) -> float:
    """The pause after a number of consecutive failures."""
    return min(MAX_PAUSE, FIRST_PAUSE * 2 ** min(failures, 20))


class Sender(BackgroundTask):
    """Watches the database for news, and sends them to the channels."""

    def __init__(self, engine: Engine, settings: Settings):
        self.engine, self.settings = engine, settings
        self.owner = secrets.token_hex(8)
        self.private, self.public, self.secret = "", "", ""
        self.slots = asyncio.Semaphore(AT_ONCE)
        self.deleted_at = -DELETE_SECONDS

    def prepare(self) -> None:
        """Reads the server's keys, or makes them at the first start."""
        self.secret = notify_rows.server_key(self.engine, "links", secrets.token_hex(32))
        if self.settings.push:
            self.private = notify_rows.server_key(self.engine, "push", new_keys())
            self.public = public_key(self.private)

    def start(self) -> None:
        if is_on(self.settings):
            super().start()

    async def watch(self) -> None:
        while True:
            try:
                await self.work()
            except Exception as error:  # the database may be down for a while
                log.warning("cannot look for notifications: %s", store.first_line(error))
            await asyncio.sleep(POLL_SECONDS)

    async def work(self) -> None:
        """Puts news into the outbox, and sends the messages that are due."""
        await asyncio.to_thread(notify_rows.enqueue_news, self.engine, self.settings.notify_wait)
        due = await asyncio.to_thread(notify_rows.channels_due, self.engine)
        await asyncio.gather(*map(self.send_to_channel, due))
        now = asyncio.get_running_loop().time()
        if now - self.deleted_at > DELETE_SECONDS:
            self.deleted_at = now
            await asyncio.to_thread(notify_rows.delete_old, self.engine)

    async def send_to_channel(self, channel_id: str) -> None:
        """Sends all waiting news of a channel as one message, if this process gets the claim."""
        async with self.slots:
            claimed = await asyncio.to_thread(notify_rows.claim_channel, self.engine, channel_id, self.owner)
            if claimed is None:
                return
            channel, rows = claimed
            try:
                await self.send(channel, rows)
            except (NotSent, Refused) as error:
                await self.failed(channel, error)
                return
            except Exception as error:  # a damaged row must not stop the others
                log.exception("a notification by %s was not sent", channel.kind)
                await self.failed(channel, NotSent(type(error).__name__))
                return
        metrics.notifications_of(channel.kind, "sent").inc()
        await asyncio.to_thread(notify_rows.mark_sent, self.engine, channel.id, self.owner, rows, self.pause_of(channel.kind))

    async def failed(self, channel: Any, error: Exception) -> None:
        """Deletes a channel whose address no longer exists, or tries it again later."""
        gone = getattr(error, "gone", False)
        metrics.notifications_of(channel.kind, "gone" if gone else "failed").inc()
        if gone:
            await asyncio.to_thread(notify_rows.remove_channel, self.engine, channel.id)
            return
        pause = back_off(channel.failures)
        await asyncio.to_thread(notify_rows.mark_failed, self.engine, channel.id, self.owner, str(error), pause)

    def pause_of(self, kind: str) -> float:
        """Minimum seconds between two messages of a channel; the news in between becomes one message."""
        return 60.0 * self.settings.mail_every if kind == "mail" else self.settings.notify_wait

    async def send(self, channel: Any, rows: list[Any]) -> None:
        with using_language(channel.language):
            message = combine_news([read_news(row) for row in rows])
            target = json.loads(channel.target)
            if channel.kind == "push":
                await self.push(channel, target, message)
            elif channel.kind == "mail":
                await self.mail(channel, target, message)
            else:
                about = [
                    {"kind": one.kind, "game": one.game, "text": one.line, "url": channel.site + one.path}
                    for one in message.items
                ]
                await send_webhook(self.settings, target, plain_text(message, channel.site), {"news": about})

    async def push(self, channel: Any, target: dict[str, str], message: Message) -> None:
        if not self.private:
            raise NotSent("this server no longer sends push messages")
        tag = message.path.rpartition("/")[2] if len(message.items) == 1 else "news"
        turns = sum(one.kind == "turn" for one in message.items)
        text = payload(message.title, message.text, channel.site + message.path, tag, turns, channel.language)
        topic = hashlib.sha256(f"{channel.id} {tag}".encode()).hexdigest()[:32]
        await send_push(self.settings, self.private, target, text, topic)

    async def mail(self, channel: Any, target: dict[str, str], message: Message) -> None:
        stop = f"{channel.site}/notifications/stop/{channel.id}/{self.link_token('stop', channel.id)}"
        text = mail_text(message, channel.site, f"{channel.site}/notifications", stop)
        await send_mail(self.settings, target["address"], message.title, text, unsubscribe=stop)

    def link_token(self, purpose: str, channel_id: str) -> str:
        """The secret part of a link in a mail."""
        return hmac.new(self.secret.encode(), f"{purpose} {channel_id}".encode(), hashlib.sha256).hexdigest()[:40]

    def is_link(self, purpose: str, channel_id: str, token: str) -> bool:
        return hmac.compare_digest(self.link_token(purpose, channel_id).encode(), token.encode())
