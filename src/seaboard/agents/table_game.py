"""A game at a table of a Seaboard server, joined by a link, through its API for bots. Needs httpx."""

import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlsplit

import httpx

from ..core.errors import BadOption, IllegalMove, SeaboardError
from .agent_game import Answer

WAIT_SECONDS = 5.0  # `play` waits at most this long for the others; `state` says whose turn it is
POLL_SECONDS = 0.3


class TableGame:
    """The seat that a link leads to. Its token is valid for this table only, and the assistant never sees it."""

    def __init__(self, link: str, servers: Sequence[str], name: str = ""):
        self.server = server_of(link, servers)
        with httpx.Client(base_url=self.server, timeout=30) as client:
            joined = read(client.post("/api/seat", json={"link": link, "name": name}))
        self.id, self.seat = joined["id"], joined["seat"]
        headers = {"authorization": f"Bearer {joined['token']}"}
        self.path = f"/api/bot/game/{self.id}"
        self.client = httpx.Client(base_url=self.server, headers=headers, timeout=60)

    def read_state(self, svg: bool = False) -> dict[str, Any]:
        return read(self.client.get(self.path, params={"svg": svg, "seat": self.seat}))

    def state(self) -> Answer:
        data = self.read_state(svg=True)
        if data["state"] is None:
            return Answer("The game has not begun: it waits for its players.", {"over": False, "moves": []})
        return Answer(data["state"]["text"], data["state"]["report"], data["svg"])

    def legal_moves(self) -> Answer:
        moves = self.state().data["moves"]
        lines = [f"{move['number']}. {move['move']}: {move['text']}" for move in moves]
        return Answer("\n".join(lines) or "It is not your turn.", {"moves": moves})

    def play(self, answer: str) -> None:
        """Plays a move, and waits a while for the others'."""
        read(self.client.post(f"{self.path}/move/{quote(answer[-100:], safe='')}"))
        end = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end:
            state = self.read_state()["state"]
            if state["isMyTurn"] or state["over"]:
                return
            time.sleep(POLL_SECONDS)

    def why_not(self, move: str) -> Answer:
        data = read(self.client.get(f"{self.path}/why/{quote(move[-100:], safe='')}"))
        return Answer(f"{data['move']!r} is legal." if data["legal"] else data["error"], data)

    def hint(self, bot: str) -> Answer:
        hints = read(self.client.post(f"{self.path}/hint"))["hints"]
        lines = [f"{one['move']}: win probability {100 * one['win_probability']:.0f} %" for one in hints]
        return Answer("\n".join(["Best moves as the server's bot sees them:", *lines]), {"hints": hints})

    def review(self, simulations: int) -> Answer:
        raise BadOption(f"the review of this game is on the page {self.server}/t/{self.id}/story when it is over")

    def leave(self) -> None:
        read(self.client.post(f"{self.path}/resign"))
        self.client.close()


def server_of(link: str, servers: Sequence[str]) -> str:
    """The server of a link, if it is one of those that the user named."""
    parts = urlsplit(link)
    server = f"{parts.scheme}://{parts.netloc}"
    if parts.scheme not in ("http", "https") or server not in [one.rstrip("/") for one in servers]:
        raise BadOption(
            f"not a link of a server that you named ({', '.join(servers)}); start `seaboard mcp --server URL` for another one"
        )
    if not parts.path.startswith("/seat/"):
        raise BadOption("a link to a seat looks like http://SERVER/seat/..., as the table's page shows it")
    return server


def read(answer: httpx.Response) -> Any:
    """The JSON of an answer; raises the error if it is a refusal."""
    try:
        data = answer.json() if answer.content else {}
    except ValueError:
        raise SeaboardError(f"{answer.url.host} is not a Seaboard server") from None
    if answer.is_success:
        return data
    text = str(data.get("error", answer.status_code))
    if data.get("nearest"):
        raise IllegalMove(text, data.get("rule", ""), data["nearest"]["move"])
    raise SeaboardError(text)
