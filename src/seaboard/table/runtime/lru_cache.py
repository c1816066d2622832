"""A thread-safe LRU cache."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


def one(_value: object) -> int:
    return 1


class LruCache(Generic[Key, Value]):
    """Drops the least recently used entries beyond `most` entries, or beyond that sum of their sizes by `size_of`.

    An entry's size is that of its last `setdefault` or assignment. The last entry is never dropped.
    """

    def __init__(self, most: int, size_of: Callable[[Value], int] = one):
        self.most, self.size_of = most, size_of
        self.lock = threading.Lock()
        self.entries: OrderedDict[Key, Value] = OrderedDict()
        self.sizes: dict[Key, int] = {}
        self.size = 0

    def get(self, key: Key) -> Value | None:
        with self.lock:
            if key in self.entries:
                self.entries.move_to_end(key)
            return self.entries.get(key)

    def setdefault(self, key: Key, value: Value) -> Value:
        with self.lock:
            value = self.entries.setdefault(key, value)
            self.entries.move_to_end(key)
            self.size += self.size_of(value) - self.sizes.get(key, 0)
            self.sizes[key] = self.size_of(value)
            while self.size > self.most and len(self.entries) > 1:
                oldest, _value = self.entries.popitem(last=False)
                self.size -= self.sizes.pop(oldest)
            return value

    def __setitem__(self, key: Key, value: Value) -> None:
        self.pop(key)
        self.setdefault(key, value)

    def pop(self, key: Key) -> Value | None:
        with self.lock:
            self.size -= self.sizes.pop(key, 0)
            return self.entries.pop(key, None)

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, key: Key) -> bool:
        return key in self.entries
