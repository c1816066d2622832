"""The bots that a server offers: levels, a random one, personalities, bots of plug-ins, those named at the start.

Pages choose a bot by its short name, so no client can name code to run, and the name fits into the database.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from ...bots import LEVELS, NAMES, PERSONALITIES, all_bots, fits, is_class_path, read_name
from ...core.errors import BadOption
from ...core.game import Game
from ...language import _

MAX_SHORT_NAME = 16  # characters of a short name
Offered = Mapping[str, str]  # short name -> argument of `new_bot`


def bots_offered(additional: Iterable[str] = ()) -> Offered:
    """All offered bots. Raises BadOption if one of `additional` is not a bot, or has the short name of another one."""
    offered = {name: name for name in (*LEVELS, "random", *PERSONALITIES, *(name for name in all_bots() if name not in NAMES))}
    for name in dict.fromkeys(additional):
        read_name(name)
        if (short := short_name(name)) in offered:
            raise BadOption(f"two bots have the short name {short!r}, leave out one of them: {offered[short]} and {name}")
        offered[short] = name
    return offered


def short_name(name: str) -> str:
    """`clever` for `mine:Clever,depth=3`, `best` for `net:400,file=mine/best.npz`."""
    head, *settings = name.split(",")
    files = [part.partition("=")[2] for part in settings if part.strip().startswith("file=")]
    plain = head.split(":")[1] if is_class_path(name) else Path(files[0]).stem if files else name
    return plain.strip().lower()[:MAX_SHORT_NAME]


def offered_for(offered: Offered, game: Game) -> Offered:
    """Those that can play this game."""
    return {short: name for short, name in offered.items() if fits(name, game)}


def bot_texts(offered: Offered) -> list[tuple[str, str]]:
    """Each bot's short name and its label on pages."""
    return [(short, _("random moves") if short == "random" else _(short)) for short in offered]
