"""Runs games interpreted while another process compiles them, so that tables open immediately."""

import asyncio
from typing import Any

from ...bots import LEVELS, Bot, new_bot
from ...bots.network.player import InterpretedNet, has_network
from ...compiling import needs_compiling
from ...core.game import Game
from ..tables import lobby

POLL_SECONDS = 0.5
INSTANT = {"random": "random", "easy": "habit", "normal": "habit"}  # bots that play instead of these levels


def can_play_interpreted(level: str, game: Game) -> bool:
    """Whether a bot of this level has a stand-in until the game is compiled; others wait."""
    return level in INSTANT or (level in LEVELS and has_network(game))


def interpreted_bot(level: str, game: Game, box: Any) -> Bot:
    """The stand-in: it needs no compiled code."""
    return new_bot(INSTANT[level], game, box) if level in INSTANT else InterpretedNet(game, box)


class CompileWatcher:
    """Knows which games are not compiled yet (`waiting`), and runs them interpreted until they are."""

    def __init__(self) -> None:
        self.waiting: dict[str, Game] = {}
        self.watcher: asyncio.Task | None = None
        self.changed = asyncio.Event()

    def find_uncompiled(self) -> None:
        for game in lobby.games():
            if needs_compiling(game):
                game.interpret(True)
                self.waiting[game.name] = game

    def start(self) -> None:
        self.watcher = asyncio.create_task(self.watch())

    async def stop(self) -> None:
        if self.watcher:
            self.watcher.cancel()
        for game in self.waiting.values():
            game.interpret(False)

    async def watch(self) -> None:
        while self.waiting:
            await asyncio.sleep(POLL_SECONDS)
            for name, game in list(self.waiting.items()):
                if not await asyncio.to_thread(needs_compiling, game):
                    game.interpret(False)
                    del self.waiting[name]
                    self.changed.set()

    async def wait_for(self, game: Game) -> None:
        """Returns when the game is compiled."""
        while game.name in self.waiting:
            self.changed.clear()
            await self.changed.wait()
