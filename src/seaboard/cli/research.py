"""Commands for bots and research: tournaments, reports, datasets, speed, training."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import BadOption
from ..files import write_whole
from .shared import (
    GameName,
    Json,
    MaybeGame,
    Options,
    Players,
    chosen_games,
    console,
    given_options,
    note,
    print_json,
    read_text,
    say,
)

Ray = Annotated[str, typer.Option("--ray", metavar="ADDRESS", help="run on a Ray cluster: auto, host:port, or local")]


def arena(
    name: GameName,
    bot: Annotated[
        list[str], typer.Argument(metavar="BOT...", help="such as search:1000 greedy; the last one fills the remaining seats")
    ],
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="number of games")] = 100,
    players: Players = None,
    option: Options = None,
    seed: Annotated[str, typer.Option(help="the same seed gives the same games")] = "arena",
    controls: Annotated[int, typer.Option(min=0, help="control games of each bot against itself, and of random bots")] = 0,
    processes: Annotated[int, typer.Option(min=0, max=1024, help="0: one per core")] = 0,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="save all results in this file (JSON), and resume from it")
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help="also save the moves, to replay the games")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="plot win rates and points (PNG)")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="time limit; with --file the run can be resumed")] = 1e9,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Let bots play each other: win rates with confidence intervals, places, points, ratings."""
    from ..compiling import ensure_compiled
    from ..lab import arena as tournaments
    from ..lab import arena_output as scoreboard
    from ..lab import matplotlib_plots as plots

    if plot:
        plots.find_matplotlib()  # raises before any game is played
    if moves and not file:
        raise BadOption("--moves needs --file, where the moves are saved")
    tournament = tournaments.new_tournament(name, given_options(players, option), bot, games, seed, controls, moves)
    if file and file.exists():
        tournament.resume_from(read_text(str(file)), file)
    ensure_compiled(chosen_games(name)[0], bot)
    complete = scoreboard.run_with_progress(tournament, processes or os.cpu_count() or 1, file, seconds, ray)
    if plot:
        scoreboard.plot(tournament, plot)
    print_json(scoreboard.as_json(tournament)) if as_json else console().print(scoreboard.tables(tournament))
    if not complete:
        note(f"Unfinished; the same command resumes from {file}." if file else "Unfinished.")


