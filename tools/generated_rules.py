"""`make generated`: writes the rules that each game generates to its `generated.py`, for readers, debuggers and mypy."""

from importlib import import_module

from seaboard.core.rule_writer import RuleWriter
from seaboard.games import NAMES


def writer_of(game: str) -> RuleWriter:
    """The writer with all rules that the game generates when it is loaded."""
    import_module(f"seaboard.games.{game}")
    return import_module(f"seaboard.games.{game}.rule_writer").WRITER


if __name__ == "__main__":
    for name in NAMES:
        writer = writer_of(name)
        assert writer.file is not None
        writer.file.write_text(writer.module(), encoding="utf-8")
