"""The elders: their stacks next to the action board, and the councils of the players."""

from ....drawing import Panel, inspectable, piece, sheet, text
from ....language import _, many
from ..elders.council import is_on_top
from ..layout import COUNCIL, ELDER_NUMBERS, PROMO_BELOW, PROMO_TOP, STACKS
from ..words.elders import elder_text
from ..words.names import elder_name
from ..words.notation import ELDER_NAMES
from .art import FISH, NOBODY, worker
from .busts import medal, portrait
from .cards import stretched
from .lettering import FIRST, height_of, text_with_icons
from .scene import Scene
from .typesetting import LEAD, box, broken, moved, names

GAP = 5
FACE, LOW = 46, 62.0  # the width of a portrait next to the text; the least height of such a card
PORTRAIT = 30  # the least height of a portrait above the text
EMPTY = 26  # the width of a free place in a council


def stacks(scene: Scene, width: float, height: float) -> Panel:
    """N2.2: the top of each stack, and how many cards are below it. On a phone (height 0) as high as needed."""
    needs = rows_needed(scene, width)
    rows = stretched(needs, height - GAP * (len(needs) + 1)) if height else needs
    full = height or height_needed(scene, width)
    tops, parts, y = stacks_left(scene), [tray(width, full)], float(GAP)
    for n, place in enumerate(tops):
        parts.append(
            moved(
                GAP + n % 2 * (half_of(width) + GAP), y, stack(scene, place, width_of_card(width, n, len(tops)), rows[n // 2])
            )
        )
        y += rows[n // 2] + GAP if n % 2 else 0
    return Panel("elders", _("Elders"), width, full, "".join(parts))


def tray(width: float, height: float) -> str:
    return sheet("nusfjord-panel", 0, 0, width, height - 3, 10)


def stacks_left(scene: Scene) -> list[int]:
    return [place for place in (*range(1, STACKS + 1), PROMO_TOP) if top_of(scene, place)]


def top_of(scene: Scene, place: int) -> int:
    """The elder on top of a stack, 0 if nobody is left."""
    there = (elder for elder in range(1, ELDER_NUMBERS) if scene.seen.elder_at[elder] == place)
    return next((elder for elder in there if is_on_top(scene.seen, elder)), 0)


def half_of(width: float) -> float:
    return (width - 3 * GAP) / 2


def width_of_card(width: float, n: int, number: int) -> float:
    """Two cards in a row; if their number is odd, the last one fills its row."""
    return width - 2 * GAP if n == number - 1 and n % 2 == 0 else half_of(width)


def rows_needed(scene: Scene, width: float) -> list[float]:
    """The heights that the rows of stacks need for their texts."""
    tops = [top_of(scene, place) for place in stacks_left(scene)]
    words = [words_height(scene, top, width_of_card(width, n, len(tops)), True) for n, top in enumerate(tops)]
    return [max(LOW, *words[n : n + 2]) for n in range(0, len(words), 2)]


def name_lines(elder: int, width: float, below: bool) -> tuple[str, ...]:
    return broken(elder_name(elder), width - FACE - 6 - 20 * below, bold=True)


def words_height(scene: Scene, elder: int, width: float, below: bool) -> float:
    """The height of the name and the text next to the portrait."""
    summary = height_of(elder_text(scene.box, elder), width - FACE - 6)
    return 10 + LEAD * len(name_lines(elder, width, below)) + summary


def height_needed(scene: Scene, width: float) -> float:
    """The height of all stacks with their texts."""
    needs = rows_needed(scene, width)
    return GAP + sum(needs) + GAP * len(needs)


def stack(scene: Scene, place: int, width: float, height: float) -> str:
    there = [elder for elder in range(1, ELDER_NUMBERS) if scene.seen.elder_at[elder] == place]
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
    spot = scene.pen.spot(f"stack-{place}", box(0, 0, width, height, "")) if place <= STACKS else ""
    return shadow + piece(f"elder-{top}", 0, 0, inspectable(body, f"elder {top}"), deck="elders") + spot


def elder_card(scene: Scene, elder: int, width: float, height: float, below: int = 0) -> str:
    """The portrait, and next to it the name and what the elder does."""
    name = name_lines(elder, width, bool(below))
    parts = [box(0, 2, width, height, "nusfjord-card-side"), box(0, 0, width, height, "nusfjord-elder")]
    parts.append(
        portrait(elder, 1, 1, FACE - 5, height - 2) + box(0.5, 0.5, width - 1, height - 1, "nusfjord-card-edge extent lit")
    )
    parts.append(names(FACE, 15, name, width - FACE - 6 - 20 * bool(below)))
    if below:
        parts.append(text(width - 5, 15, f"+{below}", "nusfjord-text soft", "end"))
    y = 4 + LEAD * len(name)
    return "".join(parts) + text_with_icons(FACE, y + FIRST, elder_text(scene.box, elder), width - FACE - 6)


def council(scene: Scene, seat: int, width: float, height: float) -> str:
    """The elders of a player, with their fish and workers, and the places still free."""
    sitting = council_of(scene, seat)
    empty = max(0, int(scene.box.council) - len(sitting))
    each = council_width(scene, seat, width)
    free = (width - len(sitting) * (each + 4)) / empty - 4 if empty else 0
    parts = []
    for n, elder in enumerate(sitting):
        body = scene.target(seated(scene, elder, each, height), scene.on_own_elder(elder), hint_of(scene, elder))
        parts.append(piece(f"elder-{elder}", n * (each + 4), 0, inspectable(body, f"elder {elder}")))
        parts.append(scene.pen.spot(f"council-{seat}-{ELDER_NAMES[elder]}", box(n * (each + 4), 0, each, height, "")))
    for n in range(empty):
        x = len(sitting) * (each + 4) + n * (free + 4)
        parts.append(box(x, 0, free, height, "nusfjord-gap") + moved(x + free / 2, height / 2, NOBODY, min(1.4, free / 28)))
        parts.append(scene.pen.spot(f"seat-{seat}-{n}", box(x, 0, free, height, "")))
    return "".join(parts)


def council_width(scene: Scene, seat: int, width: float) -> float:
    """The width of each elder's card in a council."""
    seats = max(1, len(council_of(scene, seat)))
    empty = max(0, int(scene.box.council) - seats)
    return min(width * 0.34, (width - empty * (EMPTY + 4) - (seats - 1) * 4) / seats)


def seated_height(scene: Scene, elder: int, width: float) -> float:
    """The height of such a card with its text."""
    name = broken(elder_name(elder), width - 10, bold=True)
    return PORTRAIT + 10 + LEAD * len(name) + height_of(elder_text(scene.box, elder), width - 10)


def council_of(scene: Scene, seat: int) -> list[int]:
    return [elder for elder in range(1, ELDER_NUMBERS) if scene.seen.elder_at[elder] == COUNCIL + seat]


def hint_of(scene: Scene, elder: int) -> str:
    fish = many(int(scene.seen.elder_fish[elder]), "{n} fish on the card", "{n} fish on the card")
    return f"{elder_name(elder)}: {elder_text(scene.box, elder)} ({fish})"


def seated(scene: Scene, elder: int, width: float, height: float) -> str:
    """An elder in a council: the portrait with fish and worker, the name, and what the elder does."""
    fish, colour = int(scene.seen.elder_fish[elder]), int(scene.seen.elder_worker[elder])
    name = broken(elder_name(elder), width - 10, bold=True)
    tall = PORTRAIT + max(0.0, height - seated_height(scene, elder, width))
    parts = [box(0, 2, width, height, "nusfjord-card-side", 5), box(0, 0, width, height, "nusfjord-elder", 5)]
    parts += [
        portrait(elder, 1, 1, width - 2, tall - 1),
        box(0.5, 0.5, width - 1, height - 1, "nusfjord-card-edge extent lit", 5),
    ]
    parts += [moved(11 + 13 * k, 12, FISH, 0.8) for k in range(fish)]
    parts.append(moved(width - 14, tall - 12, worker(colour - 1), 1) if colour else "")
    y = tall + LEAD * len(name) + 1
    text_ = text_with_icons(5, y + FIRST, elder_text(scene.box, elder), width - 10)
    return "".join(parts) + names(5, tall + 13, name, width - 10) + text_


def small_elder(scene: Scene, elder: int) -> str:
    """An elder in another player's council: the face, 26 wide, and the worker there."""
    colour = int(scene.seen.elder_worker[elder])
    body = moved(13, 0, medal(elder), 0.86) + (moved(21, 4, worker(colour - 1), 0.84) if colour else "")
    body = scene.target(body, scene.on_own_elder(elder), hint_of(scene, elder))
    return inspectable(body, f"elder {elder}")
