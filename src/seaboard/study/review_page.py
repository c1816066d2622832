"""A review as HTML without scripts: the curve, each player's totals, and the most costly decisions with their boards."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ..drawing import Panel, Pen, board_svg, hidden_art, seat_badge
from ..drawing.board import STYLE
from ..language import _, current_language, decimal, using_player_names
from ..match import Match
from .review import Choice, Decision, Review, Sums
from .review_text import (
    MARKS,
    action_text,
    bot_in_words,
    change_text,
    continuation,
    mistake_text,
    position_before,
    value_for,
    value_text,
)

REVIEW_STYLE = Path(__file__).parent / "review.css"
TOP, BOTTOM = 12, 24


@dataclass(frozen=True)
class Frame:
    """The size of a curve, and its margins."""

    width: int
    height: int
    left: int
    right: int
    letters: int  # of a name that are shown


WIDE, PHONE = Frame(960, 260, 54, 150, 14), Frame(370, 230, 46, 26, 0)


class GhostPen(Pen):
    """A pen that marks the action played and the better one on the board."""

    def __init__(self, played: int, better: int, narrow: bool = False):
        super().__init__((played, better), narrow)
        self.played, self.better = played, better

    def target(self, body: str, actions: Iterable[int], label: str, hint: str = "") -> str:
        numbers = list(actions)
        kinds = [kind for kind, action in (("played", self.played), ("better", self.better)) if action in numbers]
        drawn = super().target(body, numbers, label, hint)
        return drawn.replace('class="target can"', f'class="target {" ".join(kinds)}"', 1).replace(
            ' role="button" tabindex="0"', "", 1
        )


def whole_page(match: Match, review: Review) -> str:
    """A self-contained page."""
    style = "".join(file.read_text(encoding="utf-8") for file in (STYLE, match.game.pictures.style, REVIEW_STYLE))
    title = escape(_("Game review: {game}", game=match.game.title))
    return (
        f'<!doctype html><html lang="{current_language.get()}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>'
        f'<body class="alone">{hidden_art(match.game.pictures.art)}'
        f'<main class="story"><h1>{title}</h1>{review_body(match, review)}</main></body></html>\n'
    )


def review_body(
    match: Match, review: Review, link: Callable[[int], str] = lambda move: f"#move-{move}", branch: bool = False
) -> str:
    """The curve, the totals and the most costly decisions.

    `link(move)` is the target of clicks on the curve; `branch` adds buttons to play on.
    """
    with using_player_names(match.names):
        return review_sections(match, review, link, branch)


def review_sections(match: Match, review: Review, link: Callable[[int], str], branch: bool) -> str:
    swings = [review.decisions[i] for i in review.swings]
    judged = _("Analysed by {bot}, using only what each player knew.", bot=bot_in_words(review.bot))
    largest, none = _("The largest swings"), _("No choice cost much: well played.")
    return "".join(
        [
            f'<p class="soft">{escape(judged)}</p>',
            curve(match, review, link, WIDE, "wide"),
            curve(match, review, link, PHONE, "narrow"),
            totals_table(match, review),
            f"<h2>{escape(largest)}</h2>" if swings else f"<p>{escape(none)}</p>",
            *(swing_section(match, review, decision, link, branch) for decision in swings),
        ]
    )


def curve(match: Match, review: Review, link: Callable[[int], str], frame: Frame, kind: str) -> str:
    """Each seat's win probability (solo: expected points) before every decision, and the result."""
    rows = [(d.move, d.points if review.is_solo else d.wins) for d in review.decisions] + [(review.moves, review.last)]
    high = max(value for _move, values in rows for value in values) if review.is_solo else 1.0
    low = min(0.0, *(value for _move, values in rows for value in values)) if review.is_solo else 0.0
    end = frame.width - frame.right

    def x(move: int) -> float:
        return frame.left + (end - frame.left) * move / max(1, review.moves)

    def y(value: float) -> float:
        return frame.height - BOTTOM - (frame.height - BOTTOM - TOP) * (value - low) / max(1e-9, high - low)

    marks = []
    for part in range(5):
        value = low + (high - low) * part / 4
        marks.append(f'<path class="grid" d="M{frame.left} {y(value):.1f}H{end}"/>')
        place = f'x="{frame.left - 6}" y="{y(value) + 4:.1f}"'
        marks.append(f'<text class="soft small" {place} text-anchor="end">{value_text(review, value)}</text>')
    label_heights: list[float] = []
    for seat in sorted(range(review.seats), key=lambda seat: -rows[-1][1][seat]):
        path = "L".join(f"{x(move):.1f} {y(values[seat]):.1f}" for move, values in rows)
        label = max([y(rows[-1][1][seat]), *(other + 22 for other in label_heights[-1:])])
        label_heights.append(label)
        marks.append(f'<path class="seat-{seat} curve" d="M{path}"/>{seat_badge(seat, end + 14, label, 0.8)}')
        if frame.letters:
            name = escape(match.names[seat][: frame.letters])
            marks.append(f'<text class="small" x="{end + 32}" y="{label + 4:.1f}">{name}</text>')
    scales = (x, y, frame.height - BOTTOM - TOP)
    marks += [decision_strip(match, review, i, scales, link) for i in range(len(review.decisions))]
    title = escape(_("Expected points") if review.is_solo else _("Win chance"))
    box = f'viewBox="0 0 {frame.width} {frame.height}"'
    return f'<svg class="board plot {kind}" {box} role="group" aria-label="{title}">{"".join(marks)}</svg>'


