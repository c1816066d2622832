"""Kaggle: an environment of kaggle-environments, and the three functions of Kaggle's game harness.

    from kaggle_environments import make
    from seaboard.agents.environments.kaggle import register

    register()
    env = make("seaboard", configuration={"game": "maori", "seed": 7})
    env.run([agent, agent])

An agent returns the number of an action, or `{"submission": number}`. `get_legal_moves`, `generate_prompt` and `parse_response`
are the functions that `kaggle_environments.core_harness.create_agent_fn` needs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kaggle_environments import register as register_environment
from kaggle_environments.core_harness import ParseResult

from ...core import ranking
from ...core.errors import BadOption, SeaboardError
from ...games import NAMES, find_game
from ...match import Match
from ..answers import candidates
from ..rules_text import rules_text
from ..seat_report import report

MAX_STEPS = 5000
SPECIFICATION: dict[str, Any] = {
    "name": "seaboard",
    "title": "Seaboard",
    "description": "Board games of the sea",
    "version": "1.0.0",
    "agents": [2, 3, 4, 5],
    "configuration": {
        "episodeSteps": MAX_STEPS,
        "actTimeout": {"type": "number", "default": 60},
        "game": {"type": "string", "default": "maori", "description": f"one of {', '.join(NAMES)}"},
        "seed": {"type": ["integer", "string", "null"], "default": None},
    },
    "reward": {"type": ["number", "null"], "default": 0, "description": "places from 1 (first) to -1 (last)"},
    "observation": {
        "remainingOverageTime": 60,
        "text": {"type": "string", "default": "", "description": "everything the seat may know"},
        "legalActions": {"type": "array", "default": []},
        "legalActionStrings": {"type": "array", "default": []},
        "currentPlayer": {"type": "integer", "default": -1},
        "playerId": {"type": "integer", "default": 0},
        "isTerminal": {"type": "boolean", "default": False},
    },
    "action": {
        "type": ["object", "integer", "null"],
        "default": None,
        "description": "the number of an action, or an object with it as submission",
    },
}


def interpreter(state: Any, env: Any) -> Any:
    """Deals at a reset; then plays the action of the active agent."""
    if env.done:
        return deal(state, env)
    match: Match | None = env.seaboard_match
    if match is None:
        raise BadOption(f"{env.configuration.game} is not played by {len(state)} agents")
    seat = match.mover
    if seat is None:
        return state
    action = state[seat].action
    number = action.get("submission") if isinstance(action, Mapping) else action
    if not isinstance(number, int) or number not in match.actions():
        return disqualify(state, seat)
    match.push(number)
    return observe(state, match)


def deal(state: Any, env: Any) -> Any:
    """Starts a game. `make` resets with the fewest agents; if the game needs more, `run` starts it."""
    game = find_game(env.configuration.game)
    players = next(option.choices for option in game.options if option.name == "players")
    if len(state) not in players:
        env.seaboard_match = None
        return state
    env.seaboard_match = Match(game, seed=env.configuration.seed, players=len(state))
    return observe(state, env.seaboard_match)


def observe(state: Any, match: Match) -> Any:
    """Gives each seat its own report; only the mover is active."""
    rewards = places_as_rewards(match) if match.over else [0.0] * match.seats
    for seat, agent in enumerate(state):
        is_mover = match.mover == seat
        observation = agent.observation
        observation.text = report(match, seat).text()
        observation.legalActions = match.actions() if is_mover else []
        observation.legalActionStrings = match.moves() if is_mover else []
        observation.currentPlayer = -1 if match.mover is None else match.mover
        observation.playerId, observation.isTerminal = seat, match.over
        agent.status = "DONE" if match.over else "ACTIVE" if is_mover else "INACTIVE"
        agent.reward = rewards[seat]
    return state


def disqualify(state: Any, seat: int) -> Any:
    """Ends the game after an illegal action, for which Kaggle gives no reward."""
    for n, agent in enumerate(state):
        agent.status, agent.reward = ("INVALID", None) if n == seat else ("DONE", 0)
        agent.observation.isTerminal = True
    return state


def places_as_rewards(match: Match) -> list[float]:
    return ranking.rewards(match.game, match.s, match.box, match.seats)


def renderer(state: Any, env: Any) -> str:
    return str(state[0].observation.text)


def register(name: str = "seaboard") -> None:
    """Registers the environment."""
    environment = {
        "agents": {"first": first_agent},
        "html_renderer": lambda: "",
        "interpreter": interpreter,
        "renderer": renderer,
        "specification": SPECIFICATION,
    }
    register_environment(name, environment)


def first_agent(observation: Any, configuration: Any) -> Any:
    """Plays the first legal action."""
    return observation.legalActions[0] if observation.legalActions else None


# Kaggle's game harness


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """The legal actions with their notation."""
    return dict(zip(observation["legalActions"], observation["legalActionStrings"], strict=True))


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: list[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """The rules, the report of the seat, and after a refused answer what was wrong with it."""
    parts = [rules_of(str(observation["text"])), str(observation["text"]), 'End your answer with {"move": "..."}.']
    if previous_action:
        parts.append(f"Your last answer, {previous_action[:100]!r}, is no legal move. Choose one from the list.")
    elif previous_response is not None:
        parts.append("Your last answer named no move.")
    return "\n\n".join(parts)


def rules_of(text: str) -> str:
    """The rules of the game that a report begins with."""
    title = text.partition(",")[0]
    for name in NAMES:
        if find_game(name).title == title:
            return rules_text(find_game(name))
    raise SeaboardError(f"no report of a game: {title[:40]!r}")


def parse_response(
    response: str, legal_action_strings: Sequence[str] | None, *, observation: Mapping[str, Any] | None = None
) -> ParseResult:
    """The legal move that an answer names, by notation or by its number in the list."""
    legal = list(legal_action_strings or [])
    parts = candidates(response)
    for part in parts:
        plain = " ".join(part.lower().split())
        if plain in legal:
            return ParseResult(legal_action=plain, raw_action=part)
        if plain.isdigit() and 0 < int(plain) <= len(legal):
            return ParseResult(legal_action=legal[int(plain) - 1], raw_action=part)
    return ParseResult(legal_action=None, raw_action=parts[0] if parts else None)


class Harness:
    """The three functions as attributes, for `create_agent_fn`."""

    get_legal_moves = staticmethod(get_legal_moves)
    make_prompt = staticmethod(generate_prompt)
    parse_response = staticmethod(parse_response)
