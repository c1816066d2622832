"""Rates finished tables and runs cups. Every process does this; the database lets only one of them carry out each step.

Processes have no state between two steps: each step follows from the stored results.
"""

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
from collections.abc import Sequence
from typing import Any

from ...games import find_game
from ...language import mark
from .. import store
from ..contest.pairing import Round, round_robin, rounds_of_round_robin, rounds_of_swiss, swiss_round
from ..contest.standings import Standing, scores_of, standings
from ..errors import Stale, Taken
from ..runtime.background import BackgroundTask
from ..runtime.lru_cache import LruCache
from ..runtime.settings import Settings
from ..store import cup_rows, notify_rows, rating_rows
from ..tables.clock_rules import PACES
from ..tables.game_table import GameTable
from ..tables.new_tables import Player, create_table
from ..tables.seat_keys import new_table_id
from ..tables.table_registry import TableRegistry

REMEMBERED = 10_000  # players whose network has been stored
POLL_SECONDS = 2.0
ROUND_TEXT = mark("Round {round} has begun.")
OVER_TEXT = mark("The tournament is over. See the standings.")
log = logging.getLogger("seaboard")


class ContestJob(BackgroundTask):
    """Watches the database for finished tables and for cups."""

    def __init__(self, registry: TableRegistry, settings: Settings):
        self.registry, self.engine, self.settings = registry, registry.engine, settings
        self.secret = ""  # the key with which addresses are hashed
        self.noted: LruCache[tuple[str, int, str], bool] = LruCache(REMEMBERED)

    @property
    def rates(self) -> bool:
        return self.settings.ratings != "none"

    def prepare(self) -> None:
        """Reads the secret, or makes it at the first start."""
        self.secret = notify_rows.server_key(self.engine, "networks", secrets.token_hex(32))

    async def note_player(self, table: GameTable, held: Sequence[int], network: str) -> None:
        """Stores from which network these seats of a rated table are played: as a keyed hash, until the table is rated."""
        if self.settings.ratings != "on":
            return
        hashed = hmac.new(self.secret.encode(), f"{table.id} {network}".encode(), hashlib.sha256).hexdigest()[:32]
        for seat in held:
            if not self.noted.get((table.id, seat, hashed)):
                self.noted[table.id, seat, hashed] = True
                await asyncio.to_thread(rating_rows.note_network, self.engine, table.id, seat, hashed)

    def start(self) -> None:
        if self.rates or self.settings.cups == "on":
            super().start()

    async def watch(self) -> None:
        while True:
            try:
                await self.work()
            except Exception as error:  # the database may be down for a while
                log.warning("cannot look for finished tables and cups: %s", store.first_line(error))
            await asyncio.sleep(POLL_SECONDS)

    async def work(self) -> None:
        """Rates the finished tables, and takes every cup one step further."""
        if self.rates:
            for table_id in await asyncio.to_thread(rating_rows.tables_to_rate, self.engine):
                await asyncio.to_thread(rating_rows.rate_table, self.engine, table_id)
        if self.settings.cups == "on":
            for cup_id in await asyncio.to_thread(cup_rows.cups_to_run, self.engine):
                await self.advance(cup_id)

    async def advance(self, cup_id: str) -> None:
        """Starts a full cup, starts the next round of a running one, or ends it."""
        await asyncio.to_thread(cup_rows.settle_games, self.engine, cup_id)
        found = await asyncio.to_thread(cup_rows.find_cup, self.engine, cup_id)
        if found is None:
            return
        cup, players, games = found
        if cup.state == "open":
            if len(players) < 2 or not await asyncio.to_thread(self.begin, cup, players):
                return
            await self.advance(cup_id)
            return
        if any(game.places is None for game in games):
            await self.make_round(cup, players, games, max(game.round for game in games))  # if it was interrupted
            return
        last = max((game.round for game in games), default=0)
        if last and not await self.make_round(cup, players, games, last):
            return
        if last < cup.rounds:
            await self.make_round(cup, players, games, last + 1)
        elif await asyncio.to_thread(cup_rows.end_cup, self.engine, cup.id):
            await self.notify_players(cup, players, last + 1, OVER_TEXT)

    def begin(self, cup: Any, players: Sequence[Any]) -> bool:
        """Seeds the players by their ratings, and starts the cup."""
        points = {row.number: rating_rows.rating_of(self.engine, row.who, cup.game).points for row in players}
        seeds = sorted(points, key=lambda number: (-points[number], number))
        count = rounds_of_round_robin if cup.kind == "round robin" else rounds_of_swiss
        rounds = cup.rounds or count(len(players), cup.size)
        return cup_rows.start_cup(self.engine, cup.id, seeds, rounds)

    async def make_round(self, cup: Any, players: Sequence[Any], games: Sequence[Any], number: int) -> bool:
        """Creates the missing tables and byes of a round; True if none was missing."""
        planned = plan_round(cup, players, games, number)
        existing = {game.number for game in games if game.round == number}
        parts = [*((list(table), True) for table in planned.tables), *(([player], False) for player in planned.byes)]
        missing = [n for n in range(len(parts)) if n not in existing]
        for n in missing:
            seated, is_game = parts[n]
            if is_game:
                await self.make_table(cup, players, number, n, seated)
            else:
                await asyncio.to_thread(cup_rows.add_bye, self.engine, cup.id, number, n, seated[0])
        if missing:
            await self.notify_players(cup, players, number, ROUND_TEXT)
        return not missing

    async def make_table(self, cup: Any, players: Sequence[Any], number: int, n: int, seated: Sequence[int]) -> None:
        """Writes a table together with its row in the cup, so that of several processes one creates it."""
        by_number = {row.number: row for row in players}
        table_id = new_table_id()
        row = cup_rows.insert_game(cup.id, number, n, seated, table_id)
        people = [Player(by_number[one].who, by_number[one].name) for one in seated]
        try:
            await create_table(
                *(self.registry, find_game(cup.game), json.loads(cup.options), people),
                pace=PACES.get(cup.pace),
                rated=cup.rated,
                table_id=table_id,
                must_change=[row],
            )
        except (Stale, Taken):
            return  # another process was faster

    async def notify_players(self, cup: Any, players: Sequence[Any], number: int, text: str) -> None:
        about = {"cup": cup.name, "text": text, "figures": {"round": number}, "path": f"/cups/{cup.id}"}
        who = [row.who for row in players]
        await asyncio.to_thread(notify_rows.announce_now, self.engine, who, "cup", cup.id, float(number), about)


