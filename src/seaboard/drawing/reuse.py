"""Drawings and texts that viewers and positions share: what is the same is made once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from ..language import current_language, player_names

MOST = 4_000_000  # characters in memory

Made = TypeVar("Made")  # a text, or something with one in `body`


class Shared:
    """Things by what they depend on, with language and names; the least recently used ones are dropped."""

    def __init__(self, most: int = MOST):
        self.most, self.size = most, 0
        self.lock = threading.Lock()
        self.known: OrderedDict[Hashable, Any] = OrderedDict()

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The thing for a key, made the first time."""
        whole = current_language.get(), player_names.get(), key
        with self.lock:
            if whole in self.known:
                self.known.move_to_end(whole)
                found: Made = self.known[whole]
                return found
        made = make()
        with self.lock:
            if whole not in self.known:
                self.size += size_of(made)
                self.known[whole] = made
            while self.size > self.most:
                self.size -= size_of(self.known.popitem(last=False)[1])
        return made


def size_of(made: Any) -> int:
    """Characters."""
    return len(made if isinstance(made, str) else made.body)


SHARED = Shared()


def made_once(key: Hashable, make: Callable[[], Made]) -> Made:
    """From the cache of all boards and texts. The key names all that it depends on but language and names."""
    return SHARED.once(key, make)
