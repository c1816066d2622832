"""The scene of a table for one browser: everything the page shows, as pieces of HTML. Drawn once, then remembered."""

from dataclasses import asdict
from typing import Any

from ..language import _
from . import playing, result
from .board_view import passing_text, view_board
from .game_table import GameTable
from .hidden_information import draft_of, may_take_back
from .log import Logs
from .lru_cache import LruCache
from .rendering import render
from .viewpoint import Viewpoint

REMEMBERED = 1000
LOG_LINES = 60


class Scenes:
    """Draws scenes. The drawing of a position is remembered by table, version, viewer, language and width."""

    def __init__(self) -> None:
        self.drawings: LruCache[tuple, dict[str, Any]] = LruCache(REMEMBERED)
        self.logs = Logs()

    def scene(self, table: GameTable, viewpoint: Viewpoint, held: list[int], browser: str) -> dict[str, Any]:
        """What the page shows, of a frozen table, to a browser whose key has this hash."""
        key = (table.id, table.version, table.told[-1][1].number if table.told else 0, viewpoint)
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
        board_view = view_board(match, viewer, viewpoint.narrow, draft, can_act=playing_now)
        yours = playing_now and viewer is not None and viewer == match.mover
        mover = match.mover if playing_now else None
        words: dict[str, Any] = {
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
        if words["over"]:
            words |= {"rows": result.rows_of(match), "plot": result.plot(match), "kinds": match.game.score_kinds}
            words |= {"row": table.row, "ended": table.ended}
        told = [(at, event) for at, event in table.told if at <= shown_at]
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
            "prompt": render("scene/prompt.html", **words),
            "sentences": render("scene/sentences.html", **words),
            "final": render("scene/final.html", **words) if words["over"] else "",
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
        words = {"seats": seats, "held": held, "over": table.over, "agreed": table.agreed, "rematch": table.rematch}
        return {
            "players": render("scene/players.html", **words),
            "company": render("scene/company.html", **words),
            "chat": render("scene/chat.html", said=table.said[-200:], seats=table.seats),
            "said": len(table.said),
        }

    def whole_log(self, table: GameTable, viewer: int | None) -> str:
        return render("scene/log.html", lines=self.logs.lines(table.id, table.match, table.told, viewer), more=False)

    def title(self, table: GameTable, mover: int | None, yours: bool, over: bool) -> str:
        """Of the tab."""
        if over:
            return _("{game}: the game is over", game=table.game.title)
        if yours:
            return _("● Your turn: {game}", game=table.game.title)
        return table.game.title if mover is None else f"{table.game.title}: {table.seats[mover].name}"
