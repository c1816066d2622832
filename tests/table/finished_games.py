"""Finished games of a person, without playing them through a page."""

import random
import re

from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table.tables.game_table import Seat
from seaboard.table.tables.seat_keys import new_table_id

DULL = re.compile("pass|stop|stay|remove|nothing|skip|decline|done")  # moves that change little


async def add_finished_game(registry, game, who, seed, **options):
    """A table whose game is over; the person has the first seat, bots the others. Returns its id and the match."""
    match, choose = Match(find_game(game), seed=seed, **options), random.Random(seed)
    moves = []
    while not match.over:
        lively = [action for action in match.actions() if not DULL.search(match.text(action))]
        moves.append(choose.choice(lively or match.actions()))
        match.push(moves[-1])
    seats = [Seat("person", "Ann"), *(Seat("bot", f"Bot {n}", "random") for n in range(2, match.seats + 1))]
    table_id = new_table_id()
    await registry.create(table_id, find_game(game), match.options, seats, {0: [who]}, seed, moves=moves)
    return table_id, match