def plan_round(cup: Any, players: Sequence[Any], games: Sequence[Any], number: int) -> Round:
    """The tables of a round. Every process plans the same, because it depends on finished rounds only."""
    numbers = [row.number for row in players]
    if cup.kind == "round robin" and cup.size == 2:
        rounds = round_robin(numbers)
        return rounds[(number - 1) % len(rounds)]
    before = [game for game in games if game.round < number]
    played = [round_of(before, one) for one in range(1, number)]
    if cup.kind == "round robin":
        return swiss_round(numbers, dict.fromkeys(numbers, 0.0), played, cup.size)
    return swiss_round(numbers, scores_of(numbers, finished_places(before), players_with_bye(before)), played, cup.size)


def round_of(games: Sequence[Any], number: int) -> Round:
    """The tables and byes of a round that was played."""
    seated = [(json.loads(game.players), game.table_id) for game in games if game.round == number]
    tables = tuple(tuple(players) for players, table in seated if table is not None)
    return Round(tables, tuple(players[0] for players, table in seated if table is None))


def finished_places(games: Sequence[Any]) -> list[dict[int, int]]:
    """For each finished table the place of each player, by the player's number."""
    finished = [game for game in games if game.table_id is not None and game.places is not None]
    return [dict(zip(json.loads(game.players), json.loads(game.places), strict=True)) for game in finished]


def players_with_bye(games: Sequence[Any]) -> list[int]:
    return [json.loads(game.players)[0] for game in games if game.table_id is None]


def standings_of(players: Sequence[Any], games: Sequence[Any]) -> list[Standing]:
    """The standings of a cup at this moment."""
    return standings([row.number for row in players], finished_places(games), players_with_bye(games))
