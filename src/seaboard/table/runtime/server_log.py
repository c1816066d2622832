"""The server's log: text lines or JSON, with secrets removed."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any

from .settings import Settings

SECRETS = (
    (re.compile(r"/seat/[\w-]+"), "/seat/…"),  # links to seats
    (re.compile(r"(?i)\b(seaboard=|bearer |basic )[^\s;,'\"]+"), r"\1…"),  # cookies and passwords
    (re.compile(r"://[^/\s@]*@"), "://…@"),  # passwords in database URLs
    (re.compile(r"\b[0-9a-fA-F]{32,}\b"), "…"),  # seeds and hashes
    (re.compile(r"\[parameters: .*?\]\)?", re.DOTALL), "[parameters: …]"),  # of failed SQL
    (re.compile(r"\b[\w-]{43}\b"), "…"),  # keys to seats
)


def without_secrets(text: str) -> str:
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


class TextFormatter(logging.Formatter):
    """Text lines: time, level, message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object per line; `extra={"about": {...}}` adds fields."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **getattr(record, "about", {}),
        }
        if record.exc_info:
            line["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(settings: Settings) -> None:
    """Installs one handler for all loggers, on stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if settings.log == "json" else TextFormatter())
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    for name in ("httpx", "sqlalchemy"):  # these would log parameters
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in ("procrastinate", "psycopg.pool"):  # store/job_queue.py logs the first line of their errors
        logging.getLogger(name).setLevel(logging.CRITICAL)
