"""Whole games through an OpenEnv server and OpenEnv's own client."""

import socket
import threading
import time

import pytest

pytest.importorskip("openenv.core")
import openenv.core as openenv
import uvicorn

from seaboard.agents.environments.openenv import app

from .scripted import GAMES, ScriptedAgent


@pytest.fixture(scope="module")
def address():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.mark.parametrize("game", GAMES)
def test_an_agent_plays_a_whole_game(address, game):
    agent = ScriptedAgent(4)
    with openenv.GenericEnvClient(base_url=address).sync() as env:
        result = env.reset(seed=5, game=game, players=3, opponents=["random"])
        assert "rules" in result.observation
        while not result.done:
            before = result.observation["text"]
            result = env.step({"move": agent(before)})
            if result.observation["refusal"]:
                assert result.observation["text"] == before
        assert -1 <= result.reward <= 1
        assert "Final points:" in result.observation["text"]


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"opponents": ["os:system"]}, {"options": {"deck": "/etc/passwd"}}])
def test_clients_can_name_listed_choices_only(address, wrong):
    with openenv.GenericEnvClient(base_url=address).sync() as env, pytest.raises(Exception) as error:
        env.reset(**{"game": "nusfjord", "opponents": ["random"], **wrong})
    assert "root:" not in str(error.value)
