"""Questions whose answer is a hex (or a village, named by its base): the legal hexes are computed once, when the question is
prepared, and stored in `choices`. `problem` gives the reason for any other hex, by the same rules."""

from ...core.questions import NOTHING
from ...core.rule import rule
from ...core.seam import READY
from .hexes import BITS, count, first_of, lowest, put
from .layout import WORDS_OF_SET


@rule
def keep_choices(s, box, hexes, first):
    """Stores the possible choices. Returns the only action, READY if there are several, NOTHING if there is none."""
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
