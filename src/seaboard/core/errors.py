"""Errors in what people give us. Each message is one line: what is wrong, where, by which rule, and what to do."""


class SeaboardError(Exception):
    """Shown to people as it is; never a traceback."""


class UnknownGame(SeaboardError):
    """There is no game of that name."""


class BadGame(SeaboardError):
    """A game that lacks something that the rest of Seaboard needs of it."""


class BadPlugin(SeaboardError):
    """A game or a bot of another package that cannot be used."""


class BadOption(SeaboardError):
    """An option, or a number of players, that the game does not have."""


class BadComponent(SeaboardError):
    """A file in a game's box that does not hold what the rules need."""


class BadPosition(SeaboardError):
    """A position that is malformed, or impossible by the rules."""


class BadRecord(SeaboardError):
    """A record that is damaged, or of another game, box or version."""


class BadStudy(SeaboardError):
    """A study that is damaged, or whose lines cannot be played; it says in which chapter and where."""


class BadLesson(SeaboardError):
    """A lesson that cannot be read, or not played as it says."""


class BadPuzzle(SeaboardError):
    """A file of puzzles that cannot be read."""


class IllegalMove(SeaboardError):
    """A move that is misspelt, or not allowed now. `rule` is the number of the rule that forbids it, if one does."""

    def __init__(self, message: str, rule: str = "", nearest: str = ""):
        super().__init__(message)
        self.rule = rule
        self.nearest = nearest


class CannotUndo(SeaboardError):
    """Nothing to take back, or something was revealed since."""
