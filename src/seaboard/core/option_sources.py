"""Where the options of a game come from: the user, whose options may name files, or a stranger, whose options may not.

Positions, records and studies are read with `UntrustedOptions` unless the caller says otherwise.
"""

from collections.abc import Mapping
from typing import Any

from . import boxes
from .errors import BadOption
from .game import Game, Option


class TrustedOptions:
    """Options of the user of this computer, from Python or the command line."""

    def __init__(self, given: Mapping[str, Any]):
        self.given = dict(given)

    def choose(self, game: Game) -> dict[str, Any]:
        """All options of a game: the given ones checked, the others at their defaults."""
        return game.choose(**self.given)


class UntrustedOptions(TrustedOptions):
    """Options of a stranger, a visitor of the server or the author of a file. Only listed choices are accepted."""

    def choose(self, game: Game) -> dict[str, Any]:
        for option in game.options:
            if option.name in self.given:
                check_listed(option, self.given[option.name])
        given = dict(self.given)
        if game.box_editor and given.get("box", boxes.STANDARD) != boxes.STANDARD:
            given["box"] = boxes.find_box(game, given["box"], files=False).reference
        return game.choose(**given)


def check_listed(option: Option, value: Any) -> None:
    """Raises BadOption for a value that the option accepts but does not list, such as the name of a file; opens nothing."""
    for part in option.as_list(value) if option.many else [value]:
        try:
            Option.read_one(option, part)
        except BadOption as error:
            if len(option.choices) > 1:
                raise
            raise BadOption(f"{error}: nobody else may name a file of this computer") from None
