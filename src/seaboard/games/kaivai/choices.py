"""Where the answer is a hex (or a village, called after its base): the allowed ones are found once, when the question is got
ready, and kept in `choices`. `problem` says of any hex what is wrong with it, by the same rules."""

from ...core.questions import NOTHING
from ...core.rule import rule
from ...core.seam import READY
from .hexes import BITS, count, first_of, lowest, put
from .layout import WORDS_OF_SET


@rule
def keep_choices(s, box, hexes, first):
    """Keeps what may be chosen. Returns the only action, READY if there is a choice, NOTHING if there is none."""
    put(s.choices, hexes)
    n = count(hexes)
    if n == 0:
        return NOTHING
    return first + first_of(box, hexes) if n == 1 else READY


@rule
def write_choices(s, box, first, out, n):
    """Writes their actions, in the order of the map."""
    for word in range(WORDS_OF_SET):
        rest = int(s.choices[word])
        while rest:
            out[n] = first + int(box.hex_at[word * BITS + lowest(rest)])
            n += 1
            rest &= rest - 1
    return n
