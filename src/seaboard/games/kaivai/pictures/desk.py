"""The panels next to the map: glory, bids, action spaces, and the villages. Each function draws a panel of a given size."""

import math

import numpy as np

from ....core.questions import Answer
from ....drawing import Pen, fitted, piece, place, seat_badge, text
from ....drawing import sheet as paper
from ....language import _
from ..all_actions import ACTIONS
from ..bid import Bid
from ..canoes import Stop
from ..choose_action import Choose, Pass
from ..ending import ScoreVillage
from ..layout import (
    ACTION_SPACES,
    ASK_BID,
    ASK_CANOE,
    ASK_DELIVERY,
    BUILD,
    CELEBRATE,
    DELIVER,
    FISH,
    INCREASE,
    MOVE,
    NOWHERE,
)
from ..scoring import presence
from ..turn import QUESTIONS
from ..words.notation import HEX_NAMES
from ..words.terms import phase, villages_of
from . import art
from .sea import hex_sign

PHASE = 180  # the greatest width of its name


def sheet(width: float, height: float, kind: str = "sheet") -> str:
    return paper("kaivai-desk" if kind == "sheet" else kind, 1, 1, width - 2, height - 5, 9)


def cell_at(x: float, y: float, width: float, height: float, kind: str, round: float = 6) -> str:
    return f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round:g}"/>'


def status(seen: np.record, box: np.record, x: float = 0, y: float = 0) -> str:
    """The round and the phase."""
    rounds = _("Round {round} of {rounds}", round=seen.round_number, rounds=box.rounds)
    return text(x, y, rounds, "title") + fitted(x, y + 19, phase(seen), PHASE, 13, "kaivai-mid soft")


def supplies(seen: np.record, x: float, y: float) -> str:
    """The general supply: cult hexes, influence counters, fish and shell counters."""
    fish_and_shell = art.scaled(art.SHELL, 0.8, -5, -2) + art.scaled(art.FISH_COUNTER, 0.8, 5, 5)
    signs = (
        (hex_sign(0, 0, 11), seen.cult_supply, _("cult hexes in the supply")),
        (art.COUNTER, seen.supply, _("influence counters in the supply")),
        (fish_and_shell, seen.stock, _("fish and shell counters in the stock")),
    )
    parts = []
    for n, (sign, left, about) in enumerate(signs):
        number = text(x + 58 * n + 19, y + 5, left, "kaivai-mid kaivai-strong")
        parts.append(art.titled(about, art.scaled(sign, 1, x + 58 * n, y) + number))
    return "".join(parts)


