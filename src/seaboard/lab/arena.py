"""Bot tournaments: seats rotate, seeds are fixed, and every game depends only on its number."""

import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..bots import new_bot, read_name
from ..core.deadline import check_time
from ..core.errors import BadOption, SeaboardError
from ..files import write_whole
from ..games import find_game
from ..match import Match
from .parallel import run_jobs

FORMAT = "seaboard arena 1"
SAVE_INTERVAL = 5.0  # seconds
Result = dict[str, Any]


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[int, ...]]:
    """The bots that play together: with fewer bots than seats the last one takes the rest, with more all combinations."""
    numbers = range(len(bots))
    if len(bots) < seats:
        return [(*numbers, *[numbers[-1]] * (seats - len(bots)))]
    return list(itertools.combinations(numbers, seats))


def play_game(
    game_name: str, options: Mapping[str, Any], bots: Sequence[str], seed: str, number: int, keep_moves: bool = False
) -> Result:
    """Game number k of a tournament: cycles through all line-ups, then rotates seats on the same deal, then takes a new deal.

    All lists in the result are by seat; `bots` are the bots on the seats. `keep_moves` adds the game's seed and its actions, so
    that it can be replayed.
    """
    game, seats = find_game(game_name), find_game(game_name).seats(options)
    sets = line_ups(bots, seats)
    rotation, deal = number // len(sets) % seats, number // len(sets) // seats
    order = [sets[number % len(sets)][(seat + rotation) % seats] for seat in range(seats)]
    match = Match(game, seed=f"{seed} {deal}", **options)
    players = [new_bot(bots[bot], game, match.box, f"{seed} {number} {seat}", threads=1) for seat, bot in enumerate(order)]
    seconds, decisions, moves = [0.0] * seats, [0] * seats, []
    while (seat := match.mover) is not None:
        check_time()
        actions = match.actions()
        started = time.perf_counter()
        action = players[seat].choose(match.view(seat), actions)
        seconds[seat] += time.perf_counter() - started
        decisions[seat] += 1
        if action not in actions:
            raise SeaboardError(f"{bots[order[seat]]} chose action {action}, which is not allowed")
        game.apply(match.s, match.box, action)
        moves.append(int(action))
    return {
        "k": number,
        "bots": order,
        "places": match.places(),
        "points": match.scores(),
        "kinds": [list(row.values()) for row in match.score_sheet()],
        "decisions": decisions,
        "seconds": [round(taken, 4) for taken in seconds],
        **({"seed": match.seed, "moves": moves} if keep_moves else {}),
    }


@dataclass
class Meeting:
    """Bots that play each other, and the results so far by game number."""

    bots: tuple[str, ...]
    games: int
    seed: str
    results: dict[int, Result] = field(default_factory=dict)


@dataclass
class Tournament:
    """A meeting of bots, and control meetings (each bot against itself, and random bots), which must come out even."""

    game: str
    options: dict[str, Any]
    meetings: list[Meeting]
    keep_moves: bool = False

    @property
    def seats(self) -> int:
        return find_game(self.game).seats(self.options)

    def remaining(self) -> list[tuple[int, int]]:
        """The games left to play, as (meeting, number); also games without stored moves, if `keep_moves`."""
        return [(m, k) for m, meeting in enumerate(self.meetings) for k in range(meeting.games) if not self.is_done(meeting, k)]

    def is_done(self, meeting: Meeting, k: int) -> bool:
        return k in meeting.results and (not self.keep_moves or "moves" in meeting.results[k])

    def task(self, m: int, k: int) -> tuple:
        """The arguments of `play_game`."""
        return self.game, self.options, self.meetings[m].bots, self.meetings[m].seed, k, self.keep_moves

    def text(self) -> str:
        meetings = [
            {"bots": m.bots, "games": m.games, "seed": m.seed, "results": [m.results[k] for k in sorted(m.results)]}
            for m in self.meetings
        ]
        data = {"format": FORMAT, "game": self.game, "options": self.options, "meetings": meetings}
        return json.dumps(data, ensure_ascii=False) + "\n"

    def resume_from(self, text: str, file: Path) -> None:
        """Loads the results of an earlier run of the same tournament."""
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                raise ValueError
            same = data["game"] == self.game and data["options"] == json.loads(json.dumps(self.options))
            earlier = {(tuple(m["bots"]), m["seed"]): {r["k"]: r for r in m["results"]} for m in data["meetings"]}
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise SeaboardError(f"{file} is not a tournament; name another file") from None
        if not same or (self.meetings[0].bots, self.meetings[0].seed) not in earlier:
            raise SeaboardError(f"{file} is a different tournament (game, options, bots or seed differ); name another file")
        for meeting in self.meetings:
            meeting.results = earlier.get((meeting.bots, meeting.seed), {})


def new_tournament(
    game_name: str,
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    seed: str = "arena",
    controls: int = 0,
    keep_moves: bool = False,
) -> Tournament:
    """A tournament with checked options and bots. It has as many seats as bots, unless `players` is given."""
    game = find_game(game_name)
    choices = next(option.choices for option in game.options if option.name == "players")
    if "players" not in options and len(bots) in choices:
        options = {**options, "players": len(bots)}
    chosen = game.choose(**options)
    if not bots:
        raise BadOption("an arena needs at least one bot")
    for bot in bots:
        read_name(bot)
    meetings = [Meeting(tuple(bots), games, seed)]
    if controls and game.seats(chosen) > 1:
        for bot in dict.fromkeys([*bots, "random"]):
            meetings.append(Meeting((bot,) * game.seats(chosen), controls, f"{seed} control"))
    return Tournament(game.name, chosen, meetings, keep_moves)


def finished_games(
    tournament: Tournament, processes: int, ray: str = "", seconds: float = float("inf")
) -> Iterator[tuple[int, Result]]:
    """Plays the remaining games in local processes or on a Ray cluster; yields (meeting, result) as they finish."""
    remaining = tournament.remaining()
    for n, result in run_jobs(play_game, [tournament.task(m, k) for m, k in remaining], processes, ray, seconds):
        yield remaining[n][0], result


def run(
    tournament: Tournament,
    processes: int = 1,
    file: Path | None = None,
    seconds: float = float("inf"),
    on_game: Callable[[], None] = lambda: None,
    ray: str = "",
) -> bool:
    """Plays the remaining games, saves the results, and returns whether all are done. After `seconds`, running games stop."""
    saved = time.monotonic()
    try:
        for m, result in finished_games(tournament, processes, ray, seconds):
            tournament.meetings[m].results[result["k"]] = result
            on_game()
            now = time.monotonic()
            if file and now > saved + SAVE_INTERVAL:
                write_whole(file, tournament.text())
                saved = now
    finally:
        if file:
            write_whole(file, tournament.text())
    return not tournament.remaining()
