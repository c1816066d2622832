"""Moves ahead: a plan is checked against its owner's knowledge, and played with the same command as every move."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from ...core.dice import key_of
from ...language import _, using_player_names
from ...match import Match
from ..errors import Refused
from ..runtime import metrics
from ..store import ahead_rows
from . import commands
from .ahead_rules import (
    HIDDEN,
    MAX_LINE,
    MAX_LINES,
    Plan,
    Step,
    has_contradiction,
    next_move,
    read_plan,
    steps_seen_by,
    was_played,
)
from .game_table import GameTable
from .table_registry import TableRegistry

MAX_MOVES = 60  # of one plan in a row


def imagined_match(match: Match, seat: int) -> Match:
    """A match in a determinization of the seat's view. It depends on the view only, so it is the same every time."""
    view = match.view(seat)
    imagined = match.copy()
    imagined.s = view.copy()
    match.game.redeal(imagined.s, match.box, key_of(f"ahead of {view.tobytes().hex()}"))
    return imagined


def play_line(match: Match, seat: int, actions: Sequence[int]) -> list[Step]:
    """Plays a line in an imagined match; returns its steps, as the seat knows them. Raises Refused for an illegal action."""
    steps: list[Step] = []
    for action in actions:
        mover, legal = match.mover, match.actions()
        if action == HIDDEN and mover != seat:
            action = next((one for one in legal if one in match.game.secret_actions), HIDDEN)
        if mover is None or action not in legal:
            raise Refused(422, _("Move {n} of this line isn't possible, as far as you can know.", n=len(steps) + 1))
        steps.append((mover, action))
        match.push(action)
    return list(steps_seen_by(seat, steps, match.game.secret_actions))


def check_plan(table: GameTable, seat: int, moves: int, lines: Sequence[Sequence[int]], answers: Sequence[str]) -> Plan:
    """The plan made of these lines and answers, at a frozen table. Raises Refused if the plan is not possible."""
    match = table.match
    if table.over:
        raise Refused(409, _("The game is over."))
    if lines and (moves != match.version or table.mover == seat):
        raise commands.stale()
    if len(lines) > MAX_LINES or any(not 1 <= len(line) <= MAX_LINE for line in lines):
        raise Refused(422, _("Plan up to {lines} lines of up to {moves} moves.", lines=MAX_LINES, moves=MAX_LINE))
    allowed = {answer.name for answer in match.game.standing_answers}
    if not set(answers) <= allowed:
        raise Refused(422, _("This question can't be answered ahead."))
    with using_player_names(match.names):
        checked = [tuple(play_line(imagined_match(match, seat), seat, line)) for line in lines]
    if any(line[-1][0] != seat for line in checked):
        raise Refused(422, _("A line must end with your own move."))
    if has_contradiction(checked, seat):
        raise Refused(422, _("Two of your lines give different moves at the same moment."))
    return Plan(match.version, tuple(checked), tuple(sorted(set(answers))))


def played_since(match: Match, start: int, seat: int) -> tuple[Step, ...]:
    """The moves since the plan was made, as its owner knows them."""
    steps = [(int(match.game.mover(before)), action) for action, before in match.history[start:]]
    return steps_seen_by(seat, steps, match.game.secret_actions)


def standing_answer(match: Match, seat: int, answers: Sequence[str]) -> int | None:
    """The answer to a question outside the seat's turn, if the seat gave it ahead."""
    if not match.history or int(match.game.mover(match.history[-1][1])) == seat:
        return None
    for answer in match.game.standing_answers:
        if answer.name in answers:
            action = answer.answer(match.view(seat), match.box)
            if action >= 0 and action in match.actions():
                return action
    return None


def decide(match: Match, seat: int, plan: Plan) -> tuple[int | None, Plan]:
    """The move that the plan makes now, if any; and the new plan: without lines once they were played or the game left them."""
    answer = standing_answer(match, seat, plan.answers)
    if answer is not None:
        return answer, plan
    if not plan.lines:
        return None, plan
    played = played_since(match, plan.start, seat) if match.version >= plan.start else ((-1, HIDDEN),)
    action = next_move(plan, seat, played)
    if action is None:
        return None, plan.without_lines("played" if was_played(plan, played) else "dropped")
    return action, plan


async def play_ahead(registry: TableRegistry, table: GameTable) -> None:
    """Plays the mover's moves ahead as far as they go. Several processes may try: each move is stored once."""
    for _move in range(MAX_MOVES):
        plans = await asyncio.to_thread(ahead_rows.plans_at, registry.engine, table.id)
        await registry.read_latest(table)  # after the plans, so that the table is never older than a plan of another process
        seat, version = table.mover, table.version
        if seat is None or table.seats[seat].kind != "person" or table.seats[seat].left or seat not in plans:
            return
        plan = read_plan(plans[seat])
        action, after = await asyncio.to_thread(decide, table.match.copy(), seat, plan)
        if version != table.version:
            continue
        if action is None:
            await store_plan(registry, table, seat, plan, after)
            return
        try:
            await commands.move(registry, table, seat, action, version)
            metrics.moves_ahead.labels("played").inc()
        except Refused:
            if version == table.version:  # not legal in the true position
                await store_plan(registry, table, seat, plan, replace(plan, answers=()).without_lines("dropped"))
                return


async def store_plan(registry: TableRegistry, table: GameTable, seat: int, before: Plan, after: Plan) -> None:
    if after == before:
        return
    if after.notice == "dropped":
        metrics.moves_ahead.labels("dropped").inc()
    who = table.holder_of(seat)
    await asyncio.to_thread(ahead_rows.save_plan, registry.engine, table.id, seat, who, after.to_json())
