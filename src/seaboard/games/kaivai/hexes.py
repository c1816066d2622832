"""Sets of hexes as three whole numbers, so that a whole shore, reach or village takes a few operations.

The map has rows of cells, the last of each row left empty: hex (q, r) is cell (q + 6) * 14 + r + 6, and a cell is a bit:
60 of them in each number. Neighbours are 1, 13 or 14 cells away, up and down. What runs over the edge lands on cells that
are no hexes, and what `up` moves into the next number also stays above the 60 bits: every set is cut to the map, or to water,
before it is kept or moved on.
"""

from ...core.rule import rule

ROW = 14
BITS = 60
NO_HEX = (0, 0, 0)


@rule
def hexes_in(field):
    """A set, out of a field of a record."""
    return int(field[0]), int(field[1]), int(field[2])


@rule
def put(field, a):
    """A set, into a field of a record."""
    field[0] = a[0]
    field[1] = a[1]
    field[2] = a[2]


@rule
def both(a, b):
    return a[0] & b[0], a[1] & b[1], a[2] & b[2]


@rule
def either(a, b):
    return a[0] | b[0], a[1] | b[1], a[2] | b[2]


@rule
def without(a, b):
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]


@rule
def is_empty(a):
    return a[0] | a[1] | a[2] == 0


@rule
def meet(a, b):
    """Whether two sets have a hex in common."""
    return (a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) != 0


@rule
def same(a, b):
    return a[0] == b[0] and a[1] == b[1] and a[2] == b[2]


@rule
def up(a, n):
    """Every hex n cells on."""
    over = BITS - n
    return (
        a[0] << n,
        a[1] << n | a[0] >> over,
        a[2] << n | a[1] >> over,
    )


@rule
def down(a, n):
    """Every hex n cells back."""
    low = (1 << n) - 1
    over = BITS - n
    return (
        a[0] >> n | (a[1] & low) << over,
        a[1] >> n | (a[2] & low) << over,
        a[2] >> n,
    )


@rule
def neighbours_of(a):
    """All neighbours of the hexes of a set, cells beyond the edge included; a hex of the set only if it neighbours another."""
    back = down(a, 1)
    on = up(a, 1)  # its bit above the 60, if any, is the next number's first: moved down, the two are one
    return either(either(back, on), either(up(either(a, back), ROW), down(either(a, on), ROW)))


@rule
def count(a):
    return a[0].bit_count() + a[1].bit_count() + a[2].bit_count()


@rule
def lowest(word):
    """The place of the lowest bit of a number that has one."""
    return ((word & -word) - 1).bit_count()


@rule
def first_of(box, a):
    """The first hex of a set that is not empty, in the order of the map: a1, a2, ... m7."""
    if a[0]:
        return int(box.hex_at[lowest(a[0])])
    if a[1]:
        return int(box.hex_at[BITS + lowest(a[1])])
    return int(box.hex_at[2 * BITS + lowest(a[2])])


@rule
def after_first(a):
    """A set that is not empty, without its first hex."""
    if a[0]:
        return a[0] & (a[0] - 1), a[1], a[2]
    if a[1]:
        return a[0], a[1] & (a[1] - 1), a[2]
    return a[0], a[1], a[2] & (a[2] - 1)


@rule
def only(box, hex):
    """The set of one hex."""
    return hexes_in(box.spot[hex])


@rule
def around(box, hex):
    """The neighbours of one hex."""
    return hexes_in(box.around[hex])


@rule
def has(box, a, hex):
    return meet(a, only(box, hex))


@rule
def add(box, field, hex):
    put(field, either(hexes_in(field), only(box, hex)))


@rule
def add_around(box, field, hex):
    """The neighbours of a hex come to a set."""
    put(field, either(hexes_in(field), around(box, hex)))


@rule
def remove(box, field, hex):
    put(field, without(hexes_in(field), only(box, hex)))


@rule
def flood(a, within):
    """All hexes of `within` that can be reached from `a` without leaving it."""
    while True:
        wider = either(a, both(neighbours_of(a), within))
        if same(wider, a):
            return a
        a = wider
