"""A series of games in one file: a campaign, a return match. `seaboard series`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .core.errors import BadRecord
from .core.game import FinishedGame, Game, Series
from .core.option_sources import TrustedOptions
from .core.text_input import read_json
from .games import find_game
from .match import Match
from .record import replay

FORMAT = "seaboard series 1"
MAX_LENGTH = 8_000_000  # characters


@dataclass
class SavedSeries:
    """The content of a series file: the records of its games (the last game may be unfinished) and the player's rank."""

    game: Game
    series: Series
    options: dict[str, Any]
    rank: int = 0
    records: list[str] = field(default_factory=list)

    def matches(self) -> list[Match]:
        return [replay(record, options_class=TrustedOptions)[0] for record in self.records]

    def current(self, names: list[str]) -> Match:
        """The match to play: the unfinished one, or the next one."""
        matches = self.matches()
        if matches and not matches[-1].over:
            return matches[-1]
        options = self.series.next_options([finished_game(match) for match in matches]) if matches else self.options
        self.records.append("")  # the caller replaces it by the record of the match
        return Match(self.game, names=names, **options)

    def finish(self) -> str:
        """The summary after the last game. The next series starts with the new rank."""
        summary, self.rank = self.series.result([finished_game(match) for match in self.matches()], self.rank)
        self.records = []
        return summary

    def is_complete(self) -> bool:
        return len(self.records) == self.series.games and self.matches()[-1].over

    def text(self) -> str:
        table = {
            "format": FORMAT,
            "series": self.series.name,
            "game": self.game.name,
            "options": self.options,
            "rank": self.rank,
        }
        return (
            json.dumps({**table, "records": [json.loads(record) for record in self.records]}, indent=1, ensure_ascii=False)
            + "\n"
        )


def finished_game(match: Match) -> FinishedGame:
    """A finished match as the functions of a `Series` get it."""
    first = match.history[0][1] if match.history else match.s
    return FinishedGame(match.options, match.box, first, match.s, match.scores())


def new_series(game: Game, series: Series, options: Mapping[str, Any]) -> SavedSeries:
    return SavedSeries(game, series, game.choose(**{**options, **series.options}))


def read_series(text: str) -> SavedSeries:
    """Reads a series file; BadRecord says what is wrong with it."""
    try:
        table = read_json(text, MAX_LENGTH)
        if table.get("format") != FORMAT:
            raise ValueError(f'it has no "format": "{FORMAT}"')
        game = find_game(table["game"])
        series = find_series(game, table["series"])
        records = [json.dumps(record) for record in table["records"]]
        saved = SavedSeries(game, series, game.choose(**table["options"]), int(table["rank"]), records)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(f"not a series of games: {error}") from None
    saved.matches()
    return saved


def find_series(game: Game, name: str) -> Series:
    for series in game.series:
        if series.name == name:
            return series
    raise BadRecord(f"{game.name} has no series {name!r}; it has {', '.join(one.name for one in game.series) or 'none'}")
