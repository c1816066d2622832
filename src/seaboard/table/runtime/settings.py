"""Settings of a server: each is an environment variable, and most are also options of `seaboard serve`."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from hmac import compare_digest
from typing import Any
from urllib.parse import urlsplit

from ...core.errors import BadOption
from ...study.coach import BOT as COACH
from ...study.review import BOT
from .addresses import Network, is_in, read_networks

MIN_TOKEN = 20
ADDRESS = re.compile(r"https?://[^\s/]{1,200}")
MAIL_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")


RATINGS_TEXT = "`on`: games between profiles are rated unless two play from one address; `anywhere`: also then"


def parse_names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def parse_token(text: str) -> str:
    if 0 < len(text) < MIN_TOKEN:
        raise ValueError(f"a token needs at least {MIN_TOKEN} characters")
    return text


def check_proxies(text: str) -> str:
    """Validates the proxies; Uvicorn reads them."""
    if text != "*":
        read_networks(text)
    return text


def parse_site(text: str) -> str:
    """A URL without a path: http://192.168.1.20:8765"""
    if not ADDRESS.fullmatch(text.rstrip("/")):
        raise ValueError("it must start with http:// or https:// and have no path")
    return text.rstrip("/")


def is_mail_address(text: str) -> bool:
    """Whether this is one plain mail address: no name, no list, no line break."""
    return len(text) <= 254 and MAIL_ADDRESS.fullmatch(text) is not None


def parse_mail_address(text: str) -> str:
    if not is_mail_address(text):
        raise ValueError("it must be one mail address, such as games@example.org")
    return text


def check_smtp(text: str) -> str:
    """A mail server: smtp://user:password@mail.example.org:587"""
    parts = urlsplit(text)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path not in ("", "/"):
        raise ValueError("it must be smtp://HOST:PORT or smtps://HOST:PORT, with user:password@ in front of HOST if needed")
    _port = parts.port  # raises ValueError if it is not a port
    return text


def check_push_contact(text: str) -> str:
    """How push services reach the host: mailto: and an address, or a page."""
    if not (text.startswith("mailto:") and is_mail_address(text[7:])) and not text.startswith("https://"):
        raise ValueError("it must be mailto:ADDRESS or https://PAGE, where push services can reach you")
    return text


def parse_issuer(text: str) -> str:
    """An OpenID Connect provider; plain HTTP is for one on this computer."""
    if not text.startswith(("https://", "http://127.0.0.1", "http://localhost")) or any(letter.isspace() for letter in text):
        raise ValueError("it must start with https://")
    return text.rstrip("/")


def parse_one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"choose one of {', '.join(words)}")
        return text

    return read


def setting(name: str, default: Any, read: Callable[[str], Any], about: str) -> Any:
    """A field that `read` parses from the environment variable SEABOARD_`name`; `about` is its help."""
    return field(default=default, metadata={"name": f"SEABOARD_{name}", "read": read, "about": about})


