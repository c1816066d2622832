"""Errors in user input. Each message is one line: what is wrong, where, which rule, and what to do."""

from ..language import _


class SeaboardError(Exception):
    """The message is shown to users without a traceback."""


class UnknownGame(SeaboardError):
    """No game has this name."""


class BadGame(SeaboardError):
    """A game that lacks something that Seaboard needs."""


class BadPlugin(SeaboardError):
    """A game or bot of another package that cannot be used."""


class BadOption(SeaboardError):
    """An option or number of players that the game does not have."""


class BadComponent(SeaboardError):
    """A component file with invalid content."""


class BadCell(BadComponent):
    """A component with an invalid value: in which column (empty: several together), and what to write instead."""

    def __init__(self, where: str, column: str, text: str):
        self.column, self.text = column, text
        named = _("column {name}", name=column)
        super().__init__(": ".join([", ".join(filter(None, (where, named if column else ""))), text]))


class BadPosition(SeaboardError):
    """A position that is malformed or impossible by the rules."""


class BadRecord(SeaboardError):
    """A record that is damaged, or from another game, box or rules version."""


class BadStudy(SeaboardError):
    """A study that is damaged or has illegal moves; the message names the chapter and the place."""


class BadLesson(SeaboardError):
    """A lesson that cannot be read, or not played as intended."""


class BadPuzzle(SeaboardError):
    """A puzzle file that cannot be read."""


class IllegalMove(SeaboardError):
    """A move that is misspelt or illegal. `rule` is the number of the rule that forbids it, `nearest` a similar legal move."""

    def __init__(self, message: str, rule: str = "", nearest: str = ""):
        super().__init__(message)
        self.rule = rule
        self.nearest = nearest


class CannotUndo(SeaboardError):
    """There is no move to undo, or information was revealed since."""
