"""The scene of a table for one browser: everything the page shows, as pieces of HTML. Drawn once, then remembered."""

from dataclasses import asdict
from typing import Any

from ..bots import LEVELS
from ..language import _
from . import playing, result
from .board_view import draw, passing_text
from .game_table import Sitting
from .hidden_information import draft_of, may_take_back
from .log import Logs
from .lru_cache import Memory
from .rendering import render
from .viewpoint import Look

REMEMBERED = 1000
LOG_LINES = 60


class Scenes:
    """Draws scenes. The drawing of a position is remembered by table, version, viewer, language and width."""

    def __init__(self) -> None:
        self.drawings: Memory[tuple, dict[str, Any]] = Memory(REMEMBERED)
        self.logs = Logs()

    def scene(self, sitting: Sitting, look: Look, held: list[int]) -> dict[str, Any]:
        """What the page shows, of a frozen sitting."""
        key = (sitting.id, sitting.version, len(sitting.told), look)
        drawn = self.drawings.get(key)
        if drawn is None:
            drawn = self.drawings[key] = self.drawn(sitting, look)
        return {"number": sitting.number, "version": sitting.version, **drawn, **self.company(sitting, held)}

    def drawn(self, sitting: Sitting, look: Look) -> dict[str, Any]:
        """The parts that change with the position only."""
        match = sitting.match.copy()
        moves = match.version
        shown_at = moves if look.at is None else max(0, min(look.at, moves))
        present = shown_at == moves
        if not present:
            match._back_to(shown_at)
        viewer, over = look.viewer, sitting.ended or match.over
        draft = None
        if look.draft is not None and present and not over and viewer is not None and viewer == match.mover:
            draft = draft_of(match, viewer, look.draft) if look.draft in match.actions() else None
        playing_now = present and not over
        drawing = draw(match, viewer, look.narrow, draft, can_act=playing_now)
        yours = playing_now and viewer is not None and viewer == match.mover
        mover = match.mover if playing_now else None
        words: dict[str, Any] = {
            "match": match,
            "drawing": drawing,
            "yours": yours,
            "mover": mover,
            "draft": draft,
            "ask": passing_text(match, viewer, draft) if draft and viewer is not None else "",
            "can_undo": yours and draft is None and may_take_back(match),
            "over": over and present,
            "replaying": not present,
            "seats": sitting.seats,
            "viewer": viewer,
            "curtain": look.curtain,
            "hints": sitting.row.hints,
        }
        if words["over"]:
            words |= {"rows": result.rows_of(match), "plot": result.plot(match), "kinds": match.game.score_kinds}
            words |= {"row": sitting.row, "ended": sitting.ended}
        lines = self.logs.lines(sitting.id, match, [t for t in sitting.told if t[0] <= shown_at], viewer, LOG_LINES)
        return {
            "moves": moves,
            "at": shown_at,
            "mover": mover,
            "yours": yours,
            "viewer": viewer,
            "curtain": look.curtain,
            "over": over,
            "board": drawing.board,
            "prompt": render("scene/prompt.html", **words),
            "sentences": render("scene/sentences.html", **words),
            "final": render("scene/final.html", **words) if words["over"] else "",
            "log": render("scene/log.html", lines=lines, more=match.version > LOG_LINES),
            "title": self.title(sitting, mover, yours, over),
            "draft": None if draft is None else draft.action,
        }

    def company(self, sitting: Sitting, held: list[int]) -> dict[str, Any]:
        """The parts that change with who sits there and what they say."""
        seats = [
            {
                "n": n,
                **asdict(seat),
                "mine": n in held,
                "moves": n == sitting.mover,
                "agreed": n in sitting.agreed,
                "can_hand": bool(held) and not sitting.over and playing.may_hand_over(sitting, n, held),
            }
            for n, seat in enumerate(sitting.seats)
        ]
        words = {"seats": seats, "held": held, "over": sitting.over, "agreed": sitting.agreed, "rematch": sitting.rematch}
        return {
            "players": render("scene/players.html", **words),
            "company": render("scene/company.html", levels=LEVELS, **words),
            "chat": render("scene/chat.html", said=sitting.said[-200:], seats=sitting.seats),
            "said": len(sitting.said),
        }

    def whole_log(self, sitting: Sitting, viewer: int | None) -> str:
        return render("scene/log.html", lines=self.logs.lines(sitting.id, sitting.match, sitting.told, viewer), more=False)

    def title(self, sitting: Sitting, mover: int | None, yours: bool, over: bool) -> str:
        """Of the tab."""
        if over:
            return _("{game}: the game is over", game=sitting.game.title)
        if yours:
            return _("● Your turn: {game}", game=sitting.game.title)
        return sitting.game.title if mover is None else f"{sitting.game.title}: {sitting.seats[mover].name}"