@dataclass(frozen=True)
class Settings:
    """All settings; docs/serve.md has a table of them."""

    database: str = setting("DATABASE", "", str, "the database: `sqlite:///FILE` or `postgresql+psycopg://...`")
    host: str = setting("HOST", "127.0.0.1", str, "address to listen on; `0.0.0.0` for all addresses of this machine")
    port: int = setting("PORT", 8000, int, "port to listen on")
    workers: int = setting("WORKERS", 1, int, "number of processes; more than one needs PostgreSQL")
    jobs: str = setting(
        "JOBS",
        "here",
        parse_one_of("here", "postgres"),
        "`postgres`: bot moves, hints and reviews are jobs in PostgreSQL for `seaboard worker`; see [scaling.md](scaling.md)",
    )
    pace: float = setting("PACE", 0.0, float, "minimum seconds per bot move")
    hints: str = setting("HINTS", "strong", str, "the bot that gives hints: a level, or `search:1000`")
    reviews: str = setting(
        "REVIEWS", BOT, lambda text: "" if text == "none" else text, "the bot that reviews finished games; `none`: no reviews"
    )
    coach: str = setting(
        "COACH",
        COACH,
        lambda text: "" if text == "none" else text,
        "the bot that warns before costly moves; `none`: no warnings",
    )
    patience: float = setting("COACH_PATIENCE", 2.0, float, "maximum seconds that a choice waits for the coach")
    bots: tuple[str, ...] = setting(
        "BOTS",
        (),
        lambda text: tuple(text.split()),
        "additional bots to offer, such as `module:Class`, separated by spaces",
    )
    limits: str = setting(
        "LIMITS", "on", parse_one_of("on", "none"), "`none` disables the limits per address; only for benchmarks"
    )
    hosts: tuple[str, ...] = setting("HOSTS", (), parse_names, "host names of the server, separated by commas; default: any")
    address: str = setting(
        "ADDRESS",
        "",
        parse_site,
        "start of links for others, such as `https://games.example.org`; default: the address of the page",
    )
    proxies: str = setting(
        "TRUSTED_PROXIES", "127.0.0.1,::1", check_proxies, "addresses or networks whose `X-Forwarded-*` headers are trusted"
    )
    metrics_allow: tuple[Network, ...] = setting(
        "METRICS_ALLOW", (), read_networks, "addresses or networks that may read `/metrics`; default: none"
    )
    metrics_token: str = setting(
        "METRICS_TOKEN", "", parse_token, "bearer token that also opens `/metrics` (`Authorization: Bearer ...`)"
    )
    admin_token: str = setting(
        "ADMIN_TOKEN", "", parse_token, "password of the pages under `/admin`; without it there are none"
    )
    log: str = setting("LOG", "text", parse_one_of("text", "json"), "`json`: one JSON object per line")
    log_level: str = setting(
        "LOG_LEVEL", "warning", parse_one_of("debug", "info", "warning", "error"), "`info` also writes a line for each request"
    )
    takeover: float = setting("TAKEOVER", 20.0, float, "seconds after which another process takes over the bots of a dead one")
    boxes: str = setting(
        "BOXES", "", str, "folders of boxes (TOML, separated as in PATH) that everybody can choose for a table; see box.md"
    )
    grace: int = setting("GRACE", 10, int, "seconds for running requests when the server stops")
    smtp: str = setting(
        "SMTP",
        "",
        check_smtp,
        "the mail server: `smtp://user:password@mail.example.org:587` (STARTTLS if offered) or `smtps://...`; default: no mail",
    )
    mail_from: str = setting("MAIL_FROM", "", parse_mail_address, "sender of mails; mail needs it and `SEABOARD_ADDRESS`")
    mail_every: float = setting(
        "MAIL_EVERY", 30.0, float, "minimum minutes between two mails to one person; news wait for the next one"
    )
    push: str = setting(
        "PUSH",
        "",
        check_push_contact,
        "contact for push services, such as `mailto:you@example.org`; default: no Web Push",
    )
    webhooks: str = setting(
        "WEBHOOKS", "none", parse_one_of("on", "none"), "`on`: people may add webhooks for Discord, Slack, Matrix or JSON"
    )
    notify_wait: float = setting("NOTIFY_WAIT", 20.0, float, "seconds after the start of a turn until its player is notified")
    notify_private: tuple[Network, ...] = setting(
        "NOTIFY_PRIVATE",
        (),
        read_networks,
        "private addresses or networks to which push messages and webhooks may be sent; default: none",
    )
    ratings: str = setting("RATINGS", "none", parse_one_of("on", "anywhere", "none"), RATINGS_TEXT)
    cups: str = setting(
        "CUPS", "none", parse_one_of("on", "none"), "`on`: profiles may open small tournaments, the administrator any"
    )

    oidc_issuer: str = setting(
        "OIDC_ISSUER",
        "",
        parse_issuer,
        "an OpenID Connect provider that people may sign in with, such as `https://id.example.org`",
    )
    oidc_client: str = setting("OIDC_CLIENT", "", str, "this server's client id there")
    oidc_secret: str = setting("OIDC_SECRET", "", str, "its client secret; none for a public client")
    oidc_name: str = setting("OIDC_NAME", "OpenID", str, "what the button to sign in there calls the provider")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        return cls(**{one.name: read_setting(one, environment) for one in fields(cls) if environment.get(one.metadata["name"])})

    def may_read_metrics(self, address: str, bearer: str) -> bool:
        if self.metrics_token and compare_digest(bearer.encode(), self.metrics_token.encode()):
            return True
        return is_in(address, self.metrics_allow)


def read_setting(one: Any, environment: Mapping[str, str]) -> Any:
    name = one.metadata["name"]
    try:
        return one.metadata["read"](environment[name].strip())
    except ValueError as error:
        secret = "TOKEN" in name or "SMTP" in name
        raise BadOption(f"{name} is wrong: {error}" if secret else f"{name} cannot be {environment[name]!r}: {error}") from None
