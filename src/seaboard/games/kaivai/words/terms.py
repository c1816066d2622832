"""The game's terms in the current language, and helpers for texts."""

from collections.abc import Sequence

import numpy as np

from ....language import _, many, mark, player_name
from ..hexes import WORD
from ..layout import ASK_BID, ASK_GOD, ASK_KIND, ASK_PLAY, ASK_SCORING, ASK_START, FIRST_EDITION, NO_ACTION, NOWHERE, OVER
from .notation import HEX_NAMES

# words that the log shows as icons after a number; "|" separates singular and plural
ICON_WORDS = {
    mark("influence"): "influence",
    mark("influence counter|influence counters"): "influence",
    mark("glory"): "glory",
    mark("shell|shells"): "shell",
    mark("in shells"): "shell",
    mark("fish|fishes"): "fish",
}
HUT_WORDS = (mark("canoe-builder hut"), mark("fisherman's hut"), mark("meeting hut"))
# the booklet of the first edition has other names for two kinds of hut
WORDS_OF_FIRST_EDITION = {
    "canoe-builder hut": mark("fisher hut"),
    "fisherman's hut": mark("god shrine"),
    "Canoe-builder hut: a new canoe": mark("Fisher hut: a new canoe"),
    "Fisherman's hut: more fish in its village": mark("God shrine: more fish in its village"),
    "built a canoe-builder hut": mark("built a fisher hut"),
    "built a fisherman's hut": mark("built a god shrine"),
    "a canoe-builder hut on {hex}": mark("a fisher hut on {hex}"),
    "a fisherman's hut on {hex}": mark("a god shrine on {hex}"),
    "canoe-builder hut of {name} on {hex}": mark("fisher hut of {name} on {hex}"),
    "fisherman's hut of {name} on {hex}": mark("god shrine of {name} on {hex}"),
    "This starting hut must be a canoe-builder hut.": mark("This starting hut must be a fisher hut."),
    "All your fishermen are on the board.": mark("All your god figures are on the board."),
    "None of your canoes can reach a village with one of your fishermen or the god.": mark(
        "None of your canoes can reach a village with one of your god shrines or the god."
    ),
    "{hex} isn't next to a cult hex of a village with one of your fishermen or the god.": mark(
        "{hex} isn't next to a cult hex of a village with one of your god shrines or the god."
    ),
    "None of your fishermen is in that village, and neither is the god.": mark(
        "None of your god shrines is in that village, and neither is the god."
    ),
    "There's no meeting hut or canoe-builder hut on {hex}.": mark("There's no meeting hut or fisher hut on {hex}."),
    "All huts cost the same. A canoe-builder hut gives you a canoe, so you do more with each action; a fisherman's hut gives"
    " you a die when you fish there; a meeting hut gives you influence to pay for actions.": mark(
        "All huts cost the same. A fisher hut gives you a canoe, so you do more with each action; a god shrine gives you a "
        "die when you fish there; a meeting hut gives you influence to pay for actions."
    ),
    "The canoe is next to two villages and fishes in one of them. Each of your fisherman's huts there gives you a die, and "
    "the god helps where it stands. Fish lose value every round, so deliver them soon.": mark(
        "The canoe is next to two villages and fishes in one of them. Each of your god shrines there gives you a die, and "
        "the god helps where it stands. Fish lose value every round, so deliver them soon."
    ),
}
ENDING = (ASK_SCORING, ASK_PLAY, OVER)  # the questions after the last round (K12)


def listed(words: Sequence[str]) -> str:
    """`b2`, `b2 and i7`, `b2, i7 and k3`."""
    *most, last = words
    return _("{most} and {last}", most=", ".join(most), last=last) if most else last


def villages_to_score_words(bases: Sequence[int]) -> str:
    """What a player did who chose these villages."""
    villages = listed([HEX_NAMES[base] for base in bases])
    return many(len(bases), "chose village {villages} to score", "chose villages {villages} to score", villages=villages)


def in_edition(box: np.record, text: str) -> str:
    """A text in the words of the edition's book, not yet translated: `_(in_edition(box, TEXT), hex=...)`."""
    return WORDS_OF_FIRST_EDITION.get(text, text) if box.edition == FIRST_EDITION else text


def hut_word(box: np.record, kind: int) -> str:
    return _(in_edition(box, HUT_WORDS[kind]))


def hex_name(seen: np.record, hex: int | None = None) -> str:
    """For refusals: the hex of the answer; for the kind of a hut, the site where it would be built."""
    return HEX_NAMES[int(seen.site) if hex is None else hex]


def village_name(base: int) -> str:
    """For refusals: the village of the answer, which is named after its base."""
    return HEX_NAMES[base]


def hexes_of(box: np.record, field: Sequence[int] | np.ndarray) -> list[int]:
    """The hexes of a set, in the order of the board."""
    hex_at, cells = box.hex_at.tolist(), []
    for word, bits in enumerate(map(int, field)):
        cells += [word * WORD + bit for bit in range(bits.bit_length()) if bits >> bit & 1]
    return [hex_at[cell] for cell in cells]


def villages_of(seen: np.record) -> list[tuple[int, int]]:
    """Each village: its number, and the hex that it is named after."""
    return [(v, int(base)) for v, base in enumerate(seen.bases) if base != NOWHERE]


def name_of_village(seen: np.record, v: int) -> str:
    return HEX_NAMES[int(seen.bases[v])]


def gains_by_player(gains: Sequence[int]) -> str:
    """The gains of each seat that gains something."""
    shares = ((seat, gain) for seat, gain in enumerate(gains) if gain)
    return ", ".join(_("{name} +{gain}", name=player_name(seat), gain=gain) for seat, gain in shares)


def shows_influence(seen: np.record, viewer: int | None, seat: int) -> bool:
    """K14.1: whether a player's influence counters are shown to the viewer: their own; after the game everyone's."""
    return seat == viewer or seen.decision == OVER


def phase(seen: np.record) -> str:
    """The current phase of the round."""
    decision = int(seen.decision)
    if decision == OVER:
        return _("the game is over")
    if decision in ENDING:
        return _("the villages are scored")
    if decision == ASK_BID:
        return _("phase 1: bidding")
    if decision == ASK_START or (decision == ASK_KIND and seen.acting == NO_ACTION):
        return _("phase 1: starting huts")
    return _("phase 2: the god") if decision == ASK_GOD else _("phase 3: actions")
