"""Sends a scene as changes of the scene that the page already has.

A part of HTML is cut into pieces. The server remembers the hashes of the pieces that it sent to a viewer, under a mark. A page
that names this mark gets only the text of new pieces, and the numbers of those that it already has. Without a mark, or with one
that this process does not know (any more), it gets whole parts.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from ..runtime.lru_cache import LruCache
from .scene_types import Scene, SceneUpdate

MAX_SENT = 1500  # scenes in memory
SENT_BESIDES = 100  # scenes of pages that have no event stream (yet), besides two for each open page
CUT_AT = {  # parts of HTML, and the text at which each is cut into pieces
    **dict.fromkeys(("board", "prompt", "coach", "meanwhile", "sentences", "final", "players", "seats", "invite"), "<"),
    **dict.fromkeys(("log", "chat"), "<li"),
}
STRIDE = 32  # pieces that are compared at once
Hashes = Mapping[str, "array[int]"]  # of the pieces of each part


class SentScenes:
    """Remembers the scenes sent to pages. A scene is compared only with one sent to the same browser for the same seat.

    `count_open` counts the open pages: the hashes of a scene take 10 to 20 kB, and a page that was closed needs them no more.
    """

    def __init__(self, count_open: Callable[[], int] = lambda: MAX_SENT) -> None:
        self.count_open = count_open
        self.sent: LruCache[tuple[str, str, int | None, str], Hashes] = LruCache(MAX_SENT)

    def update(self, table_id: str, browser: str, scene: Scene, base: str) -> SceneUpdate:
        """The scene for a page that has the scene with the mark `base`."""
        parts: Any = scene
        pieces = {part: parts[part].split(cut) for part, cut in CUT_AT.items()}
        hashes = {part: array("q", map(hash, texts)) for part, texts in pieces.items()}
        mark = f"{hash(tuple(one.tobytes() for one in hashes.values())) % 2**64:x}"
        known = self.sent.get((table_id, browser, scene["viewer"], base)) if base else None
        self.sent.most = min(MAX_SENT, SENT_BESIDES + 2 * self.count_open())
        self.sent[table_id, browser, scene["viewer"], mark] = hashes
        update: Any = {name: value for name, value in parts.items() if name not in CUT_AT}
        update |= {"mark": mark, "base": base if known else None}
        for part, texts in pieces.items():
            if not known:
                update[part] = parts[part]
            elif known[part] != hashes[part]:
                changed = changes(known[part], hashes[part], texts, CUT_AT[part])
                update[part] = {"cut": CUT_AT[part], "pieces": changed}
        return cast(SceneUpdate, update)


def changes(before: "array[int]", after: "array[int]", texts: Sequence[str], cut: str) -> list[str | tuple[int, int]]:
    """New texts, and runs of pieces (first, number) that the previous part has."""
    old, new = before.tolist(), after.tolist()
    old_index = dict(zip(old, range(len(old)), strict=True))
    result: list[str | tuple[int, int]] = []
    n, shift, end = 0, 0, len(new)
    while n < end:
        start = n
        if new[n] not in old_index:
            while n < end and new[n] not in old_index:
                n += 1
            result.append(cut.join(texts[start:n]))
            continue
        likely = n + shift  # of equal pieces the one that continues the last run
        first = likely if 0 <= likely < len(old) and old[likely] == new[n] else old_index[new[n]]
        shift = first - start
        last = min(end, len(old) - shift)
        while n + STRIDE <= last and new[n : n + STRIDE] == old[n + shift : n + shift + STRIDE]:
            n += STRIDE
        while n < last and new[n] == old[n + shift]:
            n += 1
        result.append((first, n - start))
    return result
