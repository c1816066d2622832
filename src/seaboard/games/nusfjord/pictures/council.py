"""The elders: their stacks beside the action board, and the councils of the players."""

from ....drawing import Panel, piece, text
from ....language import _, many
from ..elders.council import is_on_top
from ..layout import COUNCIL, ELDERS_KNOWN, PROMO_BELOW, PROMO_TOP, STACKS
from ..texts.elders import elder_text
from ..texts.names import elder_name
from .art import FISH, face, worker
from .scene import Scene
from .typesetting import box, broken, moved, paragraph

GAP = 6
HEAD = 26


def stacks(scene: Scene, width: float, height: float) -> Panel:
    """N2.2: the top of each stack, and how many lie below. On a phone (height 0) as high as they need."""
    places = list(range(1, STACKS + 1)) + ([PROMO_TOP] if promos(scene) else [])
    rows = -(-len(places) // 2)
    card_width = (width - 3 * GAP) / 2
    card_height = (height - HEAD) / rows - GAP if height else 70
    full = height or HEAD + rows * (card_height + GAP)
    parts = [box(0, 0, width, full, "nusfjord-panel", 10), moved(19, 14, face(4), 0.75), text(36, 19, _("Elders"), "bold")]
    for n, place in enumerate(places):
        x, y = GAP + n % 2 * (card_width + GAP), HEAD + n // 2 * (card_height + GAP)
        parts.append(moved(x, y, stack(scene, place, card_width, card_height)))
    return Panel("elders", _("Elders"), width, full, "".join(parts))


def promos(scene: Scene) -> bool:
    return any(scene.seen.elder_at[elder] in (PROMO_TOP, PROMO_BELOW) for elder in range(1, ELDERS_KNOWN))


def stack(scene: Scene, place: int, width: float, height: float) -> str:
    there = [elder for elder in range(1, ELDERS_KNOWN) if scene.seen.elder_at[elder] == place]
    hidden = scene.seen.covered[place - 1] if place <= STACKS else sum(scene.seen.elder_at == PROMO_BELOW)
    top = next((elder for elder in there if is_on_top(scene.seen, elder)), 0)
    below = max(0, len(there) - 1) + int(hidden)
    if not top:
        return box(0, 0, width, height, "nusfjord-gap")
    shadow = box(2.5, 2.5, width, height, "nusfjord-under") if below else ""
    names = ", ".join(elder_name(elder) for elder in reversed(there) if elder != top)
    hint = f"{elder_name(top)}: {elder_text(scene.box, top)}"
    if names:
        hint += " " + _("Below: {elders}.", elders=names)
    if hidden:
        hint += " " + many(int(hidden), "{n} card below is not seen.", "{n} cards below are not seen.")
    body = scene.target(elder_card(scene, top, width, height, below), scene.on_stack(top), hint)
    return shadow + piece(f"elder-{top}", 0, 0, body)


def elder_card(scene: Scene, elder: int, width: float, height: float, below: int = 0) -> str:
    """Face, name and what the elder does."""
    name = broken(elder_name(elder), width - 33 - 14 * bool(below), 12.5, 2)
    parts = [box(0, 0, width, height, "nusfjord-elder lit"), moved(15, 14, face(elder), 0.84)]
    parts += [text(30, (18 if len(name) == 1 else 12) + 11.5 * n, line, "nusfjord-name") for n, line in enumerate(name)]
    if below:
        parts.append(text(width - 4, 11, f"+{below}", "small soft", "end"))
    most = int((height - 37 + 10) / 12.4)
    parts.append(paragraph(6, 37, elder_text(scene.box, elder), width - 9, 11, most, "small"))
    return "".join(parts)


def council(scene: Scene, seat: int, width: float, height: float) -> str:
    """The elders of a player, with their fish and workers, and the places still free."""
    sitting = council_of(scene, seat)
    places = max(int(scene.box.council), len(sitting))
    each = (width - (places - 1) * 4) / places
    parts = []
    for n in range(places):
        if n < len(sitting):
            elder = sitting[n]
            body = scene.target(seated(scene, elder, each, height), scene.on_own_elder(elder), hint_of(scene, elder))
            parts.append(piece(f"elder-{elder}", n * (each + 4), 0, body))
        else:
            parts.append(box(n * (each + 4), 0, each, height, "nusfjord-gap"))
    return "".join(parts)


def council_of(scene: Scene, seat: int) -> list[int]:
    return [elder for elder in range(1, ELDERS_KNOWN) if scene.seen.elder_at[elder] == COUNCIL + seat]


def hint_of(scene: Scene, elder: int) -> str:
    fish = many(int(scene.seen.elder_fish[elder]), "{n} fish on the card", "{n} fish on the card")
    return f"{elder_name(elder)}: {elder_text(scene.box, elder)} ({fish})"


def seated(scene: Scene, elder: int, width: float, height: float) -> str:
    """An elder in a council: large with name (and text where there is room), or only the face."""
    fish, colour = int(scene.seen.elder_fish[elder]), int(scene.seen.elder_worker[elder])
    parts = [box(0, 0, width, height, "nusfjord-elder lit", 5)]
    if height < 40:
        parts.append(moved(14, height / 2, face(elder), 0.8))
        parts += [moved(30 + 9 * k, height / 2 + 4, FISH, 0.5) for k in range(fish)]
        parts.append(moved(width - 9, height / 2, worker(colour - 1), 0.62) if colour else "")
        return "".join(parts)
    parts.append(moved(15, 16, face(elder), 0.92))
    if width < 60:
        parts += [moved(width - 7, 8 + 8 * k, FISH, 0.5) for k in range(fish)]
    else:
        parts += [moved(38 + 13 * k, 9, FISH, 0.62) for k in range(fish)]
    name = broken(elder_name(elder), width - 6, 11.5, 2)
    parts += [text(5, 40 + 12 * n, line, "small bold") for n, line in enumerate(name)]
    y = 40 + 12 * len(name) + 1
    parts.append(paragraph(5, y, elder_text(scene.box, elder), width - 8, 11, int((height - y + 7) / 12.4), "small"))
    parts.append(moved(width - 12, 19, worker(colour - 1), 0.95) if colour else "")
    return "".join(parts)
