"""A review as HTML without scripts: the curve, each player's totals, the largest swings with their boards."""

from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any

from ..drawing import Pen, board_svg, seat_badge
from ..drawing.board import STYLE
from ..language import _, current_language, using_player_names
from ..match import Match
from .review import Choice, Decision, Review
from .review_text import MARKS, change, figure, line, position, sentence, words, worth

OWN_STYLE = Path(__file__).parent / "review.css"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 960, 260, 46, 150, 12, 24


class GhostPen(Pen):
    """A pen that marks the action played and the better one on the board."""

    def __init__(self, played: int, better: int):
        super().__init__((played, better))
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
    style = "".join(file.read_text(encoding="utf-8") for file in (STYLE, match.game.pictures.style, OWN_STYLE))
    title = escape(_("The story of a game: {game}", game=match.game.title))
    return (
        f'<!doctype html><html lang="{current_language.get()}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style></head>'
        f'<body class="alone"><main class="story"><h1>{title}</h1>{story(match, review)}</main></body></html>\n'
    )


def story(match: Match, review: Review, link: Callable[[int], str] = lambda move: f"#move-{move}", branch: bool = False) -> str:
    """The body of the page. `link(move)` is the target of clicks on the curve; `branch` adds buttons to play on."""
    with using_player_names(match.names):
        return parts(match, review, link, branch)


def parts(match: Match, review: Review, link: Callable[[int], str], branch: bool) -> str:
    """The curve, the totals and the swings."""
    swings = [review.decisions[i] for i in review.swings]
    judged = _("As {bot} judges it, from what each player could know then.", bot=review.bot)
    largest, none = _("The largest swings"), _("No choice cost much: well played.")
    return "".join(
        [
            f'<p class="soft">{escape(judged)}</p>',
            curve(match, review, link),
            sums(match, review),
            f"<h2>{escape(largest)}</h2>" if swings else f"<p>{escape(none)}</p>",
            *(swing(match, review, decision, link, branch) for decision in swings),
        ]
    )


