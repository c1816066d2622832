"""Datasets of games: Parquet files for pandas, Polars and Hugging Face `datasets`. Needs pyarrow.

`games-00000.parquet` has a row per game: game, options, rules version, box, seed, players, all moves, points and places. Each
row can be replayed (`match_of`, `row_of`). `steps-00000.parquet` is optional and has a row per decision: observation, legal
actions, chosen action, and the final reward of the seat.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from ..bots import new_bot
from ..core.errors import BadOption, BadRecord, SeaboardError
from ..core.game import Game
from ..core.option_sources import TrustedOptions
from ..core.ranking import rewards
from ..files import make_folder
from ..games import find_game
from ..match import Match
from ..record import begin_match, read_record, replay
from . import arena
from .scaling import ObservationScale, feature_names
from .single_game import missing_library

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    raise missing_library("pyarrow", "pyarrow") from None

GAMES_PER_FILE = 1000
Row = dict[str, Any]

GAMES = pa.schema(
    [
        ("number", pa.int64()),
        ("game", pa.string()),
        ("seaboard", pa.string()),  # the version that wrote the row
        ("rules", pa.int32()),
        ("box", pa.string()),  # hash of the components
        ("options", pa.string()),  # JSON
        ("seed", pa.string()),
        ("position", pa.string()),  # first position (TOML), if not the setup; else empty
        ("names", pa.list_(pa.string())),
        ("bots", pa.list_(pa.string())),  # by seat; empty for games of people
        ("actions", pa.list_(pa.int16())),
        ("moves", pa.list_(pa.string())),  # the actions in notation
        ("seats", pa.list_(pa.int8())),  # the movers
        ("points", pa.list_(pa.float64())),
        ("places", pa.list_(pa.int8())),
        ("over", pa.bool_()),
    ]
)
STEPS = pa.schema(
    [
        ("number", pa.int64()),  # number of the game
        ("step", pa.int32()),
        ("seat", pa.int8()),
        ("action", pa.int16()),
        ("allowed", pa.list_(pa.int16())),
        ("observation", pa.list_(pa.int16())),
        ("reward", pa.float32()),  # of this seat at the end of the game, by places
    ]
)


def steps_schema(rows: Sequence[Row], analysed: bool = False) -> Any:
    """STEPS; for a single game with lists of fixed size. The metadata has the observations' version, names and ranges."""
    games = [find_game(name) for name in sorted({row["game"] for row in rows})]
    columns = {field.name: field.type for field in STEPS}
    metadata = {"seaboard.observation_version": json.dumps({game.name: game.observation_version for game in games})}
    if len(games) == 1:
        scale = ObservationScale(games[0])
        columns["observation"] = pa.list_(pa.int16(), games[0].full_observation_size)
        metadata |= {"seaboard.features": json.dumps(feature_names(games[0]))}
        metadata |= {"seaboard.lows": json.dumps(scale.low.tolist()), "seaboard.highs": json.dumps(scale.high.tolist())}
    if analysed:
        columns["policy"] = pa.list_(pa.float32(), games[0].num_actions) if len(games) == 1 else pa.list_(pa.float32())
        columns["value"] = pa.float32()
    return pa.schema(list(columns.items())).with_metadata(metadata)


def row_of(match: Match, number: int = 0, bots: Sequence[str] = ()) -> Row:
    """The row of a match."""
    return {
        "number": number,
        "game": match.game.name,
        "seaboard": __version__,
        "rules": match.game.rules_version,
        "box": match.game.box_hash(match.box),
        "options": json.dumps(match.options, ensure_ascii=False),
        "seed": match.seed,
        "position": match.first_position,
        "names": match.names,
        "bots": list(bots),
        "actions": [action for action, _ in match.history],
        "moves": [match.text(action) for action, _ in match.history],
        "seats": [int(match.game.mover(before)) for _, before in match.history],
        "points": [float(points) for points in match.scores()],
        "places": match.places(),
        "over": match.over,
    }


def match_of(row: Mapping[str, Any]) -> Match:
    """Replays the match of a row; BadRecord if it is damaged, or has other rules or components."""
    match = begin_match(
        {**row, "options": json.loads(row["options"]), "position": row["position"] or None, "names": list(row["names"])}
    )
    play_again(match, row["actions"], row["points"])
    return match


def play_again(match: Match, actions: Sequence[int], points: Sequence[float]) -> None:
    """Plays the stored actions of a game; BadRecord if one is not allowed, or if they give other points."""
    for n, action in enumerate(map(int, actions), 1):
        if match.over or not 0 <= action < match.game.num_actions or not match.may_replay(action):
            raise BadRecord(f"a damaged game: move {n}, action {action}, is not allowed")
        match.push(action)
    if match.scores() != list(points):
        raise BadRecord(f"a damaged game: its points are {list(points)}, but its moves give {match.scores()}")


def play(
    game: str,
    options: Mapping[str, Any],
    bots: Sequence[str],
    games: int,
    seed: str = "dataset",
    processes: int = 1,
    ray: str = "",
) -> Iterator[Row]:
    """Plays bot games as in an arena (seats rotate, every game depends only on its number) and yields their rows."""
    tournament = arena.new_tournament(game, options, bots, games, seed, keep_moves=True)
    for meeting, result in arena.finished_games(tournament, processes, ray):
        yield row_of_result(tournament.game, tournament.options, tournament.meetings[meeting].bots, result)


