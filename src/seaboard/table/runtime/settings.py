"""Settings of a server: each is an environment variable, and most are also options of `seaboard serve`."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ...core.errors import BadOption
from ...study.coach import BOT as COACH
from ...study.review import BOT
from .addresses import Network, is_in, read_networks

SHORTEST_TOKEN = 20
ADDRESS = re.compile(r"https?://[^\s/]{1,200}")


def names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def token(text: str) -> str:
    if 0 < len(text) < SHORTEST_TOKEN:
        raise ValueError(f"a token needs at least {SHORTEST_TOKEN} characters")
    return text


def proxies(text: str) -> str:
    """Validates the proxies; Uvicorn reads them."""
    if text != "*":
        read_networks(text)
    return text


def address(text: str) -> str:
    """A URL without a path: http://192.168.1.20:8765"""
    if not ADDRESS.fullmatch(text.rstrip("/")):
        raise ValueError("it must start with http:// or https:// and have no path")
    return text.rstrip("/")


def one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"choose one of {', '.join(words)}")
        return text

    return read


def setting(name: str, default: Any, read: Callable[[str], Any], about: str) -> Any:
    return field(default=default, metadata={"name": f"SEABOARD_{name}", "read": read, "about": about})


@dataclass(frozen=True)
class Settings:
    """All settings; docs/serve.md has a table of them."""

    database: str = setting("DATABASE", "", str, "where tables are kept: `sqlite:///FILE` or `postgresql+psycopg://...`")
    host: str = setting("HOST", "127.0.0.1", str, "the address to listen at; `0.0.0.0` for every one of this machine")
    port: int = setting("PORT", 8000, int, "the port to listen at")
    workers: int = setting("WORKERS", 1, int, "processes; more than one needs PostgreSQL")
    pace: float = setting("PACE", 0.6, float, "seconds that a bot takes at least for a move")
    hints: str = setting("HINTS", "strong", str, "the bot that gives hints: a level, or `search:1000`")
    reviews: str = setting(
        "REVIEWS", BOT, lambda text: "" if text == "none" else text, "the bot that judges finished games; `none`: nobody does"
    )
    coach: str = setting(
        "COACH", COACH, lambda text: "" if text == "none" else text, "the bot that warns of costly choices; `none`: nobody does"
    )
    patience: float = setting("COACH_PATIENCE", 2.0, float, "seconds that a choice waits for the coach, at most")
    bots: tuple[str, ...] = setting(
        "BOTS",
        (),
        lambda text: tuple(text.split()),
        "bots to offer besides the usual ones, such as `module:Class`, with spaces",
    )
    limits: str = setting("LIMITS", "on", one_of("on", "none"), "`none` lifts the limits for each address; only for measuring")
    hosts: tuple[str, ...] = setting("HOSTS", (), names, "names under which the server answers, with commas; any without")
    address: str = setting(
        "ADDRESS",
        "",
        address,
        "how links for others begin, such as `https://games.example.org`; without it, as the page was opened",
    )
    proxies: str = setting(
        "TRUSTED_PROXIES", "127.0.0.1,::1", proxies, "addresses or networks whose `X-Forwarded-*` headers are believed"
    )
    metrics_allow: tuple[Network, ...] = setting(
        "METRICS_ALLOW", (), read_networks, "addresses or networks that may read `/metrics`; nobody without"
    )
    metrics_token: str = setting(
        "METRICS_TOKEN", "", token, "whoever sends it (`Authorization: Bearer ...`) may read `/metrics` too"
    )
    admin_token: str = setting("ADMIN_TOKEN", "", token, "the password of `/admin/reports`; no such page without")
    log: str = setting("LOG", "text", one_of("text", "json"), "`json`: one JSON object a line")
    log_level: str = setting(
        "LOG_LEVEL", "warning", one_of("debug", "info", "warning", "error"), "`info` also writes a line for each request"
    )
    takeover: float = setting(
        "TAKEOVER", 20.0, float, "seconds after which another process goes on with the bots of one that is gone"
    )
    grace: int = setting("GRACE", 10, int, "seconds that requests get to end when the server is told to stop")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        return cls(**{one.name: read_setting(one, environment) for one in fields(cls) if environment.get(one.metadata["name"])})

    def may_read_metrics(self, address: str, bearer: str) -> bool:
        from hmac import compare_digest

        if self.metrics_token and compare_digest(bearer.encode(), self.metrics_token.encode()):
            return True
        return is_in(address, self.metrics_allow)


def read_setting(one: Any, environment: Mapping[str, str]) -> Any:
    name = one.metadata["name"]
    try:
        return one.metadata["read"](environment[name].strip())
    except ValueError as error:
        raise BadOption(f"{name} cannot be {'what it is' if 'TOKEN' in name else repr(environment[name])}: {error}") from None