def decision_strip(match: Match, review: Review, i: int, scales: tuple[Any, Any, float], link: Callable[[int], str]) -> str:
    """A clickable strip of the curve, with a dot if the decision is marked."""
    decision, (x, y, height) = review.decisions[i], scales
    start = x(decision.move)
    end = x(review.decisions[i + 1].move if i + 1 < len(review.decisions) else review.moves)
    values = decision.points if review.is_solo else decision.wins
    label = f"{match.names[decision.seat]}: {action_text(match, decision, decision.action)}"
    dot = ""
    if decision.mark:
        dot = f'<circle class="{decision.mark}" cx="{start:.1f}" cy="{y(values[decision.seat]):.1f}" r="5"/>'
        label += f" ({_(MARKS[decision.mark])}, {change_text(review, -decision.cost)})"
    return (
        f'<a href="{escape(link(decision.move))}"><title>{escape(label)}</title>'
        f'<rect class="moment" x="{start:.1f}" y="{TOP}" width="{max(1.0, end - start):.1f}" height="{height}"/>'
        f"{dot}</a>"
    )


def totals_table(match: Match, review: Review) -> str:
    """The table of totals, a column for each player: what moved the expectation, and the errors."""
    rows = [(_("decisions"), [str(row.decisions) for row in review.sums]), (_("average error"), errors(review))]
    kinds = {
        "choice": _("own choices"),
        "others": _("others' choices"),
        "luck": _("luck"),
        "unforeseen": _("unforeseen"),
    }
    effects = [effects_of(review, row) for row in review.sums]
    rows += [(name, [effect[key] for effect in effects]) for key, name in kinds.items()]
    rows += [(_(name), [str(row.marks[key]) for row in review.sums]) for key, name in MARKS.items()]
    head = "".join(f'<th scope="col">{badge(seat)} {escape(match.names[seat])}</th>' for seat in range(review.seats))
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'
        for name, cells in rows
    )
    about, label = escape(explanation(review)), escape(_("What decided the game"))
    table = f"<table><tr><td></td>{head}</tr>{body}</table>"
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{label}">{table}</div><p class="soft">{about}</p>'


def errors(review: Review) -> list[str]:
    """Each player's average cost of a decision, with its confidence interval."""
    if review.is_solo:
        return [f"{decimal(row.error_rate, 2)} ± {decimal(row.interval, 2)}" for row in review.sums]
    return [f"{decimal(100 * row.error_rate)} ± {decimal(100 * row.interval)} %" for row in review.sums]


