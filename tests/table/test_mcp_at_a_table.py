"""An assistant at a table of a server, by a link, through the MCP SDK's client."""

import anyio
import pytest

pytest.importorskip("mcp")
from mcp import Client

from seaboard.agents import table_game
from seaboard.agents.assistant import Assistant
from seaboard.agents.mcp.server import new_server


def with_assistant(servers, work):
    async def run():
        async with Client(new_server(Assistant(servers))) as client:
            return await work(client)

    return anyio.run(run)


def move_if_asked(at):
    scene = at.scene()
    if scene["yours"]:
        at.send("move", version=scene["version"], action=at.actions(scene)[0])


def test_an_assistant_plays_a_whole_game_at_a_table(server, ann, monkeypatch):
    monkeypatch.setattr(table_game, "WAIT_SECONDS", 0.1)  # the person moves between its calls
    at = ann.table(seats=[{"kind": "bot", "level": "random"}, {"kind": "friend"}, {"kind": "me"}], options={"players": 3})
    link = f"{server.url}{at.invitations['1']}"

    async def work(client):
        joined = await client.call_tool("join_table", {"link": link, "name": "Claude"})
        assert not joined.is_error, joined.content[0].text
        state = joined.structured_content
        assert state["seat"] == 2
        turns = 0
        while not state["over"]:
            await anyio.to_thread.run_sync(move_if_asked, at)
            if state["moves"]:
                if not turns:
                    why = (await client.call_tool("why_not", {"game_id": state["id"], "move": "fly"})).structured_content
                    assert not why["legal"]
                    wrong = await client.call_tool("move", {"game_id": state["id"], "move": "fly"})
                    assert wrong.is_error
                    hint = await client.call_tool("hint", {"game_id": state["id"]})
                    assert hint.structured_content["hints"]
                turns += 1
                answer = await client.call_tool("move", {"game_id": state["id"], "move": str(state["moves"][0]["number"])})
                assert not answer.is_error, answer.content[0].text
            state = (await client.call_tool("state", {"game_id": state["id"]})).structured_content
        return turns, state

    turns, state = with_assistant([server.url], work)
    assert turns > 10
    assert 1 in [score["place"] for score in state["scores"]]
    assert "BOT Claude" in at.scene()["players"]


@pytest.mark.parametrize(
    "link",
    ["http://evil.example/seat/x", "file:/etc/passwd", "http://127.0.0.1:1/seat/x", "{server}/t/x", "{server}/seat/wrong"],
)
def test_an_assistant_opens_seats_of_named_servers_only(server, ann, link):
    async def work(client):
        answer = await client.call_tool("join_table", {"link": link.format(server=server.url)})
        assert answer.is_error
        assert "root:" not in answer.content[0].text

    with_assistant([server.url], work)


def test_a_table_that_was_joined_opens_no_other(server, ann):
    mine, other = (ann.table(seats=[{"kind": "me"}, {"kind": "friend"}]) for _ in range(2))

    async def work(client):
        link = f"{server.url}{mine.invitations['1']}"
        joined = (await client.call_tool("join_table", {"link": link})).structured_content
        for wrong in (other.page[3:], f"../{other.page[3:]}", joined["id"] + "/x"):
            assert (await client.call_tool("state", {"game_id": wrong})).is_error
        for move in ("../../" + other.page[3:] + "/move/1", "1/../../resign", "%2e%2e/resign"):
            answer = await client.call_tool("move", {"game_id": joined["id"], "move": move})
            assert answer.is_error
        assert "sbt_" not in str(joined)
        assert not (await client.call_tool("leave", {"game_id": joined["id"]})).is_error

    with_assistant([server.url], work)
    assert "has left" in mine.person.get(f"{mine.page}/scene").text
    assert other.scene()["version"] == 0
