"""A thread-safe LRU cache."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    """Drops the least recently used entry beyond `most` entries."""

    def __init__(self, most: int):
        self.most = most
        self.lock = threading.Lock()
        self.entries: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        with self.lock:
            if key in self.entries:
                self.entries.move_to_end(key)
            return self.entries.get(key)

    def setdefault(self, key: Key, value: Value) -> Value:
        with self.lock:
            value = self.entries.setdefault(key, value)
            self.entries.move_to_end(key)
            while len(self.entries) > self.most:
                self.entries.popitem(last=False)
            return value

    def __setitem__(self, key: Key, value: Value) -> None:
        with self.lock:
            self.entries.pop(key, None)
        self.setdefault(key, value)

    def pop(self, key: Key) -> Value | None:
        with self.lock:
            return self.entries.pop(key, None)
