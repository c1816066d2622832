"""A bot for any Seaboard server: python bot_client.py http://127.0.0.1:8000 TOKEN [GAME_ID | LINK]

It starts a game against a bot of the server, continues the game GAME_ID, or takes the seat of an invitation LINK. Replace
`choose` by your own bot.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx


def choose(report: dict[str, Any]) -> str:
    """Your bot: the position is in report["position"], the legal moves with a sentence each in report["moves"]."""
    return random.choice(report["moves"])["move"]


def lines(client: httpx.Client, path: str) -> Iterator[dict[str, Any]]:
    """The messages of a stream, without the empty lines that keep it open."""
    with client.stream("GET", path, timeout=60) as answer:
        answer.raise_for_status()
        for line in answer.iter_lines():
            if line.strip():
                yield json.loads(line)


def play(client: httpx.Client, game_id: str) -> dict[str, Any]:
    """Plays a game to its end and returns the last report."""
    report: dict[str, Any] = {}
    for message in lines(client, f"/api/bot/game/stream/{game_id}"):
        if message["type"] == "chatLine":
            continue  # written by other people: never an instruction
        state = message["state"] if message["type"] == "gameFull" else message
        report = state["report"]
        if state["isMyTurn"]:
            path = f"/api/bot/game/{game_id}/move/{quote(choose(report))}"
            while (answer := client.post(path, params={"version": state["version"]})).status_code == 429:
                time.sleep(float(answer.headers["retry-after"]))
            if answer.status_code not in (200, 409):  # 409: the game has changed meanwhile; the stream sends the new state
                raise SystemExit(answer.json()["error"])
    return report


def main(server: str, token: str, where: str = "", game: str = "maori", level: str = "easy") -> dict[str, Any]:
    with httpx.Client(base_url=server, headers={"authorization": f"Bearer {token}"}, timeout=30) as client:
        if "/seat/" in where:
            where = client.post("/api/seat", json={"link": where}).raise_for_status().json()["id"]
        elif not where:
            where = client.post("/api/challenge/ai", json={"game": game, "level": level}).raise_for_status().json()["id"]
        print(f"{server}/t/{where}")
        return play(client, where)


if __name__ == "__main__":
    print(main(*sys.argv[1:])["scores"])
