"""A cache of drawings and texts that several viewers and positions share."""

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ..language import current_language, player_names

MAX_BYTES = 4_000_000  # in memory

Made = TypeVar("Made")  # a text, or something with one in `body`


class TextCache:
    """Drawings and texts by key, language and player names. Drops the least recently used ones when it is full."""

    def __init__(self, max_bytes: int = MAX_BYTES):
        self.max_bytes, self.size = max_bytes, 0
        self.lock = threading.Lock()
        self.entries: OrderedDict[Hashable, Any] = OrderedDict()

    def get_or_make(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The entry for a key; `make()` makes it the first time."""
        full_key = current_language.get(), player_names.get(), key
        with self.lock:
            if full_key in self.entries:
                self.entries.move_to_end(full_key)
                cached: Made = self.entries[full_key]
                return cached
        made = make()
        with self.lock:
            if full_key not in self.entries:
                self.size += size_of(made)
                self.entries[full_key] = made
            while self.size > self.max_bytes:
                self.size -= size_of(self.entries.popitem(last=False)[1])
        return made


def size_of(made: Any) -> int:
    """The bytes of an entry. Python stores a text with one "−" in two bytes per character, one with one emoji in four."""
    return sys.getsizeof(made if isinstance(made, str) else made.body)


CACHE = TextCache()


def made_once(key: Hashable, make: Callable[[], Made]) -> Made:
    """A drawing or text from the cache. The key has everything that it depends on, except language and names."""
    return CACHE.get_or_make(key, make)