def report(
    name: GameName,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="number of games")] = 1000,
    bots: Annotated[str, typer.Option(help="the players, comma-separated; they rotate seats")] = "random",
    players: Players = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="the same seed gives the same report")] = 1,
    out: Annotated[Path, typer.Option(metavar="FILE", help="the HTML file to write")] = Path("report.html"),
    processes: Annotated[int, typer.Option(min=0, max=1024, help="number of processes; 0: one per core")] = 0,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Play many games and report points, seat advantage, length and choices as an HTML page with plots."""
    from ..compiling import ensure_compiled
    from ..lab.game_report import collect, summary
    from ..lab.report_page import page
    from ..lab.single_game import SingleGame

    game = chosen_games(name)[0]
    options = game.choose(**given_options(players, option))
    ensure_compiled(game, players_of(bots))
    statistics = collect(game.name, options, players_of(bots), games, seed, processes or os.cpu_count() or 1, ray)
    table = SingleGame(game, **options)
    if as_json:
        print_json(summary(table, statistics))
        return
    given = "".join(f" -o {key}={value}" for key, value in given_options(players, option).items() if key != "players")
    seats = f" -p {players}" if players else ""
    write_whole(
        out, page(table, statistics, f"seaboard report {game.name} --games {games} --bots {bots} --seed {seed}{seats}{given}")
    )
    note(f"The report on {games} games is in {out}.")


def dataset(
    name: GameName,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="folder for the Parquet files; new or empty")],
    bots: Annotated[str, typer.Option(help="the players, comma-separated; they rotate seats")] = "random",
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="number of games")] = 100,
    players: Players = None,
    option: Options = None,
    seed: Annotated[str, typer.Option(help="the same seed gives the same games")] = "dataset",
    observations: Annotated[
        bool, typer.Option("--observations", help="also write a row per decision: observation, legal actions, choice, reward")
    ] = False,
    source: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="convert records (files or folders) or an arena file instead of playing"),
    ] = None,
    processes: Annotated[int, typer.Option(min=0, max=1024, help="0: one per core")] = 0,
    ray: Ray = "",
) -> None:
    """Write games as Parquet: moves, options, seeds, results, optionally observations (needs pyarrow)."""
    from ..compiling import ensure_compiled
    from ..lab import dataset as data

    game = chosen_games(name)[0]
    data.empty_folder(out)
    if source:
        rows = data.rows_from(game, source)
    else:
        playing = players_of(bots)
        ensure_compiled(game, playing)
        rows = data.play(game.name, given_options(players, option), playing, games, seed, processes or os.cpu_count() or 1, ray)
    written = data.write(rows, out, observations)
    note(f"{written} games are in {out}.")


def records(
    folder: Annotated[Path, typer.Argument(metavar="DATA", help="a folder or file written by `seaboard dataset`")],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="folder for the records, one file per game")],
) -> None:
    """Convert a dataset to records (JSON), which `seaboard replay` and the server read."""
    from ..lab import dataset as data

    data.empty_folder(out)
    count = 0
    for row in data.read(folder):
        write_whole(out / f"{row['game']}-{row['number']:06}.json", data.match_of(row).record())
        count += 1
    note(f"{count} records are in {out}.")


def players_of(bots: str) -> list[str]:
    """Splits bots at commas, which also separate their settings: `search:100,explore=0.5,greedy` is two bots."""
    found: list[str] = []
    for part in bots.split(","):
        if "=" in part and found:
            found[-1] += f",{part}"
        elif part:
            found.append(part)
    return found


def bench(
    name: MaybeGame = "",
    players: Players = None,
    option: Options = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="duration")] = 5,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="number of threads")] = 1,
    gpu: Annotated[bool, typer.Option("--gpu", help="play on a GPU (CUDA), and compare the scores with the CPU's")] = False,
    as_json: Json = False,
) -> None:
    """Measure random play: moves and games per second."""
    from ..compiling import ensure_compiled
    from ..lab.speed import measure, measure_gpu

    if gpu:
        from ..lab.cuda import find_cuda

        find_cuda()  # before anything is compiled
    rows = []
    for game in chosen_games(name):
        options = game.choose(**given_options(players, option))
        ensure_compiled(game)
        if gpu:
            with console(stderr=True).status(f"compiling {game.title} for the GPU (up to some minutes), comparing, playing"):
                speed = {"device": "gpu", **measure_gpu(game, options, seconds)}
        else:
            speed = {"device": "cpu", "threads": threads, **measure(game, options, seconds, threads).to_dict()}
        rows.append({"game": game.name, **options, **speed})
    if as_json:
        print_json(rows[0] if len(rows) == 1 else rows)
        return
    for row in rows:
        head = ", ".join(f"{key} {row[key]}" for key in row if key not in ("game", "moves_per_second", "games_per_second"))
        say(f"[bold]{row['game']}[/]: {row['moves_per_second']:,.0f} moves/s, {row['games_per_second']:,.0f} games/s ({head})")


def compile_games(name: MaybeGame = "") -> None:
    """Compile one game or all games for this machine; needed once, and again after an update."""
    from ..bots import LEVELS
    from ..compiling import ensure_compiled
    from ..core.rule import INTERPRETED

    games = chosen_games(name)
    if INTERPRETED:
        raise BadOption("NUMBA_DISABLE_JIT is set: everything runs interpreted")
    for game in games:
        ensure_compiled(game, LEVELS)
        say(f"{game.title} is compiled: {game.cache_folder()}")


def train(
    name: GameName,
    players: Players = None,
    option: Options = None,
    without: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="skip setups with this value, also in a list of values")
    ] = None,
    start: Annotated[Path | None, typer.Option(metavar="FILE", help="a network to start from, in a new folder")] = None,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="the run's folder, resumed if it exists; default: training/GAME"),
    ] = None,
    minutes: Annotated[float, typer.Option(min=0.1, help="total duration, including compilation")] = 10,
    threads: Annotated[int, typer.Option(min=0, max=1024, help="number of parallel games; 0: one per core")] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda; default: cuda if available")] = "",
    ppo: Annotated[float, typer.Option(min=0, metavar="MINUTES", help="the first minutes train without search, by PPO")] = 0,
    shards: Annotated[int, typer.Option(min=0, help="number of self-play files to keep")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="seed of the first games")] = 0,
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=NUMBER", help="change the plan")] = None,
    ray: Annotated[
        str, typer.Option("--ray", metavar="ADDRESS", help="workers of a Ray cluster play, too: auto, host:port")
    ] = "",
) -> None:
    """Train a network by self-play (needs PyTorch), for all setups of the game or for those named; the same command resumes.

    `net,file=FOLDER/best.npz` plays with it.
    """
    from ..bots.training import command

    game = chosen_games(name)[0]
    request = command.Request(
        game.name,
        folder=folder,
        minutes=minutes,
        threads=threads or os.cpu_count() or 1,
        options=given_options(players, option),
        without=tuple(pair for text in without or () for pair in given_options(None, [text]).items()),
        device=device,
        seed=seed,
        shards=shards,
        settings=tuple(setting or ()),
        ppo=ppo,
        start=start,
    )
    if ray:
        from ..lab.parallel import RayPool

        with RayPool(ray) as pool:
            file = command.train(request, note, pool)
    else:
        file = command.train(request, note)
    seats = f" -p {players}" if players else ""
    say(f"The network is {file}: seaboard arena {game.name} net:200,file={file} random{seats}")
