"""The texts of notifications, in the language of the reader. One message can contain several pieces of news."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...language import _, many
from ..tables.lobby import title_of

MAX_LINES = 20


@dataclass(frozen=True)
class News:
    """One piece of news: a line, and the page that it is about."""

    kind: str
    title: str
    text: str
    path: str
    game: str

    @property
    def line(self) -> str:
        return f"{self.title}. {self.text}".strip() if self.text else self.title


@dataclass(frozen=True)
class Message:
    """All news for one channel."""

    title: str
    text: str
    path: str
    items: tuple[News, ...]


def read_news(row: Any) -> News:
    """The news of a row of the outbox."""
    about = json.loads(row.about)
    game = title_of(about["game"]) if about.get("game") else ""
    title, text = news_text(row.kind, game, about)
    return News(row.kind, title, text, about.get("path", "/notifications"), game)


def news_text(kind: str, game: str, about: dict[str, Any]) -> tuple[str, str]:
    """The title and the text of a piece of news."""
    if kind == "turn" and about.get("player"):
        return _("{game}: {name}'s turn", game=game, name=about["player"]), ""
    if kind == "turn":
        return _("{game}: your turn", game=game), ""
    if kind == "over":
        return _("{game}: the game is over", game=game), _("See the result.")
    if kind == "invitation":
        return _("{game}: {name} invites you", game=game, name=about.get("name", "")), _("Open the table to join.")
    if kind == "match":
        return _("{game}: your table is ready", game=game), _("Your opponents are waiting.")
    if kind == "cup":
        return _("Tournament {cup}", cup=about.get("cup", "")), _(about.get("text", ""), **about.get("figures", {}))
    return _("Test message"), _("You get Seaboard's notifications here.")


def combine_news(items: Sequence[News]) -> Message:
    """One message for all news: with the text of a single piece, or with the number of several."""
    if len(items) == 1:
        (only,) = items
        return Message(only.title, only.text, only.path, (only,))
    turns = sum(one.kind == "turn" for one in items)
    title = many(turns, "Your turn at {n} table", "Your turn at {n} tables") if turns == len(items) else news_count(len(items))
    return Message(title, "\n".join(one.line for one in items[:MAX_LINES]), "/my-games", tuple(items))


def news_count(count: int) -> str:
    return many(count, "{n} update", "{n} updates")


def plain_text(message: Message, site: str) -> str:
    """The message for a chat room: one line for each piece of news, with its link."""
    return "\n".join(f"{one.line} {site}{one.path}" for one in message.items[:MAX_LINES])


def mail_text(message: Message, site: str, settings_page: str, stop: str) -> str:
    """The body of a mail."""
    lines = [f"{one.line}\n{site}{one.path}" for one in message.items[:MAX_LINES]]
    if (more := len(message.items) - MAX_LINES) > 0:
        lines.append(many(more, "And {n} more.", "And {n} more."))
    foot = [
        _("Change your notifications: {page}", page=settings_page),
        _("Unsubscribe with one click: {page}", page=stop),
    ]
    return "\n\n".join(lines) + "\n\n-- \n" + "\n".join(foot) + "\n"
