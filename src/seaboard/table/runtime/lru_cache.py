"""A thread-safe LRU cache."""

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class LruCache(Generic[Key, Value]):
    def __init__(self, most: int):
        self.most = most
        self.lock = threading.Lock()
        self.known: OrderedDict[Key, Value] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        with self.lock:
            if key in self.known:
                self.known.move_to_end(key)
            return self.known.get(key)

    def setdefault(self, key: Key, value: Value) -> Value:
        with self.lock:
            value = self.known.setdefault(key, value)
            self.known.move_to_end(key)
            while len(self.known) > self.most:
                self.known.popitem(last=False)
            return value

    def __setitem__(self, key: Key, value: Value) -> None:
        with self.lock:
            self.known.pop(key, None)
        self.setdefault(key, value)

    def pop(self, key: Key) -> Value | None:
        with self.lock:
            return self.known.pop(key, None)