def glory(seen: np.record, box: np.record, width: float, height: float) -> str:
    """The glory track; players with about the same glory are next to each other."""
    points = [int(seen.players[seat].glory) for seat in range(int(box.players))]
    most = max(30, 10 * (max(points) // 10 + 1))
    left, right, y = 50, width - 40, height * 0.37
    parts = [sheet(width, height), art.scaled(art.LAUREL, 1.25, 22, y)]
    parts.append(f'<line class="kaivai-track" x1="{left}" y1="{y:g}" x2="{right:g}" y2="{y:g}"/>')
    for mark in range(0, most + 1, 10 if most <= 80 else 20):
        x = left + (right - left) * mark / most
        parts.append(f'<line class="kaivai-tick" x1="{x:g}" y1="{y + 4:g}" x2="{x:g}" y2="{y + 10:g}"/>')
        parts.append(text(x, y + 22, mark, "small soft", "middle"))
    x = 0.0
    for n, seat in enumerate(sorted(range(len(points)), key=points.__getitem__)):
        last = width - 14 - 19 * (len(points) - 1 - n)  # leaves room for the following players
        x = min(last, max(left + (right - left) * points[seat] / most, x + 19))
        parts.append(place(f"glory-{seat}", points[seat], piece(f"glory-{seat}", x, y, seat_badge(seat, 0, 0, 0.95))))
    return "".join(parts)


def bids(seen: np.record, box: np.record, pen: Pen, width: float, height: float) -> str:
    """K1.6: the ten bids with their range and building cost, and the players' bids."""
    left, cell = 46, (width - 52) / 10
    tall = height - 48
    rows = (height - 29, height - 12)
    parts = [
        sheet(width, height),
        fitted(left / 2 + 1, 6 + tall / 2 + 5, _("Bid"), left - 8, 13, "small kaivai-strong", "middle"),
    ]
    parts += [art.scaled(art.canoe(0, 0), 0.4, 24, rows[0] - 3), art.scaled(art.SHELL, 0.7, 24, rows[1] - 4)]
    taken = {int(seen.players[seat].bid): seat for seat in range(int(box.players))}
    for number in range(1, 11):
        x = left + cell * (number - 1)
        body = cell_at(x + 0.8, 6, cell - 1.6, tall, "kaivai-tile lit")
        if number not in taken:
            body += text(x + cell / 2, 6 + tall / 2 + 5, number, "kaivai-strong", "middle")
        if seen.decision == ASK_BID:
            action = Bid.action(number)
            body = pen.target(body, [action], QUESTIONS.choice(seen, box, action))
        parts.append(body)
        parts += [
            text(x + cell / 2, row, figure[number], "kaivai-mid", "middle")
            for row, figure in zip(rows, (box.movement, box.cost), strict=True)
        ]
    for number, seat in taken.items():
        if number:
            parts.append(piece(f"bid-{seat}", left + cell * (number - 0.5), 6 + tall / 2, seat_badge(seat, 0, 0, 1.15)))
    return "".join(parts)


ACTION_SIGNS = {
    BUILD: art.scaled(art.hut(0, 2), 0.72),
    FISH: art.scaled(art.FISH_COUNTER, 1.5),
    DELIVER: art.scaled(art.FISH_COUNTER, 1, -6, -5) + art.scaled(art.SHELL, 0.95, 7, 5),
    MOVE: art.scaled(art.canoe(0, 0), 0.72),
    CELEBRATE: art.scaled(art.feast(), 0.8),
    INCREASE: art.scaled(art.faster(), 0.72),
}

COLUMNS = 4
TILES: tuple[tuple[type[Answer], int], ...] = (
    *((Choose, action) for action in range(COLUMNS - 1)),
    (Pass, 0),
    *((Choose, action) for action in range(COLUMNS - 1, ACTION_SPACES)),
    (Stop, 0),
)


def actions(seen: np.record, box: np.record, pen: Pen, width: float, height: float) -> str:
    """K5.2: the action spaces with their current cost; passing and stopping next to them."""
    parts = [sheet(width, height)]
    wide, tall = (width - 12) / COLUMNS, (height - 12) / math.ceil(len(TILES) / COLUMNS)
    for at, (kind, n) in enumerate(TILES):
        x, y = 6 + wide * (at % COLUMNS), 6 + tall * (at // COLUMNS)
        now = " kaivai-now" if kind is Choose and seen.acting == n else ""
        body = cell_at(2, 2, wide - 4, tall - 4, f"kaivai-tile lit{now}")
        body += space(seen, n, wide, tall) if kind is Choose else pass_or_stop(seen, box, kind, wide, tall)
        target = pen.target(body, [kind.action(n)], QUESTIONS.choice(seen, box, kind.action(n)))
        parts.append(f'<g transform="translate({x:g} {y:g})">{target}</g>')
    return "".join(parts)


def space(seen: np.record, action: int, wide: float, tall: float) -> str:
    """An action space: its sign, and the counters on it, which are its cost."""
    cost, y = int(seen.spaces[action]), sign_line(tall)
    counters = art.scaled(art.COUNTER, 0.95, wide - 34, y) + text(wide - 21, y + 5, cost, "kaivai-strong")
    free = fitted(wide - 8, y + 4, _("free"), wide - 52, 13, "small soft", "end")
    name = fitted(wide / 2, 17, _(ACTIONS[action].space_name), wide - 10, 13, "kaivai-mid kaivai-strong", "middle")
    return name + art.scaled(ACTION_SIGNS.get(action, ""), min(1.1, (tall - 18) / 34), 26, y) + (counters if cost else free)


def sign_line(tall: float) -> float:
    """The y of the signs of a tile, below its name."""
    return (tall + 18) / 2


def pass_or_stop(seen: np.record, box: np.record, kind: type[Answer], wide: float, tall: float) -> str:
    """Passing, which may bring influence (K5.5), and stopping, which may cost shells (K7.3)."""
    gain = kind is Pass and seen.mover >= 0 and not seen.players[int(seen.mover)].acted
    owed = kind is Stop and seen.owed
    y = sign_line(tall)
    words = _("Pass") if kind is Pass else _("Stop")
    label = fitted(wide / 2, 17 if gain or owed else tall / 2 + 5, words, wide - 10, 13, "kaivai-mid kaivai-strong", "middle")
    if gain:
        label += text(wide / 2 - 2, y + 5, f"+{box.sacrifice}", "kaivai-strong", "end")
        label += art.scaled(art.COUNTER, 0.95, wide / 2 + 10, y)
    if owed:
        label += text(wide / 2, y + 5, f"−{owed}", "kaivai-strong", "end") + art.scaled(art.SHELL, 0.8, wide / 2 + 12, y)
    dimmed = kind is Stop and seen.decision not in (ASK_CANOE, ASK_DELIVERY)
    return f'<g class="kaivai-away">{label}</g>' if dimmed else label


def villages(seen: np.record, box: np.record, pen: Pen, width: float, height: float) -> str:
    """K12.3: each village with its cult hexes, and each player's strength without counters."""
    seats, rows = range(int(box.players)), villages_of(seen)
    step = (height - 42) / len(rows)
    columns = [width - 40 * (len(seats) - seat) + 12 for seat in seats]
    parts = [sheet(width, height), fitted(12, 24, _("Village"), 120, 13, "kaivai-mid kaivai-strong"), hex_sign(160, 19, 13)]
    parts += [seat_badge(seat, x, 20, 1) for seat, x in zip(seats, columns, strict=True)]
    for n, (v, base) in enumerate(rows):
        y = 38 + step * n
        parts.append(village_row(seen, box, pen, v, base, (width, y, step), columns))
    return "".join(parts)


def village_row(
    seen: np.record, box: np.record, pen: Pen, v: int, base: int, place: tuple[float, float, float], columns: list[float]
) -> str:
    width, top, step = place
    scored, y = int(seen.scored) >> v & 1, top + step / 2 + 4.5
    strengths = [presence(seen, seat, v) for seat in range(len(columns))]
    now = " kaivai-now" if seen.scoring == v else ""
    body = cell_at(5, top + 1, width - 10, step - 2, f"kaivai-row lit{now}", 5)
    body += text(12, y, HEX_NAMES[base], "kaivai-mid kaivai-strong") + text(160, y, seen.cults[v], "kaivai-mid", "middle")
    if scored:
        body += art.scaled(art.COUNTER, 0.7, 60, y - 4) + fitted(70, y, _("scored"), 76, 13, "small soft")
    for x, strength in zip(columns, strengths, strict=True):
        best = " kaivai-strong" if strength == max(strengths) and strength else ""
        body += text(x, y, strength, f"kaivai-mid{best}", "middle")
    body = pen.target(body, [ScoreVillage.action(base)], QUESTIONS.choice(seen, box, ScoreVillage.action(base)))
    return f'<g class="kaivai-away">{body}</g>' if scored and seen.scoring == NOWHERE else body
