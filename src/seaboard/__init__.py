"""Seaboard: board games of the sea with complete rules, bots and a research lab.

>>> import seaboard
>>> m = seaboard.new("maori", players=2, level="pro", seed=7)
>>> m.play("set top 1")
'placed the explorer ship at top 1.'
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .match import Match

__version__ = "0.2.0"


def new(game: str, *, seed: int | str | None = None, names: list[str] | None = None, **options: Any) -> "Match":
    """A new match: `new("maori", players=3, level="pro", seed=7)`."""
    from .compiling import ensure_compiled
    from .games import find_game
    from .match import Match

    chosen = find_game(game)
    chosen.choose(**options)  # raises for wrong options before anything is compiled
    ensure_compiled(chosen)
    return Match(chosen, seed=seed, names=names, **options)


def load(text: str, untrusted: bool = False) -> "Match":
    """Loads a position (TOML) or a record (JSON); an `untrusted` one may not name local files."""
    from .core.option_sources import TrustedOptions, UntrustedOptions
    from .match import Match
    from .record import replay

    options_class = UntrustedOptions if untrusted else TrustedOptions
    if text.lstrip().startswith("{"):
        return replay(text, options_class=options_class)[0]
    return Match.from_position(text, options_class=options_class)
