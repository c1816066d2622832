"""The elders: their stacks next to the action board, and the councils of the players."""

from ....drawing import Panel, inspectable, piece, text
from ....language import _, many
from ..elders.council import is_on_top
from ..layout import COUNCIL, ELDERS_KNOWN, PROMO_BELOW, PROMO_TOP, STACKS
from ..words.elders import elder_text
from ..words.names import elder_name
from .art import FISH, NOBODY, face, worker
from .cards import fill
from .lettering import fitted, height_of
from .scene import Scene
from .typesetting import LEAD, box, broken, moved, names

GAP = 5
FACE = 32  # as wide as a face with what is free around it
EMPTY = 26  # a free place of a council


def stacks(scene: Scene, width: float, height: float) -> Panel:
    """N2.2: the top of each stack, and how many lie below. On a phone (height 0) as high as they need."""
    least, needs = rows_needed(scene, width)
    rows = fill(least, needs, height - GAP * (len(needs) + 1)) if height else needs
    full = height or height_needed(scene, width)
    card_width = (width - 3 * GAP) / 2
    parts, y = [box(0, 0, width, full, "nusfjord-panel", 10)], float(GAP)
    for n, place in enumerate(stacks_left(scene)):
        parts.append(moved(GAP + n % 2 * (card_width + GAP), y, stack(scene, place, card_width, rows[n // 2])))
        y += rows[n // 2] + GAP if n % 2 else 0
    return Panel("elders", _("Elders"), width, full, "".join(parts))


def stacks_left(scene: Scene) -> list[int]:
    return [place for place in (*range(1, STACKS + 1), PROMO_TOP) if top_of(scene, place)]


def top_of(scene: Scene, place: int) -> int:
    """The elder on top of a stack, 0 if nobody is left."""
    there = (elder for elder in range(1, ELDERS_KNOWN) if scene.seen.elder_at[elder] == place)
    return next((elder for elder in there if is_on_top(scene.seen, elder)), 0)


def rows_needed(scene: Scene, width: float) -> tuple[list[float], list[float]]:
    """Of each row of stacks the least height, and the one that the words need."""
    card_width = (width - 3 * GAP) / 2
    tops = [top_of(scene, place) for place in stacks_left(scene)]
    words = [height_of(elder_text(scene.box, elder), card_width - 10) for elder in tops]
    return [34.0] * -(-len(tops) // 2), [34 + max(words[n : n + 2]) for n in range(0, len(words), 2)]


def height_needed(scene: Scene, width: float) -> float:
    """Of all the stacks, with all that their elders do."""
    needs = rows_needed(scene, width)[1]
    return GAP + sum(needs) + GAP * len(needs)


def stack(scene: Scene, place: int, width: float, height: float) -> str:
    there = [elder for elder in range(1, ELDERS_KNOWN) if scene.seen.elder_at[elder] == place]
    hidden = scene.seen.covered[place - 1] if place <= STACKS else sum(scene.seen.elder_at == PROMO_BELOW)
    top = top_of(scene, place)
    below = max(0, len(there) - 1) + int(hidden)
    shadow = box(2.5, 2.5, width, height, "nusfjord-under") if below else ""
    others = ", ".join(elder_name(elder) for elder in reversed(there) if elder != top)
    hint = f"{elder_name(top)}: {elder_text(scene.box, top)}"
    if others:
        hint += " " + _("Below: {elders}.", elders=others)
    if hidden:
        hint += " " + many(int(hidden), "{n} card below is hidden.", "{n} cards below are hidden.")
    body = scene.target(elder_card(scene, top, width, height, below), scene.on_stack(top), hint)
    return shadow + piece(f"elder-{top}", 0, 0, inspectable(body, f"elder {top}"))


def elder_card(scene: Scene, elder: int, width: float, height: float, below: int = 0) -> str:
    """Face, name and what the elder does."""
    name = broken(elder_name(elder), width - FACE - 4 - 22 * bool(below), bold=True)
    parts = [box(0, 0, width, height, "nusfjord-elder lit"), moved(16, 15, face(elder), 0.88)]
    parts.append(names(FACE, 20 if len(name) == 1 else 13, name, width - FACE - 4 - 22 * bool(below)))
    if below:
        parts.append(text(width - 4, 14, f"+{below}", "nusfjord-text soft", "end"))
    return "".join(parts) + told(scene, elder, width, height, 40)


def told(scene: Scene, elder: int, width: float, height: float, y: float) -> str:
    """What the elder does, in letters as large as fit."""
    return fitted(6, y - 12, elder_text(scene.box, elder), width - 10, height - y + 9)


def council(scene: Scene, seat: int, width: float, height: float) -> str:
    """The elders of a player, with their fish and workers, and the places still free."""
    sitting = council_of(scene, seat)
    empty = max(0, int(scene.box.council) - len(sitting))
    seats = max(1, len(sitting))
    each = min(width * 0.34, (width - empty * (EMPTY + 4) - (seats - 1) * 4) / seats)
    free = (width - len(sitting) * (each + 4)) / empty - 4 if empty else 0
    parts = []
    for n, elder in enumerate(sitting):
        body = scene.target(seated(scene, elder, each, height), scene.on_own_elder(elder), hint_of(scene, elder))
        parts.append(piece(f"elder-{elder}", n * (each + 4), 0, inspectable(body, f"elder {elder}")))
    for n in range(empty):
        x = len(sitting) * (each + 4) + n * (free + 4)
        parts.append(box(x, 0, free, height, "nusfjord-gap") + moved(x + free / 2, height / 2, NOBODY, min(1.4, free / 28)))
    return "".join(parts)


def council_of(scene: Scene, seat: int) -> list[int]:
    return [elder for elder in range(1, ELDERS_KNOWN) if scene.seen.elder_at[elder] == COUNCIL + seat]


def hint_of(scene: Scene, elder: int) -> str:
    fish = many(int(scene.seen.elder_fish[elder]), "{n} fish on the card", "{n} fish on the card")
    return f"{elder_name(elder)}: {elder_text(scene.box, elder)} ({fish})"


def seated(scene: Scene, elder: int, width: float, height: float) -> str:
    """An elder in a council: face, fish and worker, the name, and what the elder does."""
    fish, colour = int(scene.seen.elder_fish[elder]), int(scene.seen.elder_worker[elder])
    parts = [box(0, 0, width, height, "nusfjord-elder lit", 5), moved(16, 15, face(elder), 0.88)]
    parts += [moved(40 + 12 * k, 17, FISH, 0.66) for k in range(fish)]
    parts.append(moved(width - 13, 17, worker(colour - 1), 1) if colour else "")
    name = broken(elder_name(elder), width - 9, bold=True)
    return "".join(parts) + names(6, 42, name, width - 9) + told(scene, elder, width, height, 42 + LEAD * len(name))


def small_elder(scene: Scene, elder: int) -> str:
    """An elder in a council far away: the face, 26 wide, and the worker who stands there."""
    colour = int(scene.seen.elder_worker[elder])
    body = moved(13, 0, face(elder), 0.82) + (moved(21, 4, worker(colour - 1), 0.84) if colour else "")
    body = scene.target(body, scene.on_own_elder(elder), hint_of(scene, elder))
    return inspectable(body, f"elder {elder}")
