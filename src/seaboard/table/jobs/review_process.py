"""Reviews a record in a separate process of lowest priority: `python -m seaboard.table.jobs.review_process BOT THREADS`.

The first line of standard input has the lengths in bytes of the record and of its box (0: the standard box); then both
follow. Standard input stays open: when it closes, the server is gone, and this process exits. It prints its progress in
percent, and finally the review as one line of JSON.
"""

import contextlib
import json
import os
import sys
import threading

from ...compiling import end_with_parent, ensure_compiled
from ...core.box_file import read_box
from ...core.boxes import cache_box
from ...games import find_game
from ...record import replay
from ...study import review


def main(bot: str, threads: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(15)
    record, box = (sys.stdin.buffer.read(int(length)).decode() for length in sys.stdin.buffer.readline().split())
    if box:
        cache_box(read_box(box, find_game))
    threading.Thread(target=end_with_parent, daemon=True).start()
    match, _lines = replay(record)
    ensure_compiled(match.game, [bot])
    printed = 0

    def progress(done: int, total: int) -> None:
        nonlocal printed
        if (share := 100 * done // total) > printed:
            printed = share
            print(share, flush=True)

    print(json.dumps(review(match, bot, threads=threads, progress=progress).to_dict()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
