"""Commands for bots and research: tournaments, reports, datasets, speed, training."""

import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from ..core.errors import BadOption
from ..files import check_writable, write_whole
from .shared import (
    GameName,
    Json,
    MaybeGame,
    Options,
    Players,
    SeriesSeed,
    chosen_games,
    console,
    finite,
    note,
    number_of_seed,
    parse_options,
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
    seed: SeriesSeed = "arena",
    controls: Annotated[
        int, typer.Option(min=0, max=10_000_000, help="control games of each bot against itself, and of random bots")
    ] = 0,
    processes: Annotated[int, typer.Option(min=0, max=1024, help="0: one per core")] = 0,
    file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="save all results in this file (JSON), and resume from it")
    ] = None,
    moves: Annotated[bool, typer.Option("--moves", help="also save the moves, to replay the games")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="plot win rates and points (PNG)")] = None,
    seconds: Annotated[
        float, typer.Option(min=0.1, help="time limit: running games stop; with --file the run can be resumed", callback=finite)
    ] = 1e9,
    ray: Ray = "",
    as_json: Json = False,
) -> None:
    """Let bots play each other: win rates with confidence intervals, places, points, ratings."""
    from ..compiling import ensure_compiled
    from ..lab import arena as tournaments
    from ..lab import arena_output as scoreboard
    from ..lab import matplotlib_plots as plots

    if plot:
        plots.check_plot_file(plot)
    check_writable(file)
    if moves and not file:
        raise BadOption("--moves needs --file, where the moves are saved")
    tournament = tournaments.new_tournament(name, parse_options(players, option), bot, games, seed, controls, moves)
    if file and file.exists():
        tournament.resume_from(read_text(str(file)), file)
    ensure_compiled(chosen_games(name)[0], bot)
    interrupt = scoreboard.run_with_progress(tournament, processes or os.cpu_count() or 1, file, seconds, ray)
    if plot:
        scoreboard.plot(tournament, plot)
    print_json(scoreboard.as_json(tournament)) if as_json else console().print(scoreboard.tables(tournament))
    if tournament.remaining():
        note(f"Unfinished; the same command resumes from {file}." if file else "Unfinished.")
    if interrupt:
        raise interrupt


def report(
    name: GameName,
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="number of games")] = 1000,
    bots: Annotated[str, typer.Option(help="the players, comma-separated; they rotate seats")] = "random",
    players: Players = None,
    option: Options = None,
    seed: SeriesSeed = "1",
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
    options = game.choose(**parse_options(players, option))
    check_writable(None if as_json else out)
    ensure_compiled(game, players_of(bots))
    statistics = collect(game.name, options, players_of(bots), games, seed, processes or os.cpu_count() or 1, ray)
    table = SingleGame(game, **options)
    if as_json:
        print_json(summary(table, statistics))
        return
    given = "".join(f" -o {key}={value}" for key, value in parse_options(players, option).items() if key != "players")
    seats = f" -p {players}" if players else ""
    write_whole(
        out, page(table, statistics, f"seaboard report {game.name} --games {games} --bots {bots} --seed {seed}{seats}{given}")
    )
    note(f"The report on {len(statistics.moves)} games is in {out}.")
    if statistics.interrupt:
        raise statistics.interrupt


def dataset(
    name: GameName,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="folder for the Parquet files; new or empty")],
    bots: Annotated[str, typer.Option(help="the players, comma-separated; they rotate seats")] = "random",
    games: Annotated[int, typer.Option(min=1, max=10_000_000, help="number of games")] = 100,
    players: Players = None,
    option: Options = None,
    seed: SeriesSeed = "dataset",
    observations: Annotated[
        bool, typer.Option("--observations", help="also write a row per decision: observation, legal actions, choice, reward")
    ] = False,
    analyse: Annotated[
        str, typer.Option(metavar="BOT", help="as --observations, with a bot's policy and value in each decision")
    ] = "",
    source: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="FILE", help="convert records (files or folders) or an arena file instead of playing"),
    ] = None,
    processes: Annotated[int, typer.Option(min=0, max=1024, help="0: one per core")] = 0,
    ray: Ray = "",
) -> None:
    """Write games as Parquet: moves, options, seeds, results, optionally observations (needs pyarrow)."""
    from ..bots import read_name
    from ..compiling import ensure_compiled
    from ..lab import dataset as data
    from ..lab.parallel import until_interrupted

    game = chosen_games(name)[0]
    if analyse:
        read_name(analyse)  # raises for a wrong name before any game is played
    data.empty_folder(out)
    if source:
        rows = data.rows_from(game, source)
    else:
        bot_names = players_of(bots)
        ensure_compiled(game, bot_names)
        rows = data.play(
            game.name, parse_options(players, option), bot_names, games, seed, processes or os.cpu_count() or 1, ray
        )
    interrupts: list[BaseException] = []
    written = data.write(until_interrupted(rows, interrupts.append), out, observations, analyse=analyse)
    note(f"{written} games are in {out}.")
    if interrupts:
        raise interrupts[0]


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
    names: list[str] = []
    for part in bots.split(","):
        if "=" in part and names:
            names[-1] += f",{part}"
        elif part:
            names.append(part)
    return names


