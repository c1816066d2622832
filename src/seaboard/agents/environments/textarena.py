"""TextArena: a whole game between agents, each on its own seat.

import textarena as ta
from seaboard.agents.environments.textarena import register

register()
env = ta.make("Seaboard-maori-v0")
env.reset(num_players=3, seed=7)
"""

from typing import Any

import textarena as ta

from ...core.errors import IllegalMove
from ...games import NAMES, find_game
from ..local_game import LocalGame
from ..rules_text import rules_text


class SeaboardEnv(ta.Env):
    """A game of Seaboard. Rewards are places from 1 (first) to -1 (last); a game with too many refused answers ends there."""

    def __init__(self, game: str = "maori", error_allowance: int = 3, reward: str = "places", **options: Any):
        self.name, self.error_allowance, self.reward, self.options = game, error_allowance, reward, options
        self.game: LocalGame | None = None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        seats = range(num_players)
        self.game = LocalGame(self.name, seats, (), seed, {**self.options, "players": num_players})
        self.state = ta.FFAMultiPlayerState(num_players=num_players, seed=seed, error_allowance=self.error_allowance)
        roles = {seat: f"Seat {seat + 1}" for seat in seats}
        self.state.reset(game_state={"game": self.name}, player_prompt_function=self.rules, role_mapping=roles)
        self.ask()

    def rules(self, player_id: int, game_state: dict[str, Any]) -> str:
        return f"{rules_text(find_game(self.name))}\nYou are Seat {player_id + 1}."

    def ask(self) -> None:
        """Shows the seat to move its report."""
        assert self.game
        self.state.manually_set_current_player_id(self.game.seat, force=True)
        text = self.game.report().text()
        self.state.add_observation(text, ta.ObservationType.GAME_BOARD, to_id=self.game.seat)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays an answer of the current player. Others see the move in their own report, not the words of the answer."""
        assert self.game
        seat = self.state.current_player_id
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=seat, to_id=seat)
        try:
            self.game.play(action)
        except IllegalMove as error:
            if self.state.set_invalid_move(str(error)):
                outcome = {one: -1.0 if one == seat else 0.0 for one in self.game.seats}
                self.state.set_game_outcome(outcome, f"Seat {seat + 1} gave too many answers that are no legal moves.")
            return self.state.step(rotate_player=False)
        if self.game.over:
            self.state.set_game_outcome(self.game.rewards(self.reward), "\n".join(self.game.report(0).score_lines()))
        else:
            self.ask()
        return self.state.step(rotate_player=False)


def register() -> list[str]:
    """Registers `Seaboard-GAME-v0` for every game, and returns the names."""
    names = {f"Seaboard-{game}-v0": game for game in NAMES}
    for name, game in names.items():
        if name not in ta.envs.registration.ENV_REGISTRY:
            ta.envs.registration.register(id=name, entry_point=SeaboardEnv, game=game)
    return list(names)
