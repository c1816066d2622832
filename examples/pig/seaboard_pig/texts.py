"""The position in sentences, the position as a table, and the board."""

from seaboard.drawing import Panel, text
from seaboard.language import _

from .rules import NOBODY, QUESTIONS, SIDES, Hold, Roll, start


def describe(seen, box, viewer, names):
    lines = [_("{name}: {n} points.", name=name, n=int(seen.points[seat])) for seat, name in enumerate(names)]
    if seen.mover == NOBODY:
        return lines
    return [*lines, _("{name}'s turn; rolled so far: {n}.", name=names[seen.mover], n=int(seen.rolled))]


def to_table(s, box):
    who = {} if s.mover == NOBODY else {"mover": int(s.mover) + 1, "rolled": int(s.rolled)}
    return {**who, "turn": int(s.turn), "points": s.points[: int(box.players)].tolist()}


def from_table(table, s, box):
    """Omitted keys have their value after set-up; raises BadPosition if the position is impossible."""
    start(s, box, s.key)
    players, goal = int(box.players), int(box.goal)
    points = table.get("points", [0] * players)
    if (
        type(points) is not list
        or len(points) != players
        or any(type(n) is not int or n not in range(goal + SIDES) for n in points)
    ):
        raise table.wrong("points", f"a list of {players} whole numbers below {goal + SIDES}")
    if sum(n >= goal for n in points) > 1:
        raise table.wrong("points", f"at most one player with {goal} points")
    s.points[:players] = points
    s.turn = table.integer("turn", 0, 30_000, 0)
    if max(points) >= goal:
        s.mover = NOBODY
        return
    s.mover = table.integer("mover", 1, players, int(s.mover) + 1) - 1
    s.rolled = table.integer("rolled", 0, goal + SIDES - 1 - points[int(s.mover)], 0)


def board(seen, box, viewer, names, pen):
    """A line for each player, and the die, the sum of this turn and a button to hold."""
    body = ""
    for seat, name in enumerate(names):
        body += text(16, 34 + 30 * seat, f"{name}: {int(seen.points[seat])}", "title")
    low = 60 + 30 * len(names)
    for n, (action, label) in enumerate([(Roll.action(0), _("Roll")), (Hold.action(0), _("Hold: {n}", n=int(seen.rolled)))]):
        shape = f'<rect class="pig-button lit" x="{16 + 150 * n}" y="{low}" width="134" height="44" rx="8"/>'
        shape += text(34 + 150 * n, low + 29, label)
        body += pen.target(shape, [action], QUESTIONS.choice(seen, box, action))
    return [Panel("points", _("Points"), 320, low + 60, body)]


def terminal(seen, box, viewer, names):
    lines = [f"{name}: {int(seen.points[seat])}" for seat, name in enumerate(names)]
    return "\n".join([*lines, _("rolled: {n}", n=int(seen.rolled))])
