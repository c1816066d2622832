"""Limits how often the same message is logged per minute, and logs how many were left out."""

import logging
import time

MAX_EQUAL = 10  # of one message
PERIOD = 60.0  # seconds
KINDS = 1000  # different messages that are counted
LOGGERS = ("seaboard", "uvicorn.error", "uvicorn.asgi", "asyncio")


class LogLimiter(logging.Filter):
    """Drops a message after MAX_EQUAL equal ones (by their first 80 characters) within PERIOD."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[str, str], list[float]] = {}  # by logger and message: start of the period, and count

    def filter(self, record: logging.LogRecord) -> bool:
        now, key = time.monotonic(), (record.name, str(record.msg)[:80])
        since, count = self.seen.get(key, (now, 0))
        if now - since > PERIOD:
            if count > MAX_EQUAL:
                record.msg = f"({count - MAX_EQUAL:.0f} more like the next one were left out) {record.msg}"
            since, count = now, 0
        if key not in self.seen and len(self.seen) >= KINDS:
            self.seen.clear()
        self.seen[key] = [since, count + 1]
        return count < MAX_EQUAL


def limit_logs() -> None:
    for name in LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, LogLimiter) for one in logger.filters):
            logger.addFilter(LogLimiter())
