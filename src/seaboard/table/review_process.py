"""Reviews a record in a process of its own, at the lowest priority: `python -m seaboard.table.review_process BOT THREADS`.

It reads the record from standard input, prints how far it is, in percent, and last the review as one line of JSON.
"""

import contextlib
import json
import os
import sys

from ..compiling import ensure_compiled
from ..record import replay


def main(bot: str, threads: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(15)
    match, _lines = replay(sys.stdin.read())
    ensure_compiled(match.game, [bot])
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal told
        if (share := 100 * done // total) > told:
            told = share
            print(share, flush=True)

    print(json.dumps(match.review(bot, threads=threads, progress=progress).to_dict()), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
