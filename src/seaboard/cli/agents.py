"""Commands for agents: the MCP server, the benchmark for language models, bots that a program wrote."""

import os
import signal
from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import BadOption
from ..files import make_folder, write_whole
from .shared import (
    INTERRUPTED,
    GameName,
    Json,
    Options,
    Players,
    SeriesSeed,
    chosen_games,
    exit_now,
    finite,
    note,
    parse_options,
    print_json,
    read_text,
    say,
)

LOCAL = ("http://127.0.0.1:8000", "http://localhost:8000")
llm = typer.Typer(help="Measure language models, and bots that they write.", no_args_is_help=True)


def mcp(
    server: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL", help="a Seaboard server whose tables it may join by link; default: this computer, port 8000"
        ),
    ] = None,
) -> None:
    """Serve the games to an assistant over MCP: stdin and stdout, one client (needs the extra mcp)."""
    from ..agents.mcp.server import serve

    signal.signal(signal.SIGINT, lambda *_: exit_now(INTERRUPTED))  # the SDK would wait for the next line of stdin
    serve(server or LOCAL)


@llm.command()
def bench(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="a model of the endpoint; command:PROGRAM; python:module:function; agent:random, agent:greedy or agent:search",
        ),
    ],
    game: Annotated[list[str] | None, typer.Option(metavar="GAME", help="default: all")] = None,
    opponent: Annotated[list[str] | None, typer.Option(metavar="BOT", help="default: random, easy, normal and strong")] = None,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="number of games for each game and opponent")] = 6,
    endpoint: Annotated[str, typer.Option(metavar="URL", envvar="OPENAI_BASE_URL", help="an OpenAI-compatible endpoint")] = "",
    key: Annotated[
        str, typer.Option(envvar="OPENAI_API_KEY", help="its key; better in the environment", show_default=False)
    ] = "",
    temperature: Annotated[float | None, typer.Option(help="default: the endpoint's", callback=finite)] = None,
    tokens: Annotated[int, typer.Option(min=1, help="maximum length of an answer")] = 4096,
    salt: Annotated[Path | None, typer.Option(metavar="FILE", help="secret text of a held-out split; default: public")] = None,
    deck: Annotated[
        str, typer.Option(metavar="SEED", help="play with cards generated from this seed, where a game has cards")
    ] = "",
    review: Annotated[int, typer.Option(min=0, max=100_000, help="simulations of the review; 0: none")] = 100,
    price: Annotated[tuple[float, float], typer.Option(metavar="IN OUT", help="price of a million tokens")] = (0.0, 0.0),
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="results.json, transcripts.html and records")] = None,
    as_json: Json = False,
) -> None:
    """Let a language model play against bots: rating, points, illegal moves, cost of its choices, tokens, transcripts."""
    from ..agents.bench.players import new_player
    from ..agents.bench.run import results_table, run, save_run

    player = new_player(model, endpoint, key, temperature, tokens)
    names = game or [one.name for one in chosen_games("")]
    text = read_text(str(salt)).strip() if salt else ""
    if salt and len(text) < 16:
        raise BadOption(f"{salt} is too short for a secret: write at least 16 letters")
    if out:
        make_folder(out)
    results = run(player, names, opponent or None, games, text, deck, review, note)
    report = results.to_dict(price)
    if out:
        save_run(results, report, out)
        note(f"The results and transcripts are in {out}.")
    print_json(report) if as_json else say(results_table(report))
    if results.stopped:
        raise results.stopped


@llm.command()
def kit(
    name: GameName,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="new or empty")],
    seconds: Annotated[float, typer.Option(min=0.01, help="time for a decision of the bot", callback=finite)] = 1.0,
) -> None:
    """Write a kit for programs that write a bot: the rules, the interface, an example and the limits."""
    from ..agents.sandbox.kit import kit_files

    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise BadOption(f"{out} is not empty; name another folder")
    for file, text in kit_files(chosen_games(name)[0], seconds).items():
        write_whole(out / file, text)
    note(f"The kit is in {out}. Submit with: seaboard llm submit {name} FILE.py:CLASS")


@llm.command()
def submit(
    name: GameName,
    bot: Annotated[str, typer.Argument(metavar="FILE:CLASS", help="the submitted bot")],
    against: Annotated[str, typer.Option(metavar="BOT", help="its opponents")] = "easy",
    games: Annotated[int, typer.Option(min=1, max=100_000, help="number of games")] = 20,
    players: Players = None,
    option: Options = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="time for a decision", callback=finite)] = 1.0,
    memory: Annotated[int, typer.Option(min=256, help="MB")] = 1024,
    seed: SeriesSeed = "submission",
    as_json: Json = False,
) -> None:
    """Let a submitted bot play in a confined process: no network, no files, limits on time and memory (Linux)."""
    from ..agents.sandbox import Sandboxed
    from ..compiling import ensure_compiled
    from ..lab import arena_output as scoreboard
    from ..lab.arena import new_tournament
    from .shared import console

    file, _, entry = bot.rpartition(":")
    if not file or "," in bot:
        raise BadOption(f"a submission is named like my_bot.py:MyBot, not {bot!r}")
    path = os.path.abspath(file)
    bot_name = f"seaboard.agents.sandbox:Sandboxed,file={path},entry={entry},seconds={float(seconds)},memory={memory}"
    tournament = new_tournament(name, parse_options(players, option), [bot_name, against], games, seed)
    ensure_compiled(chosen_games(name)[0], [against])
    Sandboxed.faults.clear()
    if interrupt := scoreboard.run_with_progress(tournament, 1, None, 1e9, ""):
        raise interrupt
    if as_json:
        return print_json({**scoreboard.as_json(tournament), "faults": dict(Sandboxed.faults)})
    console().print(scoreboard.tables(tournament))
    faults = ", ".join(f"{kind} {count}" for kind, count in sorted(Sandboxed.faults.items()))
    say(f"Faults: {faults or 'none'}.")
