"""The legal hexes of a question whose answer is a hex, or a village named by its base.

They are computed when the question is prepared (`ready`), and stored in the field `choices`. `problem` finds the reason why any
other hex is illegal."""

from ...core.questions import NOTHING
from ...core.rule import rule
from ...core.seam import READY
from .hexes import WORD, count, first_of, lowest_bit, store
from .layout import WORDS_OF_SET


@rule
def store_choices(s, box, hexes, first):
    """Stores the legal hexes. Returns the only action, READY if there are several, NOTHING if there is none."""
    store(s.choices, hexes)
    n = count(hexes)
    if n == 0:
        return NOTHING
    return first + first_of(box, hexes) if n == 1 else READY


@rule
def write_choices(s, box, first, out, n):
    """Writes the actions of the stored hexes into `out`, in the order of the board: four at a time, because processors rarely
    predict how often a loop runs. The surplus at the end is written over, or beyond the list; `out` has room for all 127 hexes,
    and some are land."""
    for word in range(WORDS_OF_SET):
        rest = int(s.choices[word])
        end = n + rest.bit_count()
        for at in range(n, end, 4):
            for i in range(at, at + 4):
                out[i] = first + int(box.hex_at[word * WORD + lowest_bit(rest)])
                rest &= rest - 1
        n = end
    return n
