"""Secret keys to seats: in a browser's cookie, in a link, in an invitation. The database stores only their hashes."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable

COOKIE = "seaboard"  # this browser's secret
TABLE_BYTES = 12  # of a table's public id


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    """A random id. It never starts with a hyphen, which a command line would take for an option."""
    while (table_id := secrets.token_urlsafe(TABLE_BYTES)).startswith("-"):
        pass
    return table_id


def is_table_id(text: str) -> bool:
    """Whether this can be a table's id."""
    return re.fullmatch("[A-Za-z0-9_-]{1,32}", text) is not None


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def seats_of_key(hashed: str, keys: Iterable[tuple[str, int]]) -> list[int]:
    """The seats whose keys have this hash. Compares with every key in constant time."""
    return sorted({seat for stored, seat in keys if hmac.compare_digest(stored, hashed)})
