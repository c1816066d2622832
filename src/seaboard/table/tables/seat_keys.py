"""Secrets that open a seat. Whoever holds one holds the seat; the database knows only their hashes."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable

COOKIE = "seaboard"  # this browser's secret
TABLE_BYTES = 12  # the public name of a table


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    """Never with a hyphen at its start: on a command line that would be an option."""
    while (name := secrets.token_urlsafe(TABLE_BYTES)).startswith("-"):
        pass
    return name


def is_table_id(text: str) -> bool:
    """Whether a table can be called so."""
    return re.fullmatch("[A-Za-z0-9_-]{1,32}", text) is not None


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def seats_opened(hashed: str, keys: Iterable[tuple[str, int]]) -> list[int]:
    """The seats whose keys have this hash. Compares with every key, in constant time."""
    return sorted({seat for known, seat in keys if hmac.compare_digest(known, hashed)})
