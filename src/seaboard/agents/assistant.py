"""The games of one assistant: the operations of the MCP server's tools, without the protocol."""

import secrets
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from ..bots import LEVELS
from ..core.errors import BadOption, IllegalMove, SeaboardError
from ..core.option_sources import UntrustedOptions
from ..games import NAMES, find_game
from ..study import Review
from ..study.categories import by_category, hint_text
from ..study.review_text import mistake_text
from .agent_game import AgentGame, Answer
from .answers import read_answer, refusal_to_dict
from .local_game import LocalGame
from .match_events import seat_label, using_seat_labels
from .rules_text import rule_text, rules_text

OPPONENTS = ("random", "greedy", *LEVELS)  # never module:Class or a file: the caller is not the user of this computer
MAX_GAMES = 20
HINTS = 5
MAX_SIMULATIONS = 2000


class BotGame:
    """A game against bots of this computer."""

    def __init__(self, game: LocalGame):
        self.game = game

    def state(self) -> Answer:
        report = self.game.report()
        return Answer(report.text(), report.to_dict(), self.game.match.svg(report.seat))

    def legal_moves(self) -> Answer:
        report = self.game.report()
        return Answer("\n".join(report.decision_lines()), {"moves": [vars(move) for move in report.moves]})

    def play(self, answer: str) -> None:
        self.game.play(answer)

    def why_not(self, move: str) -> Answer:
        if self.game.over:
            return Answer("The game is over.", {"legal": False, "error": "the game is over", "rule": "", "nearest": None})
        try:
            action = read_answer(self.game.match, move)
        except IllegalMove as error:
            return Answer(str(error), {"legal": False, **refusal_to_dict(self.game.match, error)})
        text = self.game.match.text(action)
        return Answer(f"{text!r} is legal.", {"legal": True, "move": text})

    def hint(self, bot: str) -> Answer:
        if self.game.over:
            raise BadOption("the game is over")
        with using_seat_labels(self.game.match):
            hints = self.game.hints(bot)
            game, seat = self.game.match.game, self.game.match.mover or 0
            changes = [hint_text(game, hints, hint, seat) for hint in hints[:HINTS]]
        rows = [
            {
                "move": hint.move,
                "win_probability": round(hint.wins, 3),
                "points": list(hint.points),
                "by_category": by_category(game, hint, seat),
            }
            for hint in hints[:HINTS]
        ]
        lines = [
            f"{hint.move}: win probability {100 * hint.wins:.0f} %{f'; {change}' if change else ''}"
            for hint, change in zip(hints, changes, strict=False)
        ]
        return Answer("\n".join([f"Best moves as the {bot} bot sees them:", *lines]), {"hints": rows})

    def review(self, simulations: int) -> Answer:
        result = self.game.review(f"strong,simulations={simulations}")
        return Answer("\n".join(review_lines(self.game, result)), {"review": result.to_dict()})

    def leave(self) -> None:
        pass


def review_lines(game: LocalGame, result: Review) -> list[str]:
    """Each seat's sums and the most costly decisions, in sentences."""
    unit = "points" if result.is_solo else "win probability"
    lines = [f"Reviewed by {result.bot}. Costs are in {unit}."]
    with using_seat_labels(game.match):
        named = game.match.copy()
        named.names = [seat_label(seat) for seat in range(result.seats)]
        for seat, sums in enumerate(result.sums):
            marks = ", ".join(f"{kind} {count}" for kind, count in sums.marks.items() if count) or "no errors"
            lines.append(f"{seat_label(seat)}: mean cost {sums.error_rate:.3f} in {sums.decisions} decisions ({marks})")
        lines += [mistake_text(named, result, result.decisions[n]) for n in result.swings]
    return lines


class Assistant:
    """The games that one assistant has started or joined. It cannot reach others, since it does not know their ids."""

    def __init__(self, servers: Sequence[str] = ()) -> None:
        self.servers = tuple(servers)  # it may join their tables
        self.games: dict[str, AgentGame] = {}
        self.lock = threading.RLock()  # tools may be called from several threads

    def new_game(
        self,
        game: str,
        players: int | None = None,
        seat: int = 1,
        opponents: Sequence[str] = ("normal",),
        seed: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> Answer:
        """Begins a game on this computer."""
        for name in opponents:
            if name not in OPPONENTS:
                raise BadOption(f"no opponent {name[:40]!r}; choose one of {', '.join(OPPONENTS)}")
        chosen = {**(options or {}), **({} if players is None else {"players": players})}
        local_game = LocalGame(find_game(game).name, (seat - 1,), opponents, seed or None, UntrustedOptions(chosen))
        return self.add(BotGame(local_game))

    def join_table(self, link: str, name: str = "") -> Answer:
        """Takes the seat of a link at a table of a server."""
        from .table_game import TableGame  # needs httpx

        return self.add(TableGame(link, self.servers, name))

    def add(self, game: AgentGame) -> Answer:
        with self.lock:
            if len(self.games) >= MAX_GAMES:
                raise BadOption(f"you have {MAX_GAMES} games; leave one of them first")
            self.games[game_id := secrets.token_hex(6)] = game
        return self.state(game_id)

    def find(self, game_id: str) -> AgentGame:
        if game_id not in self.games:
            raise BadOption(f"you have no game {game_id[:20]!r}; start one with new_game or join a table")
        return self.games[game_id]

    def state(self, game_id: str) -> Answer:
        with self.lock:
            state = self.find(game_id).state()
        return Answer(f"Game {game_id}\n\n{state.text}", {"id": game_id, **state.data}, state.svg)

    def move(self, game_id: str, move: str) -> Answer:
        with self.lock:
            self.find(game_id).play(move)
            return self.state(game_id)

    def legal_moves(self, game_id: str) -> Answer:
        with self.lock:
            return self.find(game_id).legal_moves()

    def why_not(self, game_id: str, move: str) -> Answer:
        with self.lock:
            return self.find(game_id).why_not(move)

    def hint(self, game_id: str, bot: str = "strong") -> Answer:
        if bot not in LEVELS:
            raise BadOption(f"no bot {bot[:40]!r} gives hints; choose one of {', '.join(LEVELS)}")
        with self.lock:
            return self.find(game_id).hint(bot)

    def review(self, game_id: str, simulations: int = 200) -> Answer:
        if not 1 <= simulations <= MAX_SIMULATIONS:
            raise BadOption(f"a review needs 1 to {MAX_SIMULATIONS} simulations")
        with self.lock:
            return self.find(game_id).review(simulations)

    def leave(self, game_id: str) -> Answer:
        with self.lock:
            self.find(game_id).leave()
            del self.games[game_id]
        return Answer(f"You left game {game_id}.")

    def rules(self, game: str, full: bool = False, rule: str = "") -> Answer:
        the_game = find_game(game)
        return Answer(rule_text(the_game, rule) if rule else rules_text(the_game, full))


def refusal_answer(assistant: Assistant, game_id: str, error: SeaboardError) -> Answer:
    """A refusal as an answer: with the rule and the nearest legal move where there is one."""
    game = assistant.games.get(game_id)
    if isinstance(error, IllegalMove) and isinstance(game, BotGame) and not game.game.over:
        return Answer(str(error), refusal_to_dict(game.game.match, error))
    rule = getattr(error, "rule", "")
    return Answer(str(error), {"error": str(error), **({"rule": rule} if rule else {})})


GAME_NAMES = ", ".join(NAMES)
