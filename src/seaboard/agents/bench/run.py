"""A whole run of the benchmark, its results as JSON, and the files that it writes."""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ... import __version__
from ...core.errors import BadOption, SeaboardError
from ...files import write_whole
from ...games import find_game
from ..answers import to_json
from .games import OPPONENTS, GameResult, plan_tasks, play_game, split_name
from .players import Player
from .summary import summarise
from .transcripts import page

FORMAT = "seaboard llm bench 1"


@dataclass(frozen=True)
class Run:
    """A player's games."""

    player: str
    split: str
    deck: str  # the seed of generated cards, or nothing
    reviewer: int
    results: list[GameResult]
    stopped: BaseException | None = None  # Ctrl+C, SIGTERM, or the player's error; the results are those of the games before it

    def to_dict(self, price: tuple[float, float] = (0.0, 0.0)) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "seaboard": __version__,
            "player": self.player,
            "split": self.split,
            "deck": self.deck,
            "review_simulations": self.reviewer,
            "games": summarise(self.results, *price),
        }


def run(
    player: Player,
    games: Sequence[str],
    opponents: Sequence[str] | None = None,
    count: int = 6,
    salt: str = "",
    deck: str = "",
    review: int = 0,
    report_progress: Callable[[str], Any] = lambda text: None,
) -> Run:
    """Plays all games of a run, one after the other. A run that is stopped keeps its finished games, which may be paid for."""
    tasks = plan_tasks(games, opponents or OPPONENTS, count, salt)
    results, stopped = list[GameResult](), None
    with tempfile.TemporaryDirectory() as folder:
        decks = {game: generate_components(game, deck, Path(folder)) for game in games} if deck else {}
        for n, task in enumerate(tasks, 1):
            try:
                result = play_game(task, player, review, decks.get(task.game))
            except (KeyboardInterrupt, SystemExit, SeaboardError) as error:
                if not results:
                    raise
                stopped = error
                break
            results.append(result)
            report_progress(
                f"{n} of {len(tasks)}: {task.game} against {task.opponent}, place {result.place}, {result.points} points"
            )
    return Run(player.name, split_name(salt), deck, review, results, stopped)


def generate_components(game: str, seed: str, folder: Path) -> Path | None:
    """A file of generated components; None for games that cannot generate any."""
    components = find_game(game).components
    if components is None or components.generate is None:
        return None
    if components.name != "buildings":
        raise BadOption(f"{game}: components of the kind {components.name} cannot be generated")
    file = folder / f"{game}.tsv"
    file.write_text(components.generate(seed), encoding="utf-8")
    return file


def save_run(finished_run: Run, report: dict[str, Any], folder: Path) -> None:
    """Writes the results, all games with their records, and a page with the transcripts."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "results.json", to_json(report) + "\n")
    write_whole(folder / "games.json", to_json([result.to_dict() for result in finished_run.results]) + "\n")
    write_whole(
        folder / "transcripts.html", page(finished_run.player, finished_run.split, report["games"], finished_run.results)
    )


def results_table(report: dict[str, Any]) -> str:
    """The results as Markdown."""
    head = "| game | rating | games | wins | 95 % | points | others | illegal | choice cost | tokens in, out | cost |"
    lines = [head, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
    for row in report["games"]:
        rating = f"{row['rating']['elo']} ± {row['rating']['standard_error']}" if row["rating"] else "–"
        for name, part in ((row["game"], row), *((f"against {one}", part) for one, part in row["opponents"].items())):
            cost = "–" if part["choice_cost"] is None else f"{part['choice_cost']:.3f}"
            low, high = part["interval"]
            lines.append(
                f"| {name} | {rating if part is row else ''} | {part['games']} | {100 * part['win_rate']:.1f} % |"
                f" {100 * low:.0f}–{100 * high:.0f} | {part['points']} | {part['points_others']} |"
                f" {100 * part['illegal_rate']:.1f} % | {cost} | {part['tokens_in']:,}, {part['tokens_out']:,} |"
                f" {part['cost']} |"
            )
    return "\n".join(lines)
