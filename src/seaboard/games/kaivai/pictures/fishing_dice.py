"""K8.2 the dice of a canoe that fished: how many were rolled, and how many showed a fish."""

import numpy as np

from ....language import many
from ..layout import FISHERMAN, SECOND_EDITION
from ..supplies import fish_of
from ..texts.catches import village_fished_in
from . import art

SIDE = 26


def dice(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """The dice as SVG; empty if none were rolled. Views show only the number of fish, not each die."""
    rolled, certain = dice_rolled(before, after, box, action)
    if box.diceless or not rolled:
        return ""
    p = int(before.mover)
    fish = min(rolled, max(0, fish_of(after, p) - fish_of(before, p) - certain))
    text = many(rolled, "{n} die: {fish} fish", "{n} dice: {fish} fish", fish=fish)
    drawn = "".join(die(n, n < fish) for n in range(rolled))
    return (
        f'<svg class="board dice" viewBox="0 0 {rolled * (SIDE + 4)} {SIDE + 4}" role="img" aria-label="{text}">'
        f"<title>{text}</title>{drawn}</svg>"
    )


def die(n: int, blue: bool) -> str:
    """A die with its upper face: blue with a fish, or plain."""
    x = 2 + n * (SIDE + 4)
    face = f'<rect class="kaivai-die{" kaivai-blue" if blue else ""}" x="{x}" y="2" width="{SIDE}" height="{SIDE}" rx="6"/>'
    shown = art.scaled(art.FISH_COUNTER, 0.95, x + SIDE / 2 - 1, 2 + SIDE / 2) if blue else ""
    return f'<g class="die">{face}{shown}</g>'


def dice_rolled(before: np.record, after: np.record, box: np.record, action: int) -> tuple[int, int]:
    """K8.2, K8.3: the number of dice, and of certain fish from the god; (0, 0) if no canoe fished."""
    village = village_fished_in(before, after, box, action)
    if village is None:
        return 0, 0
    number, blessed = int(before.players[int(before.mover)].huts[FISHERMAN, village]), village == before.gods_village
    if blessed and box.edition == SECOND_EDITION:
        return min(4, number), 1
    return min(4, number + blessed), 0