def curve(match: Match, review: Review, link: Callable[[int], str]) -> str:
    """Each seat's win probability (solo: expected points) before every decision, and the result."""
    rows = [(d.move, d.points if review.alone else d.wins) for d in review.decisions] + [(review.moves, review.last)]
    high = max(value for _move, values in rows for value in values) if review.alone else 1.0
    low = min(0.0, *(value for _move, values in rows for value in values)) if review.alone else 0.0

    def x(move: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * move / max(1, review.moves)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * (value - low) / max(1e-9, high - low)

    parts = []
    for part in range(5):
        value = low + (high - low) * part / 4
        parts.append(f'<path class="grid" d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}"/>')
        parts.append(
            f'<text class="soft small" x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{figure(review, value)}</text>'
        )
    taken: list[float] = []
    for seat in sorted(range(review.seats), key=lambda seat: -rows[-1][1][seat]):
        path = "L".join(f"{x(move):.1f} {y(values[seat]):.1f}" for move, values in rows)
        label = max([y(rows[-1][1][seat]), *(other + 22 for other in taken[-1:])])
        taken.append(label)
        parts.append(
            f'<path class="seat-{seat} curve" d="M{path}"/>{seat_badge(seat, WIDTH - RIGHT + 18, label, 0.8)}'
            f'<text class="small" x="{WIDTH - RIGHT + 32}" y="{label + 4:.1f}">{escape(match.names[seat][:14])}</text>'
        )
    parts += [moment(match, review, i, x, y, link) for i in range(len(review.decisions))]
    title = escape(_("Expected points") if review.alone else _("Chance of winning"))
    return f'<svg class="board plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{title}">{"".join(parts)}</svg>'


def moment(match: Match, review: Review, i: int, x: Any, y: Any, link: Callable[[int], str]) -> str:
    """A clickable strip of the curve, with a dot if the decision is marked."""
    decision = review.decisions[i]
    start = x(decision.move)
    end = x(review.decisions[i + 1].move if i + 1 < len(review.decisions) else review.moves)
    values = decision.points if review.alone else decision.wins
    label = f"{match.names[decision.seat]}: {words(match, decision, decision.action)}"
    dot = ""
    if decision.mark:
        dot = f'<circle class="{decision.mark}" cx="{start:.1f}" cy="{y(values[decision.seat]):.1f}" r="5"/>'
        label += f" ({_(MARKS[decision.mark])}, {change(review, -decision.cost)})"
    return (
        f'<a href="{escape(link(decision.move))}"><title>{escape(label)}</title>'
        f'<rect class="moment" x="{start:.1f}" y="{TOP}" width="{max(1.0, end - start):.1f}" height="{HEIGHT - BOTTOM - TOP}"/>'
        f"{dot}</a>"
    )


def sums(match: Match, review: Review) -> str:
    """The table of totals: the effect of choices and luck on each player."""
    heads = [_("decisions"), _("own choices"), _("others' choices"), _("luck"), _("unforeseen"), _("error a decision")]
    heads += [_(MARKS[mark]) for mark in MARKS]
    rows = []
    for seat, row in enumerate(review.sums):
        rate = (
            f"{row.error_rate:.2f} ± {row.interval:.2f}"
            if review.alone
            else f"{100 * row.error_rate:.1f} ± {100 * row.interval:.1f} %"
        )
        cells = [row.decisions, *(change(review, value) for value in (row.choice, row.others, row.luck, row.unforeseen)), rate]
        cells += [row.marks[mark] for mark in MARKS]
        rows.append(
            f'<tr><th scope="row">{sign(seat)} {escape(match.names[seat])}</th>'
            f"{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        )
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    explained = escape(
        _(
            "Luck is what was drawn, thrown or revealed, against what was to be expected; unforeseen is what the bot saw only "
            "one move later."
        )
    )
    return f'<div class="scroll"><table><tr><td></td>{head}</tr>{"".join(rows)}</table></div><p class="soft">{explained}</p>'


def sign(seat: int) -> str:
    return f'<svg class="board sign" viewBox="-14 -14 28 28" aria-hidden="true">{seat_badge(seat, 0, 0)}</svg>'


def swing(match: Match, review: Review, decision: Decision, link: Callable[[int], str], branch: bool) -> str:
    """A costly decision: the board with the action played and the better one, and the best choices."""
    game, box = match.game, match.box
    game.view(position(match, decision.move), box, decision.seat, seen := game.empty_state())
    pen = GhostPen(decision.action, decision.best)
    board = board_svg(game.pictures.board(seen, box, decision.seat, match.names, pen))
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
        f'<span class="mark {decision.mark}">{escape(mark)} {change(review, -decision.cost)}</span>{button}</h3>'
        f"<p>{escape(sentence(match, review, decision))}</p>{board}"
        f'<p class="key"><span class="played"></span> {escape(played)} <span class="better"></span> {escape(better)}</p>'
        f'<ol class="best">{rows}</ol></section>'
    )


def choice_row(match: Match, review: Review, decision: Decision, choice: Choice) -> str:
    value = worth(review, choice, decision.seat)
    most = max(worth(review, other, decision.seat) for other in decision.best_choices)
    share = 100 * value / most if most > 0 else 0
    follows = "; ".join(f"{match.names[seat]}: {text}" for seat, text in line(match, decision, choice))
    kind = "played" if choice.action == decision.action else "better" if choice.action == decision.best else ""
    word = _("then")
    then = f'<br><small class="soft">{escape(word)} {escape(follows)}</small>' if follows else ""
    return (
        f'<li class="{kind}"><meter min="0" max="100" value="{share:.0f}" aria-hidden="true"></meter> '
        f"<b>{figure(review, value)}</b> {escape(words(match, decision, choice.action))}{then}</li>"
    )
