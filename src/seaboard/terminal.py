"""Play in the terminal: the board, numbered moves, the scores."""

from collections.abc import Callable, Iterable

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.rule import Rule
from rich.table import Table

from .bots import Bot, is_class_path, new_bot, read_name
from .core.errors import BadOption, SeaboardError
from .core.game import Game
from .games import all_games, find_game
from .match import Match
from .study.categories import hint_text

HELP = "type a number, or moves separated by commas; h: hint, u: undo, s: scores, q: quit"
HINTS = 3


class Quit(Exception):
    """The player quits."""


def choose_game(name: str) -> Game:
    """The named game; without a name, asks the player."""
    if name:
        return find_game(name)
    games = all_games()
    if len(games) == 1:
        return games[0]
    console = Console(highlight=False)
    for n, game in enumerate(games, 1):
        console.print(f"  [bold]{n}[/]  {game.title}: {game.about}")
    while True:
        answer = ask(console, "which game? ")
        try:
            return games[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(games) else find_game(answer)
        except SeaboardError as error:
            console.print(escape(str(error)))


def play(match: Match, console: Console, save: Callable[[Match], None] = lambda match: None) -> bool:
    """Plays a match: bots take every seat not named You. Calls `save` after each move; returns whether the game ended."""
    bots = {seat: bot_from_name(name, match) for seat, name in enumerate(match.names) if name != "You"}
    news: list[str] = []  # events since the player's last decision
    try:
        while not match.over:
            news += play_one(match, bots, news, console)
            save(match)
    except Quit:
        return False
    show(match, None, news, console)
    console.print(score_table(match))
    return True


def bot_names(bots: list[str], seat: int, seats: int) -> list[str]:
    """`You` for the player's seat, names of bots for the others; the last bot fills the remaining seats."""
    trust(bots)
    names = [bot if is_class_path(bot) else bot[:1].upper() + bot[1:] for bot in bots]
    others = iter([*names[:-1], *[names[-1]] * seats])
    return ["You" if n == seat else f"{next(others)} {n}" for n in range(1, seats + 1)]


trusted: set[str] = set()  # bots (module:Class) that the player has named; their code may run


def trust(bots: Iterable[str]) -> None:
    """Allows the code of bots that the player named to run. BadOption if a bot does not exist."""
    for bot in bots:
        read_name(bot)
        trusted.add(bot)


def bot_from_name(name: str, match: Match) -> Bot:
    """The bot of a seat's name such as "Strong 2"; the normal bot if the name is not that of a bot."""
    bot = name.split()[0] if name.strip() else ""
    if is_class_path(bot) and bot not in trusted:
        raise BadOption(f"this game is against {bot}; name it with --bot to let its code run")
    try:
        return new_bot(bot, match.game, match.box)
    except BadOption:
        return new_bot("normal", match.game, match.box)


def play_one(match: Match, bots: dict[int, Bot], news: list[str], console: Console) -> list[str]:
    """Plays one move of the mover; returns what happened."""
    seat = match.mover
    assert seat is not None
    if seat in bots:
        with console.status(f"{escape(match.names[seat])} is thinking"):
            story = match.play(bots[seat].choose(match.view(seat), match.actions()))
    else:
        show(match, seat, news, console)
        news.clear()
        show_choices(match, console)
        story = ask_for_move(match, console)
    return [f"[bold]{escape(match.names[seat])}[/]: {escape(story)}"] if story else []


def show(match: Match, seat: int | None, news: list[str], console: Console) -> None:
    """Prints the board on a cleared screen, and the latest events."""
    if console.is_terminal:
        console.clear()
    console.print(Rule(f"{match.game.title}: {escape(', '.join(match.names))}", style="blue"))
    console.print(match.drawing(seat))
    for line in news[-12:]:
        console.print(line)


def show_choices(match: Match, console: Console) -> None:
    """Prints the prompt and the numbered moves."""
    console.print(f"[bold yellow]{escape(match.prompt())}[/]")
    moves = [f"[cyan]{n:>2}[/] {escape(move)}" for n, move in enumerate(match.moves(), 1)]
    console.print(Columns(moves, padding=(0, 3), equal=True))
    console.print(f"[dim]{HELP}[/]")


def ask_for_move(match: Match, console: Console) -> str:
    """Plays what the player types and returns what happened; an empty text after undo."""
    while True:
        answer = ask(console, "your move: ")
        try:
            if answer.lower() in ("u", "undo"):
                match.undo()
                return ""
            if answer.lower() in ("s", "scores"):
                console.print(score_table(match))
                continue
            if answer.lower() in ("h", "hint"):
                with console.status("thinking"):
                    console.print(hint_table(match))
                continue
            return play_answer(match, answer)
        except SeaboardError as error:
            console.print(f"[red]{escape(str(error))}[/]")


def hint_table(match: Match) -> Table:
    """The best moves with their expected results."""
    table = Table(title="Best moves (strong bot)", title_justify="left")
    figures = [*(["you win"] if match.seats > 1 else []), *(f"points of {escape(name)}" for name in match.names), "visits"]
    for heading in ("move", *figures, "by category", "likely continuation"):
        table.add_column(heading, justify="right" if heading in figures else "left")
    hints, seat = match.hint(), match.mover
    for hint in hints[:HINTS]:
        wins = [f"{100 * hint.wins:.0f} %"] if match.seats > 1 else []
        points = (f"{points:.1f}" for points in hint.points)
        move = f"{escape(hint.move)}{' [dim](about equal)[/]' if hint.equal else ''}"
        change = hint_text(match.game, hints, hint, seat) if seat is not None else ""
        table.add_row(move, *wins, *points, f"{hint.visits:,}", change, escape(", ".join(map(match.text, hint.line))))
    return table


def play_answer(match: Match, answer: str) -> str:
    """Plays the move with this number in the list, or this move in notation."""
    actions = match.actions()
    if answer.isdigit() and 0 < int(answer) <= len(actions):
        return match.play(actions[int(answer) - 1])
    return match.play(answer)


def ask(console: Console, question: str) -> str:
    """Asks until the answer is not empty; the end of the input and q raise Quit."""
    while True:
        try:
            answer = console.input(question).strip()
        except EOFError:
            raise Quit from None
        if answer.lower() in ("q", "quit", "exit"):
            raise Quit
        if answer:
            return answer


def score_table(match: Match) -> Table:
    """Points by category, one row per seat."""
    table = Table(title="Final scores" if match.over else "Scores if the game ended now", title_justify="left")
    shown = [match.game.score_kinds[n] for n in match.game.scored_kinds(match.box)]
    for heading in ("", *shown, "points", "place"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, kinds, points, place in zip(match.names, match.score_sheet(), match.scores(), match.places(), strict=True):
        best = "bold yellow" if place == 1 else ""
        table.add_row(escape(name), *(str(kinds[kind]) for kind in shown), str(points), str(place), style=best)
    return table
