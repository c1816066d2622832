"""The MCP server, through the SDK's own client: over stdio as an assistant starts it, and in this process."""

import os
import random
import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters
from mcp.client.extension import advertise
from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID

from seaboard.agents.assistant import MAX_GAMES, Assistant
from seaboard.agents.mcp.server import BOARD, BOARD_KEY, new_server

TOOLS = {"new_game", "join_table", "state", "legal_moves", "move", "why_not", "hint", "review", "rules", "board", "leave"}


def with_client(work: Callable[[Client], Awaitable[Any]], server: Any = None, **settings: Any) -> Any:
    async def run() -> Any:
        async with Client(server or new_server(Assistant()), **settings) as client:
            return await work(client)

    return anyio.run(run)


def text_of(result: Any) -> str:
    return result.content[0].text


def over_stdio() -> StdioServerParameters:
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return StdioServerParameters(command=sys.executable, args=["-m", "seaboard", "mcp"], env=env)


async def play_whole_game(client: Client, game: str, **more: Any) -> dict[str, Any]:
    """Plays with nothing but the answers of the tools; returns the last state."""
    begun = await client.call_tool("new_game", {"game": game, "opponents": ["random"], "seed": "mcp", **more})
    assert not begun.is_error, text_of(begun)
    report, chance = begun.structured_content, random.Random(5)
    while not report["over"]:
        listed = re.findall(r"^(\d+)\. ([^:]+):", text_of(begun), re.MULTILINE)
        assert [(int(number), move) for number, move in listed] == [(m["number"], m["move"]) for m in report["moves"]]
        begun = await client.call_tool("move", {"game_id": report["id"], "move": chance.choice(chance.choice(listed))})
        assert not begun.is_error, text_of(begun)
        report = begun.structured_content
    return report


def test_an_assistant_plays_all_three_games_over_stdio():
    async def work(client: Client) -> None:
        assert {tool.name for tool in (await client.list_tools()).tools} >= TOOLS
        for game in ("maori", "kaivai", "nusfjord"):
            assert game in text_of(await client.call_tool("rules", {"game": game})).lower().replace("ā", "a")
            report = await play_whole_game(client, game)
            assert {score["place"] for score in report["scores"]} >= {1}

    with_client(work, over_stdio())


def test_the_tools_answer_in_the_middle_of_a_game():
    async def work(client: Client) -> None:
        begun = (await client.call_tool("new_game", {"game": "maori", "opponents": ["random"], "seed": "1"})).structured_content
        own = {"game_id": begun["id"]}
        assert (await client.call_tool("state", own)).structured_content == begun
        moves = (await client.call_tool("legal_moves", own)).structured_content["moves"]
        assert moves == begun["moves"]
        after = (await client.call_tool("move", {**own, "move": moves[0]["move"]})).structured_content
        refused = await client.call_tool("move", {**own, "move": "ship 9"})
        assert refused.is_error
        assert refused.structured_content["rule"] == "M3.2"
        why = (await client.call_tool("why_not", {**own, "move": "ship 9"})).structured_content
        assert (why["legal"], why["rule"]) == (False, "M3.2")
        assert why["nearest"]["move"] in [move["move"] for move in after["moves"]]
        legal = (await client.call_tool("why_not", {**own, "move": why["nearest"]["move"]})).structured_content
        assert legal["legal"]
        assert "M3.5" in text_of(await client.call_tool("rules", {"game": "maori", "rule": "m3.5"}))
        early = await client.call_tool("review", own)
        assert early.is_error
        assert "not over" in text_of(early)
        assert not (await client.call_tool("leave", own)).is_error
        assert (await client.call_tool("state", own)).is_error

    with_client(work)


def test_hints_name_legal_moves():
    async def work(client: Client) -> None:
        begun = (
            await client.call_tool("new_game", {"game": "nusfjord", "players": 1, "opponents": [], "seed": "1"})
        ).structured_content
        answer = await client.call_tool("hint", {"game_id": begun["id"], "bot": "easy"})
        hints = answer.structured_content["hints"]
        assert {hint["move"] for hint in hints} <= {move["move"] for move in begun["moves"]}
        assert " from " in text_of(answer)  # where the points come from: +1.2 from ships

    with_client(work)


def test_hints_are_by_the_strong_bot_unless_another_is_named():
    async def work(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools["hint"].input_schema["properties"]["bot"]["default"] == "strong"

    with_client(work)


def test_the_board_is_an_app_where_the_client_shows_it():
    async def work(client: Any) -> Any:
        begun = await client.call_tool("new_game", {"game": "maori", "opponents": ["random"], "seed": "1"})
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools["move"].meta["ui"]["resourceUri"] == BOARD
        page = (await client.read_resource(BOARD)).contents[0]
        assert page.mime_type == APP_MIME_TYPE
        assert BOARD_KEY in page.text
        board = await client.call_tool("board", {"game_id": begun.structured_content["id"]})
        assert board.content[1].resource.mime_type == "image/svg+xml"
        assert board.content[1].resource.text.startswith("<svg")
        return begun

    shows = [advertise(EXTENSION_ID, {"mimeTypes": [APP_MIME_TYPE]})]
    assert with_client(work, extensions=shows).meta[BOARD_KEY].startswith("<svg")
    plain = with_client(work)
    assert BOARD_KEY not in (plain.meta or {})
    assert "<svg" not in text_of(plain)


def test_no_assistant_reaches_the_games_of_another():
    theirs = Assistant()
    begun = theirs.new_game("maori", opponents=["random"])
    game_id = begun.data["id"]

    async def work(client: Client) -> None:
        for tool, more in (("state", {}), ("move", {"move": "1"}), ("hint", {}), ("review", {}), ("leave", {}), ("board", {})):
            for wrong in (game_id, "", "../" + game_id):
                answer = await client.call_tool(tool, {"game_id": wrong, **more})
                assert answer.is_error
                assert "you have no game" in text_of(answer)

    with_client(work)
    assert theirs.state(game_id) == begun


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"opponents": ["os:system"]},
        {"opponents": ["net,file=/etc/passwd"]},
        {"options": {"tiles": "/etc/passwd"}},
        {"game": "nusfjord", "options": {"deck": "/etc/passwd"}},
        {"game": "nusfjord", "options": {"buildings": "/etc/passwd"}},
        {"seat": 8},
        {"players": 7},
    ],
)
def test_new_games_accept_listed_choices_only(wrong):
    async def work(client: Client) -> None:
        answer = await client.call_tool("new_game", {"game": "maori", "opponents": ["random"], **wrong})
        assert answer.is_error
        assert "root:" not in text_of(answer)

    with_client(work)


def test_the_number_of_games_is_limited():
    assistant = Assistant()
    for _ in range(MAX_GAMES):
        assistant.new_game("maori", opponents=["random"])

    async def work(client: Client) -> None:
        assert (await client.call_tool("new_game", {"game": "maori", "opponents": ["random"]})).is_error

    with_client(work, new_server(assistant))
