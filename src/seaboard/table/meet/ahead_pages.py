"""Requests about moves ahead. Only the holder of a seat reads or changes its plan; previews start from that seat's view."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query

from ...language import _, using_player_names
from ...match import Match
from ..errors import Refused
from ..runtime import metrics
from ..store import ahead_rows
from ..tables import commands
from ..tables.ahead_rules import HIDDEN, Plan, Step, read_plan, rest_of_lines
from ..tables.game_table import GameTable
from ..tables.moves_ahead import check_plan, imagined_match, play_line, played_since
from ..view.board_view import view_board
from ..view.viewpoint import Viewpoint
from ..web.table_access import AtTable, TableAccess
from .meet_messages import LineAnswer, LineRequest, PlanAnswer, PlannedChoice, PlannedStep, PlanRequest, StandingChoice

router = APIRouter()


@router.get("/t/{table_id}/ahead")
async def read_ahead(access: AtTable, seat: Annotated[int, Query(ge=0, le=7)]) -> PlanAnswer:
    """The plan of the caller's own seat."""
    access.require_seat(seat)
    plans = await asyncio.to_thread(ahead_rows.plans_at, access.registry.engine, access.table.id)
    return await access.draw(plan_view, access.table.frozen(), seat, read_plan(plans.get(seat)))


def plan_view(table: GameTable, seat: int, plan: Plan) -> PlanAnswer:
    """A plan for its owner's page."""
    match = table.match
    with using_player_names(match.names):
        lines = [line_text(match, seat, plan.start, line) for line in plan.lines]
        answers: list[StandingChoice] = [
            {"name": one.name, "text": _(one.text), "on": one.name in plan.answers} for one in match.game.standing_answers
        ]
    texts = {
        "played": _("Your planned moves were played."),
        "dropped": _("The game went another way: your planned moves were dropped."),
    }
    can_plan = table.mover is not None and table.mover != seat
    notice = texts.get(plan.notice, "")
    actions = rest_of_lines(plan, played_since(match, plan.start, seat))
    return {
        "moves": match.version,
        "can_plan": can_plan,
        "lines": lines,
        "actions": actions,
        "answers": answers,
        "notice": notice,
    }


def line_text(match: Match, seat: int, start: int, line: Sequence[Step]) -> list[PlannedStep]:
    """A stored line as sentences, beginning at the moment when it was planned."""
    earlier = match.copy()
    earlier.back_to(start)
    try:
        return steps_text(imagined_match(earlier, seat), seat, [action for _mover, action in line])
    except Refused:
        return []


def steps_text(imagined: Match, seat: int, line: Sequence[int]) -> list[PlannedStep]:
    """Plays a line in an imagined match; returns its moves as sentences."""
    steps: list[PlannedStep] = []
    for action in line:
        before = imagined.copy()
        ((mover, seen_action),) = play_line(imagined, seat, [action])
        steps.append({"seat": mover, "name": imagined.names[mover], "text": choice_text(before, seat, seen_action)})
    return steps


def choice_text(imagined: Match, seat: int, action: int) -> str:
    if action == HIDDEN:
        return _("a hidden choice")
    return imagined.game.texts.choice(imagined.view(seat), imagined.box, action)


@router.post("/t/{table_id}/ahead/preview")
async def preview(access: AtTable, body: LineRequest) -> LineAnswer:
    """A line in a determinization of the caller's view: its moves, the board after it, and the choices for the next move."""
    access.require_seat(body.seat)
    await access.catch_up(0)
    check_moment(access, body.seat, body.moves)
    return await access.draw(line_view, access.table.frozen(), body.seat, body.line, access.visitor.language)


def check_moment(access: TableAccess, seat: int, moves: int) -> None:
    """Raises Refused unless it is someone else's turn, after as many moves as the page has seen."""
    table = access.table
    if table.over or table.mover == seat or moves != table.match.version:
        raise commands.stale()


def line_view(table: GameTable, seat: int, line: Sequence[int], language: str) -> LineAnswer:
    """A line for the page that plans it; the hidden choices of others are one choice."""
    with using_player_names(table.match.names):
        imagined = imagined_match(table.match, seat)
        steps = steps_text(imagined, seat, line)
        mover = imagined.mover
        board = view_board(imagined, Viewpoint(seat, language=language), can_act=False).board
        choices: list[PlannedChoice] = []
        for action in imagined.actions() if mover is not None else []:
            if mover != seat and action in imagined.game.secret_actions:
                action = HIDDEN
            if action not in [choice["action"] for choice in choices]:
                choices.append({"action": action, "text": choice_text(imagined, seat, action)})
    name = "" if mover is None else imagined.names[mover]
    return {"steps": steps, "mover": mover, "name": name, "mine": mover == seat, "choices": choices, "board": board}


@router.post("/t/{table_id}/ahead", status_code=204)
async def save_ahead(access: AtTable, body: PlanRequest) -> None:
    """Replaces the plan of the caller's own seat."""
    seat, table = access.require_seat(body.seat), access.table
    plan = await access.draw(check_plan, table.frozen(), seat, body.moves, body.lines, body.answers)
    save: Any = (access.registry.engine, table.id, seat, access.visitor.hash, plan.to_json())
    await asyncio.to_thread(ahead_rows.save_plan, *save)
    metrics.moves_ahead.labels("saved").inc()
    runner = access.state.ahead
    runner.planned.add(table.id)
    runner.wake(table.id)  # it may be the owner's turn already
