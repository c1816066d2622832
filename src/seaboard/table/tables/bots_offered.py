"""Which bots a server offers: the levels, one that plays anything, those that are plugged in, and those it was started with.

Pages choose among them by a short name. So no client can name code, and a name fits the database.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from ...bots import LEVELS, NAMES, all_bots, is_place, read_name
from ...core.errors import BadOption
from ...language import _

LONGEST = 16  # letters of a short name
Offered = Mapping[str, str]  # by the short name, what `new_bot` makes a bot of


def bots_offered(more: Iterable[str] = ()) -> Offered:
    """All that pages may choose from; BadOption if one of `more` is no bot, or is called as another one is."""
    offered = {name: name for name in (*LEVELS, "random", *(name for name in all_bots() if name not in NAMES))}
    for name in dict.fromkeys(more):
        read_name(name)
        if (short := short_name(name)) in offered:
            raise BadOption(f"two bots would be called {short!r} at the tables: {offered[short]} and {name}")
        offered[short] = name
    return offered


def short_name(name: str) -> str:
    """`clever` of `mine:Clever,depth=3`, and `best` of `net:400,file=mine/best.npz`."""
    head, *settings = name.split(",")
    files = [part.partition("=")[2] for part in settings if part.strip().startswith("file=")]
    plain = head.split(":")[1] if is_place(name) else Path(files[0]).stem if files else name
    return plain.strip().lower()[:LONGEST]


def bot_texts(offered: Offered) -> list[tuple[str, str]]:
    """Each bot's short name, and what pages call it."""
    return [(short, _("plays anything") if short == "random" else _(short)) for short in offered]
