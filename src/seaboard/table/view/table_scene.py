"""The scene of a table for one browser: everything the page shows, as parts of HTML, cached."""

from collections.abc import Sequence, Set
from dataclasses import asdict
from functools import partial
from html import escape
from typing import Any

from ...core.game import Game
from ...language import _, many, using_player_names
from ...match import Match
from ..runtime.limits import OpenPages
from ..runtime.lru_cache import LruCache
from ..tables import commands
from ..tables.bots_offered import Offered, bot_texts
from ..tables.game_table import GameTable, Seat
from ..tables.hidden_information import draft_of, may_undo
from . import game_result
from .board_view import confirmation_text, view_board
from .game_log import Aside, TableLog, Turn, meanwhile
from .rendering import render, render_cached
from .scene_types import Dice, PositionScene, Scene, SceneUpdate, SeatsScene
from .scene_update import SentScenes
from .viewpoint import Viewpoint

MAX_DRAWINGS = 64  # in memory, for pages with the same view and for events that do not change the position
NOBODY: Set[str] = frozenset()
LOG_MOVES = 60  # in the log of a scene; the page can request the full log
MAX_ANNOUNCED = 12  # choices that a screen reader announces; the others are in the position in words


class Scenes:
    """Renders scenes; the parts of a position are cached by table, version and viewpoint."""

    def __init__(self, offered: Offered, pages: OpenPages) -> None:
        self.offered = offered
        self.drawings: LruCache[tuple, PositionScene] = LruCache(MAX_DRAWINGS)
        self.sent = SentScenes(pages.count)

    def update(
        self,
        base: str,
        table: GameTable,
        viewpoint: Viewpoint,
        held: list[int],
        browser: str,
        now: float,
        blocked: Set[str] = NOBODY,
    ) -> SceneUpdate:
        """The scene (see `scene`) for a page that has the scene with the mark `base` (empty: it has none)."""
        return self.sent.update(table.id, browser, self.scene(table, viewpoint, held, browser, now, blocked), base)

    def scene(
        self, table: GameTable, viewpoint: Viewpoint, held: list[int], browser: str, now: float, blocked: Set[str] = NOBODY
    ) -> Scene:
        """The scene of a frozen table for a browser whose key has this hash; `now` by the database's clock.

        Messages of `blocked` people are left out.
        """
        key = (table.id, table.version, table.log_events[-1][1].number if table.log_events else 0, viewpoint)
        drawn = self.drawings.get(key)
        if drawn is None:
            with using_player_names(table.match.names):
                drawn = self.drawings[key] = self.draw_position(table, viewpoint)
        seats = self.seats(table, held, browser, blocked)
        return {"number": table.number, "version": table.version, "now": now, **drawn, **seats}

    def draw_position(self, table: GameTable, viewpoint: Viewpoint) -> PositionScene:
        """The parts that change with the position only."""
        match = table.match.copy()
        moves = match.version
        shown_at = moves if viewpoint.at is None else max(0, min(viewpoint.at, moves))
        is_current = shown_at == moves
        if not is_current:
            match.back_to(shown_at)
        viewer, over = viewpoint.viewer, table.ended or match.over
        draft = None
        if viewpoint.draft is not None and is_current and not over and viewer is not None and viewer == match.mover:
            draft = draft_of(match, viewer, viewpoint.draft) if viewpoint.draft in match.actions() else None
        playing_now = is_current and not over
        away = "" if viewer is None or not playing_now else absence_of(table.seats[viewer])
        board_view = view_board(match, viewpoint, draft, can_act=playing_now and not away)
        yours = playing_now and viewer is not None and viewer == match.mover and not away
        mover = match.mover if playing_now or viewpoint.following else None
        may_study = table.over or (viewer is not None and table.people() == [viewer] == [match.mover])
        context: dict[str, Any] = {
            "match": match,
            "board_view": board_view,
            "yours": yours,
            "mover": mover,
            "draft": draft,
            "ask": confirmation_text(match, viewer, draft) if draft and viewer is not None else "",
            "away": away,
            "can_undo": yours and draft is None and may_undo(match),
            "over": over and is_current,
            "replaying": not is_current and not viewpoint.following,
            "seats": table.seats,
            "viewer": viewer,
            "curtain": viewpoint.curtain,
            "hints": table.row.hints,
            "can_branch": not match.over and may_study,
            "can_study": may_study,
        }
        if context["over"]:
            context |= result_context(table, match)
        events = [(at, event) for at, event in table.log_events if at <= match.version]
        entries = log_of(table).entries(match, events, viewer, max(0, match.version - LOG_MOVES))
        since = meanwhile(entries, viewer, match.seats)
        return {
            "moves": moves,
            "at": shown_at,
            "mover": mover,
            "yours": yours,
            "viewer": viewer,
            "curtain": viewpoint.curtain,
            "over": over,
            "board": board_view.board,
            "round": match.game.texts.round(match.view(viewer), match.box),
            "turns": log_of(table).all_turns(table.match, viewer),
            "since": [(turn.start, turn.at, turn.seat) for turn in since if isinstance(turn, Turn) and not turn.ends_round],
            "meanwhile": render("scene/meanwhile.html", since=since, viewer=viewer, game=match.game),
            **last_dice(entries),
            "announcement": escape(self.announcement(table, context, since)),
            "prompt": render("scene/prompt.html", **context),
            "coach": render("scene/coach.html", **context) if yours and table.row.hints else "",
            "sentences": render("scene/sentences.html", **context),
            "final": render("scene/final.html", **context) if context["over"] else "",
            "log": self.whole_log(table, viewer) if context["replaying"] else self.log(table, match, entries),
            "title": self.title(table, mover, yours, over),
            "scores": game_result.scores_in_words(match, viewer),
            "draft": None if draft is None else draft.action,
        }

    def seats(self, table: GameTable, held: list[int], browser: str, blocked: Set[str] = NOBODY) -> SeatsScene:
        """The parts that change with the seats and the chat."""
        seats = [
            {
                "n": n,
                **asdict(seat),
                "mine": n in held,
                "moves": n == table.mover,
                "agreed": n in table.agreed,
                "can_hand": bool(held) and not table.over and commands.may_hand_over(table, n, held),
                "levels": commands.levels_for(seat),
                "reserve": table.clock.reserves[n] if table.clock and not table.over else None,
                "deadline": table.deadline if n == table.mover else None,
                "others": [(key[:16], kind) for key, kind in commands.keys_to(table, n) if n in held and key != browser],
            }
            for n, seat in enumerate(table.seats)
        ]
        context = {
            "table_id": table.id,
            "seats": seats,
            "held": held,
            "over": table.over,
            "agreed": table.agreed,
            "rematch": table.rematch,
        }
        context["undecided"] = [n for n in table.people() if n not in table.agreed and n not in held]
        context["others"] = [n for n in table.people() if n not in held]
        blocked_seats = {seat for person, seat in table.keys if person in blocked}
        messages = [event for event in table.chat[-200:] if event.seat not in blocked_seats]
        return {
            "players": render_cached("scene/players.html", **context),
            "invite": "" if table.over else render_cached("scene/invite.html", **context),
            "seats": render_cached("scene/seats.html", bots=bot_texts(self.offered), **context),
            "chat": render("scene/chat.html", messages=messages, seats=table.seats, held=held),
            "message_count": sum(event.seat not in blocked_seats for event in table.chat),
        }

    def log(self, table: GameTable, match: Match, entries: Sequence[Turn | Aside]) -> str:
        lines = log_of(table).lines(entries, partial(render_line, table.game))
        return render("scene/log.html", lines=lines, more=match.version > LOG_MOVES)

    def whole_log(self, table: GameTable, viewer: int | None) -> str:
        """The log from the first move on."""
        with using_player_names(table.match.names):
            entries = log_of(table).entries(table.match, table.log_events, viewer)
            lines = log_of(table).lines(entries, partial(render_line, table.game))
            return render("scene/log.html", lines=lines, more=False)

    def announcement(self, table: GameTable, context: dict[str, Any], since: Sequence[Turn | Aside]) -> str:
        """For screen readers: the others' moves, whose turn it is, the prompt, and the choices."""
        parts = [f"{entry.name}: {entry.text}" if isinstance(entry, Turn) else entry.text for entry in since]
        board_view, mover = context["board_view"], context["mover"]
        if context["curtain"] is not None:
            return _("Pass the screen to {name}.", name=table.seats[context["curtain"]].name)
        if context["replaying"]:
            parts = [_("You're viewing an earlier move."), *parts[-1:]]
        elif context["over"]:
            parts.append(_("The game is over."))
        elif context["draft"] is not None:
            parts = [context["ask"]]
        elif context["yours"]:
            texts = [choice.text for choice in board_view.choices]
            choices = "; ".join(texts[:MAX_ANNOUNCED])
            parts += [_("Your turn."), board_view.prompt]
            parts.append(many(len(texts), "{n} choice: {choices}", "{n} choices: {choices}", choices=choices))
        elif mover is not None:
            parts.append(_("{name}'s turn", name=table.seats[mover].name))
        return " ".join(parts)

    def title(self, table: GameTable, mover: int | None, yours: bool, over: bool) -> str:
        """The title of the browser's tab."""
        if over:
            return _("{game}: game over", game=table.game.title)
        if yours:
            return _("● Your turn: {game}", game=table.game.title)
        return table.game.title if mover is None else f"{table.game.title}: {table.seats[mover].name}"


def log_of(table: GameTable) -> TableLog:
    """The table's log, shared by the table and its snapshots."""
    log: TableLog = table.pages.setdefault("log", TableLog())
    return log


def render_line(game: Game, entry: Turn | Aside) -> str:
    return render("scene/log_line.html", game=game, entry=entry)


def result_context(table: GameTable, match: Match) -> dict[str, Any]:
    """For the template of a finished game."""
    return {
        "rows": game_result.rows_of(match),
        "plot": game_result.plot(match),
        "kinds": game_result.kinds_of(match),
        "row": table.row,
        "ended": table.ended,
        "closed": table.closed,
        "timed_out": table.timed_out,
        "rematch": table.rematch,
    }


def absence_of(seat: Seat) -> str:
    """Why the player cannot act: "left" the table, or a "bot" plays; empty if the player can act."""
    return "bot" if seat.kind == "bot" else "left" if seat.left else ""


def last_dice(entries: Sequence[Turn | Aside]) -> Dice:
    """The last dice roll, and its move."""
    steps = [step for entry in entries if isinstance(entry, Turn) for step in entry.steps if step.chance]
    return {"dice": steps[-1].chance if steps else "", "rolled_at": steps[-1].at if steps else 0}