def row_of_result(game: str, options: Mapping[str, Any], bots: Sequence[str], result: Mapping[str, Any]) -> Row:
    """The row of an arena game with stored moves; BadRecord if it is damaged."""
    names = [bots[bot] for bot in result["bots"]]
    match = Match(find_game(game), seed=result["seed"], names=names, **options)
    play_again(match, result["moves"], result["points"])
    return row_of(match, int(result["k"]), names)


def rows_from(game: Game, sources: Iterable[Path]) -> Iterator[Row]:
    """Rows from records, folders of records (*.json), and arena files with moves."""
    files = [file for source in sources for file in (sorted(source.glob("*.json")) if source.is_dir() else [source])]
    number = 0
    if not files:
        raise BadOption("there are no records (*.json) in these folders")
    for file in files:
        for row in rows_of_file(game, file):
            yield {**row, "number": number}
            number += 1


def rows_of_file(game: Game, file: Path) -> Iterator[Row]:
    try:
        text = file.read_text(encoding="utf-8")
        data = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise SeaboardError(f"cannot read {file}: {error}") from None
    if isinstance(data, dict) and data.get("format") == arena.FORMAT:
        try:
            yield from rows_of_arena(game, data, file)
        except (KeyError, ValueError, TypeError, IndexError, AttributeError, BadRecord) as error:
            raise BadRecord(f"{file} is damaged: {error if isinstance(error, BadRecord) else repr(error)}") from None
        return
    if read_record(text)["game"] != game.name:
        raise BadOption(f"{file} is a game of {data['game']}, not of {game.name}")
    yield row_of(replay(text, options_class=TrustedOptions)[0])


def rows_of_arena(game: Game, data: Mapping[str, Any], file: Path) -> Iterator[Row]:
    if data["game"] != game.name:
        raise BadOption(f"{file} is an arena of {data['game']}, not of {game.name}")
    for meeting in data["meetings"]:
        for result in meeting["results"]:
            if "moves" not in result:
                raise BadOption(f"{file} has no moves: run the arena with --moves, which resumes from the file")
            yield row_of_result(game.name, data["options"], meeting["bots"], result)


def steps_of(row: Row, analyse: str = "") -> Iterator[Row]:
    """One row per decision of a game; with `analyse`, a bot's policy (shares of visits) and value (the mover's win chance)."""
    match = match_of(row)
    game, box = match.game, match.box
    bot = new_bot(analyse, game, box, "dataset", threads=1) if analyse else None
    rewards_by_seat = rewards(game, match.s, box, match.seats) if match.over else [0.0] * match.seats
    legal, view, option_values = np.zeros(game.max_legal, np.int16), game.empty_state(), game.observe_options(box)
    for step, (action, before) in enumerate(match.history):
        seat = int(game.mover(before))
        game.view(before, box, seat, view)
        listed = legal[: game.legal(before, box, legal)].copy()
        step_row = {"number": row["number"], "step": step, "seat": seat, "action": action, "reward": rewards_by_seat[seat]}
        labels = analysis(bot, view, listed.tolist(), game.num_actions) if bot else {}
        yield step_row | {"allowed": listed, "observation": game.full_observation(view, box, seat, option_values)} | labels


def analysis(bot: Any, view: np.record, actions: list[int], num_actions: int) -> Row:
    """A bot's policy and value in a position."""
    hints, policy = bot.hint(view, actions) if hasattr(bot, "hint") else [], np.zeros(num_actions, np.float32)
    for hint in hints:
        policy[hint.action] = hint.visits
    if not policy.any():
        raise BadOption("this bot counts no simulations, so it cannot analyse; try search:200 or net:200")
    best = max(hints, key=lambda hint: hint.visits)
    return {"policy": policy / policy.sum(), "value": best.wins}


def empty_folder(folder: Path) -> None:
    """Creates a folder; refuses an existing one that is not empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOption(f"{folder} exists and is not an empty folder: name another")
    make_folder(folder)


def write(
    rows: Iterable[Row],
    folder: Path,
    observations: bool = False,
    games_per_file: int = GAMES_PER_FILE,
    analyse: str = "",
) -> int:
    """Writes rows to files of `games_per_file` games each, ordered by number; returns the number of games.

    `analyse` names a bot whose policy and value are columns of the steps.
    """
    remaining, written, part = iter(rows), 0, 0
    while chunk := list(islice(remaining, games_per_file)):
        chunk.sort(key=lambda row: row["number"])
        if observations or analyse:
            steps = [step for row in chunk for step in steps_of(row, analyse)]
            write_file(pa.Table.from_pylist(steps, steps_schema(chunk, bool(analyse))), folder / f"steps-{part:05}.parquet")
        write_file(pa.Table.from_pylist(chunk, GAMES), folder / f"games-{part:05}.parquet")
        written, part = written + len(chunk), part + 1
    return written


def write_file(table: Any, file: Path) -> None:
    """Writes a file whole or not at all."""
    unfinished = file.with_suffix(".part")
    try:
        pq.write_table(table, unfinished, compression="zstd")
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


def read(source: Path) -> Iterator[Row]:
    """Reads the rows of a dataset, or of one of its files."""
    files = sorted(source.glob("games-*.parquet")) if source.is_dir() else [source]
    if not files:
        raise BadOption(f"no games-*.parquet in {source}; name a folder that `seaboard dataset` wrote")
    for file in files:
        try:
            table = pq.read_table(file)
        except (OSError, pa.ArrowInvalid) as error:
            raise SeaboardError(f"cannot read {file}: {' '.join(str(error).split())}") from None
        if not set(GAMES.names) <= set(table.column_names):
            raise BadOption(
                f"{file} is not a games-*.parquet of `seaboard dataset`: its columns are {', '.join(table.column_names)[:200]}"
            )
        yield from table.to_pylist()
