"""Draws the SVG pictures of README and docs: `python -m tools.pictures` (`make pictures`)."""

import io
import random
import re
from pathlib import Path
from typing import Any

from rich.console import Console

from seaboard.drawing.style_sheet import whole_style_sheet
from seaboard.games import find_game
from seaboard.match import Match

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"


def random_game(name: str, moves: int, avoid: tuple[str, ...], **options: Any) -> Match:
    """A game after a number of random moves, without moves that begin with a word of `avoid`."""
    match = Match(find_game(name), **options)
    random_moves = random.Random(3)
    for _ in range(moves):
        sensible = [move for move in match.moves() if not move.startswith(avoid)]
        match.play(random_moves.choice(sensible or match.moves()))
    return match


def terminal_picture(match: Match, file: str) -> None:
    console = Console(
        file=io.StringIO(), record=True, width=100, force_terminal=True, color_system="truecolor", highlight=False
    )
    console.print(match.drawing(match.mover))
    console.print(f"[bold yellow]{match.prompt()}[/]")
    svg = console.export_svg(title=f"seaboard play {match.game.name}", unique_id=match.game.name)
    svg = re.sub(r"@font-face\s*{[^}]*}", "", svg)  # no external resources
    (FOLDER / file).write_text(re.sub(r"[ \t]+\n", "\n", svg).replace("Fira Code", "DejaVu Sans Mono"), encoding="utf-8")


def board_picture(match: Match, file: str, narrow: bool = False) -> None:
    """The board in the browser, as the mover sees it."""
    (FOLDER / file).write_text(match.svg(match.mover, narrow), encoding="utf-8")


if __name__ == "__main__":
    (FOLDER / "style.svg").write_text(whole_style_sheet() + "\n", encoding="utf-8")
    nusfjord = random_game("nusfjord", 97, ("skip", "decline"), players=3, deck="mackerel", seed=8)
    board_picture(nusfjord, "nusfjord-board.svg")
    board_picture(nusfjord, "nusfjord-phone.svg", narrow=True)
    kaivai = random_game("kaivai", 145, ("pass", "stop"), players=4, seed=5)
    board_picture(kaivai, "kaivai-board.svg")
    board_picture(kaivai, "kaivai-phone.svg", narrow=True)
    terminal_picture(kaivai, "kaivai.svg")
    maori = random_game("maori", 190, ("remove", "nothing", "ship 3", "ship 4"), players=3, level="advanced", seed=21)
    terminal_picture(maori, "maori.svg")
    board_picture(maori, "maori-board.svg")
