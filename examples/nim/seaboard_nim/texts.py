"""The position in sentences, the position as a table, and the board."""

from seaboard.drawing import Panel, text
from seaboard.language import _, many

from .rules import HEAPS, MAX_MATCHES, NOBODY, QUESTIONS, Take, start


def describe(seen, box, viewer, names):
    left = zip("ABCD", seen.heaps.tolist(), strict=True)
    lines = [many(n, "Heap {heap}: {n} match.", "Heap {heap}: {n} matches.", heap=heap) for heap, n in left]
    over = seen.mover == NOBODY
    return [*lines, _("{name} has won.", name=names[seen.winner]) if over else _("{name}'s turn.", name=names[seen.mover])]


def to_table(s, box):
    who = {"winner": int(s.winner) + 1} if s.mover == NOBODY else {"mover": int(s.mover) + 1}
    return {**who, "turn": int(s.turn), "heaps": s.heaps.tolist()}


def from_table(table, s, box):
    """Omitted keys have their value after set-up; raises BadPosition if the position is impossible."""
    start(s, box, s.key)
    full = box.heaps.tolist()
    heaps = table.get("heaps", full)
    if type(heaps) is not list or len(heaps) != HEAPS or any(heaps[n] not in range(full[n] + 1) for n in range(HEAPS)):
        raise table.wrong("heaps", f"a list of whole numbers up to {full}")
    s.heaps[:] = heaps
    s.turn = table.integer("turn", 0, sum(full) - sum(heaps), 0)
    if any(heaps):
        s.mover = table.integer("mover", 1, int(box.players), int(s.mover) + 1) - 1
    else:
        s.winner, s.mover = table.integer("winner", 1, int(box.players)) - 1, NOBODY


def board(seen, box, viewer, names, pen):
    """A click on a match takes it and all to its right."""
    body = ""
    for heap in range(HEAPS):
        left = int(seen.heaps[heap])
        body += text(16, 42 + 60 * heap, "ABCD"[heap], "title")
        for n in range(left):
            match = f'<rect class="nim-match lit" x="{50 + 44 * n}" y="{14 + 60 * heap}" width="34" height="44" rx="6"/>'
            action = Take.action(heap * MAX_MATCHES + left - n - 1)
            body += pen.target(match, [action], QUESTIONS.choice(seen, box, action))
    return [Panel("heaps", _("Heaps"), 390, 60 * HEAPS + 12, body)]


def terminal(seen, box, viewer, names):
    return "\n".join(f"{'ABCD'[heap]}  {'| ' * int(seen.heaps[heap])}" for heap in range(HEAPS))