def bench(
    name: MaybeGame = "",
    players: Players = None,
    option: Options = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="duration", callback=finite)] = 5,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="number of threads")] = 1,
    gpu: Annotated[bool, typer.Option("--gpu", help="play on a GPU (CUDA), and compare the scores with the CPU's")] = False,
    as_json: Json = False,
) -> None:
    """Measure random play: moves and games per second."""
    from ..compiling import ensure_compiled
    from ..lab.speed import measure, measure_gpu

    if gpu:
        from ..core.cuda import find_cuda

        find_cuda()  # before anything is compiled
    rows = []
    for game in chosen_games(name):
        options = game.choose(**parse_options(players, option))
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


def benchmark(
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="core-1, or smoke-1 to try it out")],
    bot: Annotated[str, typer.Argument(metavar="BOT", help="such as net:100, search,seconds=0.05 or net,file={game}.npz")],
    split: Annotated[str, typer.Option(help="test, or dev for your own experiments")] = "test",
    task: Annotated[
        list[str] | None, typer.Option(metavar="TASK", help="only this task, such as maori-2; may be repeated")
    ] = None,
    processes: Annotated[int, typer.Option(min=0, max=1024, help="0: one per core")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="append the row to this file (JSON Lines); continues an unfinished row of this bot"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure a bot on fixed tasks with fixed seeds; prints a row for the leaderboard of docs/benchmark.md."""
    from ..bots import read_name
    from ..compiling import ensure_compiled
    from ..lab import benchmark as suites
    from ..lab.parallel import until_interrupted

    chosen_suite = suites.find_suite(suite)
    suites.check_split(split)
    tasks = suites.choose_tasks(chosen_suite, task or ())
    names = {task.game: suites.bot_for(bot, task.game) for task in tasks}
    for name in names.values():
        read_name(name)
    check_writable(out)
    results = suites.earlier_results(out, chosen_suite, bot, split) if out and out.is_file() else []
    known = [result.task for result in results]
    tasks = [task for task in tasks if task.name not in known]
    for game, name in names.items():
        ensure_compiled(chosen_games(game)[0], [name])
    interrupts: list[BaseException] = []
    played = suites.run_tasks(chosen_suite, tasks, bot, split, processes or os.cpu_count() or 1)
    for result in until_interrupted(played, interrupts.append):
        note(f"{result.task}: {result.score:.1f}")
        results.append(result)
    if results:
        row = suites.row_of(chosen_suite, bot, split, results)
        if out:
            append_row(out, row)
        print_json(row) if as_json else say(row_in_words(row, len(chosen_suite.tasks)))
    if interrupts:
        raise interrupts[0]


def append_row(file: Path, row: dict[str, Any]) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def row_in_words(row: dict[str, Any], tasks: int) -> str:
    """A row of the benchmark on one line."""
    from rich.markup import escape

    head = f"[bold]{escape(row['bot'])}[/] on {row['suite']} ({row['split']})"
    if row["score"] is None:
        scores = ", ".join(f"{name} {result['score']}" for name, result in row["tasks"].items())
        return f"{head}: {len(row['tasks'])} of {tasks} tasks, so no score yet: {scores}"
    low, high = row["interval"]
    return f"{head}: {row['score']} ({low}–{high}), {row['games']} games"


def compile_games(name: MaybeGame = "") -> None:
    """Compile one game or all games for this machine; needed once, and again after an update."""
    from ..bots import LEVELS
    from ..compiling import ensure_compiled
    from ..core.rule import INTERPRETED

    games = chosen_games(name)
    if INTERPRETED:
        raise BadOption("NUMBA_DISABLE_JIT is set, so everything runs interpreted; unset it to compile")
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
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="always play against this network: learns a best response to it")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="the run's folder, resumed if it exists; default: training/GAME"),
    ] = None,
    minutes: Annotated[float, typer.Option(min=0.1, help="total duration, including compilation", callback=finite)] = 10,
    steps: Annotated[int, typer.Option(min=0, help="end after this many learning steps of self-play; 0: no limit")] = 0,
    threads: Annotated[int, typer.Option(min=0, max=1024, help="number of parallel games; 0: one per core")] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda; default: cuda if available")] = "",
    gpu_games: Annotated[
        int,
        typer.Option(min=0, max=1_000_000, help="also play this many games of self-play at once on a GPU"),
    ] = 0,
    ppo: Annotated[
        float, typer.Option(min=0, metavar="MINUTES", help="the first minutes train without search, by PPO", callback=finite)
    ] = 0,
    shards: Annotated[int, typer.Option(min=0, help="number of self-play files to keep")] = 0,
    seed: SeriesSeed = "0",
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
        steps=steps,
        threads=threads or os.cpu_count() or 1,
        options=parse_options(players, option),
        without=tuple(pair for text in without or () for pair in parse_options(None, [text]).items()),
        device=device,
        gpu_games=gpu_games,
        seed=number_of_seed(seed) % 2**32,
        shards=shards,
        settings=tuple(setting or ()),
        ppo=ppo,
        start=start,
        against=against,
    )
    if ray:
        from ..lab.parallel import RayPool

        with RayPool(ray) as pool:
            file = command.train(request, note, pool)
    else:
        file = command.train(request, note)
    seats = f" -p {players}" if players else ""
    console().print(f"The network is {file}: seaboard arena {game.name} net:200,file={file} random{seats}", soft_wrap=True)
