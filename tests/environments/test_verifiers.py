"""Whole games in an environment of verifiers, with its own tasks and traces; the model is a script."""

import asyncio
from contextlib import asynccontextmanager
from itertools import islice
from types import SimpleNamespace

import pytest

pytest.importorskip("verifiers.v1")
import verifiers.v1 as vf

from seaboard.agents.environments.verifiers import SeaboardEnv, SeaboardTaskset, SeaboardTasksetConfig

from .scripted import GAMES, ScriptedAgent


class Scripted:
    """An agent whose turns come from a script instead of a model; the trace is verifiers' own."""

    def __init__(self, task, answer):
        self.answer, self.task = answer, task
        about = vf.TraceTask(type=type(task).__name__, data=task.data)
        self.trace = vf.Trace(task=about, agent=vf.AgentInfo(config=vf.AgentConfig()))
        self.output = task.data.prompt

    @asynccontextmanager
    async def interaction(self, task):
        assert task is self.task
        yield self

    async def turn(self, message=None):
        if message is not None and "Your decision:" in message:
            self.output = message
        return SimpleNamespace(terminated=False, last_reply=self.answer(self.output))


def run(config, answer, n=0):
    task = next(islice(iter(SeaboardTaskset(config)), n, None))
    agent = Scripted(task, answer)
    asyncio.run(SeaboardEnv.run(object.__new__(SeaboardEnv), task, SimpleNamespace(player=agent)))
    return agent.trace


@pytest.mark.parametrize("game", GAMES)
def test_a_script_plays_a_whole_game(game):
    trace = run(SeaboardTasksetConfig(game=game, players=3, opponent="random"), ScriptedAgent(3))
    assert trace.metrics["finished"] == 1.0
    assert 0.0 <= trace.reward <= 1.0


def test_tasks_are_the_same_every_time_and_differ_by_seed():
    config = SeaboardTasksetConfig(game="nusfjord", opponent="random")
    first, again = (list(islice(iter(SeaboardTaskset(config)), 3)) for _ in range(2))
    assert [task.data for task in first] == [task.data for task in again]
    assert len({task.key for task in first}) == len({task.data.prompt for task in first}) == 3


def test_a_model_that_never_names_a_move_loses():
    trace = run(SeaboardTasksetConfig(game="maori", opponent="random"), lambda text: "I resign.")
    assert (trace.reward, trace.metrics["finished"]) == (0.0, 0.0)