def effects_of(review: Review, row: Sums) -> dict[str, str]:
    """The four causes: solo in points; else each one's share of all that moved the win chance, and whether up or down.

    Over a game, the changes of one cause add up to more than the whole win chance; their shares never do.
    """
    causes = {"choice": row.choice, "others": row.others, "luck": row.luck, "unforeseen": row.unforeseen}
    if review.is_solo:
        return {key: change_text(review, value) for key, value in causes.items()}
    whole = sum(map(abs, causes.values()))
    shares = {key: value / whole if whole else 0.0 for key, value in causes.items()}
    return {key: f"{'▲ ' if share > 0 else '▼ ' if share < 0 else ''}{100 * abs(share):.0f} %" for key, share in shares.items()}


def explanation(review: Review) -> str:
    """The meaning of the figures of the table."""
    luck = _("Luck is what was drawn, rolled or revealed; unforeseen is what the bot saw only one move later.")
    if review.is_solo:
        return luck
    shares = _("The shares say what moved each player's win chance in this game, up (▲) or down (▼); they add up to 100 %.")
    return f"{shares} {luck}"


def badge(seat: int) -> str:
    return f'<svg class="board sign" viewBox="-14 -14 28 28" aria-hidden="true">{seat_badge(seat, 0, 0)}</svg>'


def swing_section(match: Match, review: Review, decision: Decision, link: Callable[[int], str], branch: bool) -> str:
    """A costly decision: the board with the action played and the better one, and the best choices."""
    game, box = match.game, match.box
    game.view(position_before(match, decision.move), box, decision.seat, seen := game.empty_state())
    panels = game.pictures.board(seen, box, decision.seat, match.names, GhostPen(decision.action, decision.best))
    board = board_svg(panels).replace('class="board"', 'class="board wide"', 1)
    ghost = GhostPen(decision.action, decision.best, narrow=True)
    small = marked_panels(game.pictures.board(seen, box, decision.seat, match.names, ghost))
    board += board_svg(small, narrow=True).replace('class="board"', 'class="board narrow"', 1)
    rows = "".join(choice_row(match, review, decision, choice) for choice in decision.best_choices)
    where, played, better, play_on = _("Move {n}", n=decision.move + 1), _("played"), _("better"), _("Play on from here")
    study = _("Study this")
    button = (
        f' <button data-branch="{decision.move}">{escape(play_on)}</button>'
        f' <button data-study="{decision.move}">{escape(study)}</button>'
        if branch
        else ""
    )
    mark = _(MARKS[decision.mark])
    return (
        f'<section class="swing" id="move-{decision.move}"><h3><a href="{escape(link(decision.move))}">{escape(where)}</a> '
        f'<span class="mark {decision.mark}">{escape(mark)} {change_text(review, -decision.cost)}</span>{button}</h3>'
        f"<p>{escape(mistake_text(match, review, decision))}</p>{board}"
        f'<p class="key"><span class="played"></span> {escape(played)} <span class="better"></span> {escape(better)}</p>'
        f'<ol class="best">{rows}</ol></section>'
    )


def marked_panels(panels: Sequence[Panel]) -> Sequence[Panel]:
    """For a phone: the panels with the action played or the better one; else the first."""
    found = [panel for panel in panels if 'class="target played' in panel.body or 'class="target better' in panel.body]
    return found or panels[:1]


def choice_row(match: Match, review: Review, decision: Decision, choice: Choice) -> str:
    value = value_for(review, choice, decision.seat)
    most = max(value_for(review, other, decision.seat) for other in decision.best_choices)
    share = 100 * value / most if most > 0 else 0
    follows = "; ".join(f"{match.names[seat]}: {text}" for seat, text in continuation(match, decision, choice))
    kind = "played" if choice.action == decision.action else "better" if choice.action == decision.best else ""
    word = _("then")
    then = f'<br><small class="soft">{escape(word)} {escape(follows)}</small>' if follows else ""
    return (
        f'<li class="{kind}"><meter min="0" max="100" value="{share:.0f}" aria-hidden="true"></meter> '
        f"<b>{value_text(review, value)}</b> {escape(action_text(match, decision, choice.action))}{then}</li>"
    )
