"""The standings of a cup: scores from the places at its tables, and tie-breaks."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Player = TypeVar("Player", bound=Hashable)
Table = Mapping[Player, int]  # the place of each player at a finished table


@dataclass(frozen=True)
class Standing:
    """One line. Tie-breaks in the order in which they count: Buchholz, Sonneborn-Berger, wins, then the seed."""

    player: Hashable
    place: int
    score: float
    buchholz: float  # the sum of the opponents' scores
    sonneborn_berger: float  # the sum of the scores of beaten opponents; half of it for a tie
    wins: int
    played: int


def score_of(places: Table, player: Player) -> float:
    """The share of the opponents at a table whom a player beat; a tie counts a half. 1 is a win against all, 0 a loss."""
    others = [place for other, place in places.items() if other != player]
    mine = places[player]
    return sum(1.0 if mine < place else 0.5 if mine == place else 0.0 for place in others) / len(others)


def scores_of(players: Sequence[Player], tables: Sequence[Table], byes: Sequence[Player] = ()) -> dict[Player, float]:
    """Each player's score; a bye counts as a win."""
    scores = {player: float(sum(one == player for one in byes)) for player in players}
    for table in tables:
        for player in table:
            if player in scores:
                scores[player] += score_of(table, player)
    return scores


def standings(players: Sequence[Player], tables: Sequence[Table], byes: Sequence[Player] = ()) -> list[Standing]:
    """All players, the best first; `players` are in the order of their seeds, which decide last."""
    scores = scores_of(players, tables, byes)
    lines = []
    for player in players:
        own = [table for table in tables if player in table]
        against = [(other, table) for table in own for other in table if other != player]
        buchholz = sum(scores.get(other, 0.0) for other, _table in against)
        beaten = sum(scores.get(other, 0.0) * score_against(table, player, other) for other, table in against)
        wins = sum(score_of(table, player) == 1.0 for table in own)
        lines.append((player, scores[player], buchholz, beaten, wins, len(own)))
    lines.sort(key=lambda line: tuple(-figure for figure in line[1:5]))  # stable: equal ones stay in the order of seeds
    return [Standing(line[0], place, *line[1:]) for place, line in enumerate(lines, 1)]


def score_against(table: Table, player: Player, other: Player) -> float:
    return 1.0 if table[player] < table[other] else 0.5 if table[player] == table[other] else 0.0
