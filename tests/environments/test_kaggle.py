"""Whole games in kaggle-environments, with agents that go through Kaggle's game harness."""

import pytest

pytest.importorskip("kaggle_environments")
import kaggle_environments
from kaggle_environments import core_harness

from seaboard.agents.environments import kaggle

from .scripted import GAMES, ScriptedAgent


@pytest.fixture(autouse=True)
def registered():
    kaggle.register()


def agent_of(script):
    """An agent that answers the prompt of the harness with a script."""
    history: list[str] = []

    def agent(observation, configuration):
        legal = kaggle.get_legal_moves(observation)
        if not legal:
            return None
        response = action = None
        while True:
            prompt = kaggle.generate_prompt(observation, history, response, action)
            response = script(prompt)
            parsed = kaggle.parse_response(response, list(legal.values()))
            if parsed.legal_action is not None:
                history.append(parsed.legal_action)
                return {"submission": next(n for n, move in legal.items() if move == parsed.legal_action)}
            action = parsed.raw_action

    return agent


@pytest.mark.parametrize("game", GAMES)
def test_agents_play_a_whole_game(game):
    env = kaggle_environments.make("seaboard", configuration={"game": game, "seed": 7}, debug=True)
    env.run([agent_of(ScriptedAgent(seat)) for seat in range(3)])
    last = env.steps[-1]
    assert [one.status for one in last] == ["DONE"] * 3
    assert sum(one.reward for one in last) == pytest.approx(0)
    assert env.seaboard_match.over


def test_the_harness_asks_a_model_by_the_three_functions(monkeypatch):
    """`create_agent_fn` is that of Kaggle; only the call of the model is replaced by a script."""
    asked = []

    def answer(prompt, *_more):
        asked.append(prompt)
        return ("I pass." if len(asked) == 1 else '{"move": "1"}'), {
            "prompt_tokens": 1,
            "generation_tokens": 1,
            "total_tokens": 2,
            "finish_reason": "stop",
            "duration_secs": 0.0,
        }

    monkeypatch.setattr(core_harness, "_call_llm", answer)
    agent = core_harness.create_agent_fn(kaggle.Harness(), model_override=("script", {}))
    env = kaggle_environments.make("seaboard", configuration={"game": "maori", "seed": 7})
    observation = next(one.observation for one in env.reset(2) if one.status == "ACTIVE")
    submitted = agent(dict(observation), {})
    assert submitted["submission"] == observation.legalActions[0]
    assert len(asked) == 2
    assert "no legal move" in asked[1] or "named no move" in asked[1]


def test_a_wrong_number_of_agents_is_refused():
    env = kaggle_environments.make("seaboard", configuration={"game": "kaivai", "seed": 7}, debug=True)
    with pytest.raises(Exception, match="not played by 5 agents"):
        env.run(["first"] * 5)


def test_an_illegal_action_loses():
    env = kaggle_environments.make("seaboard", configuration={"game": "maori", "seed": 7})
    env.run([lambda observation: -5] * 2)
    assert {one.status: one.reward for one in env.steps[-1]} == {"INVALID": None, "DONE": 0}
