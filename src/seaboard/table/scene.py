"""The scene of a table for one browser: everything the page shows, as pieces of HTML, cached."""

import zlib
from dataclasses import asdict
from typing import Any

from ..language import _
from . import playing, result
from .board_view import passing_text, view_board
from .bots_offered import Offered, bot_texts
from .game_table import GameTable
from .hidden_information import draft_of, may_take_back
from .log import Logs
from .lru_cache import LruCache
from .rendering import render
from .viewpoint import Viewpoint

REMEMBERED = 1000
PARTS = ("board", "prompt", "sentences", "final", "log", "players", "company", "invite", "chat")  # pieces of HTML
LOG_LINES = 60


class Scenes:
    """Renders scenes. Those of a position are cached by table, version and viewpoint."""

    def __init__(self, offered: Offered) -> None:
        self.offered = offered
        self.drawings: LruCache[tuple, dict[str, Any]] = LruCache(REMEMBERED)
        self.logs = Logs()

    def scene(self, table: GameTable, viewpoint: Viewpoint, held: list[int], browser: str) -> dict[str, Any]:
        """What the page shows, of a frozen table, to a browser whose key has this hash."""
        key = (table.id, table.version, table.log_events[-1][1].number if table.log_events else 0, viewpoint)
        drawn = self.drawings.get(key)
        if drawn is None:
            drawn = self.drawings[key] = self.drawn(table, viewpoint)
        return {"number": table.number, "version": table.version, **drawn, **self.company(table, held, browser)}

    def drawn(self, table: GameTable, viewpoint: Viewpoint) -> dict[str, Any]:
        """The parts that change with the position only."""
        match = table.match.copy()
        moves = match.version
        shown_at = moves if viewpoint.at is None else max(0, min(viewpoint.at, moves))
        present = shown_at == moves
        if not present:
            match.back_to(shown_at)
        viewer, over = viewpoint.viewer, table.ended or match.over
        draft = None
        if viewpoint.draft is not None and present and not over and viewer is not None and viewer == match.mover:
            draft = draft_of(match, viewer, viewpoint.draft) if viewpoint.draft in match.actions() else None
        playing_now = present and not over
        board_view = view_board(match, viewpoint, draft, can_act=playing_now)
        yours = playing_now and viewer is not None and viewer == match.mover
        mover = match.mover if playing_now else None
        context: dict[str, Any] = {
            "match": match,
            "board_view": board_view,
            "yours": yours,
            "mover": mover,
            "draft": draft,
            "ask": passing_text(match, viewer, draft) if draft and viewer is not None else "",
            "can_undo": yours and draft is None and may_take_back(match),
            "over": over and present,
            "replaying": not present,
            "seats": table.seats,
            "viewer": viewer,
            "curtain": viewpoint.curtain,
            "hints": table.row.hints,
        }
        if context["over"]:
            context |= {"rows": result.rows_of(match), "plot": result.plot(match), "kinds": match.game.score_kinds}
            context |= {"row": table.row, "ended": table.ended, "closed": table.closed}
        told = [(at, event) for at, event in table.log_events if at <= shown_at]
        lines = self.logs.lines(table.id, match, told, viewer, LOG_LINES)[-2 * LOG_LINES :]
        return {
            "moves": moves,
            "at": shown_at,
            "mover": mover,
            "yours": yours,
            "viewer": viewer,
            "curtain": viewpoint.curtain,
            "over": over,
            "board": board_view.board,
            "prompt": render("scene/prompt.html", **context),
            "sentences": render("scene/sentences.html", **context),
            "final": render("scene/final.html", **context) if context["over"] else "",
            "log": render("scene/log.html", lines=lines, more=match.version > LOG_LINES),
            "title": self.title(table, mover, yours, over),
            "draft": None if draft is None else draft.action,
        }

    def company(self, table: GameTable, held: list[int], browser: str) -> dict[str, Any]:
        """The parts that change with who sits there and what they say."""
        seats = [
            {
                "n": n,
                **asdict(seat),
                "mine": n in held,
                "moves": n == table.mover,
                "agreed": n in table.agreed,
                "can_hand": bool(held) and not table.over and playing.may_hand_over(table, n, held),
                "levels": playing.levels_for(seat),
                "others": [(key[:16], kind) for key, kind in playing.keys_to(table, n) if n in held and key != browser],
            }
            for n, seat in enumerate(table.seats)
        ]
        context = {"seats": seats, "held": held, "over": table.over, "agreed": table.agreed, "rematch": table.rematch}
        return {
            "players": render("scene/players.html", **context),
            "invite": "" if table.over else render("scene/invite.html", **context),
            "company": render("scene/company.html", bots=bot_texts(self.offered), **context),
            "chat": render("scene/chat.html", said=table.chat[-200:], seats=table.seats, held=held),
            "said": len(table.chat),
        }

    def whole_log(self, table: GameTable, viewer: int | None) -> str:
        return render("scene/log.html", lines=self.logs.lines(table.id, table.match, table.log_events, viewer), more=False)

    def title(self, table: GameTable, mover: int | None, yours: bool, over: bool) -> str:
        """Of the tab."""
        if over:
            return _("{game}: the game is over", game=table.game.title)
        if yours:
            return _("● Your turn: {game}", game=table.game.title)
        return table.game.title if mover is None else f"{table.game.title}: {table.seats[mover].name}"


def what_is_missing(scene: dict[str, Any], have: set[str]) -> dict[str, Any]:
    """A scene without the pieces of HTML that a page has already, and with the marks of all of them."""
    marks = {part: f"{part}-{zlib.crc32(scene[part].encode()):x}" for part in PARTS}
    return {key: value for key, value in scene.items() if marks.get(key) not in have} | {"marks": marks}
