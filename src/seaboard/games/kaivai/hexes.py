"""Sets of hexes as bit sets: a tuple of three integers, so that all of a set is processed at once.

A row is the hexes with the same q, in the order of r. The integers store whole rows: q = -6 to -2, -1 to 1 and 2 to 6; `bit_of`
(box.py) gives the bit of each hex. The neighbours of a hex in its row are the next bits; between two rows there are bits that
are no hexes. A shift can set bits that are no hexes: beyond an edge of the board, and above the last row of an integer. So the
neighbours of a set are always intersected with the board, or with water, before they are stored or shifted again.
"""

from ...core.rule import rule

WORD = 64  # bits of an integer
ROW = 13  # bits from a hex to the same place in the next row, in the first and the last integer
MIDDLE_ROW = 14  # in the middle one, whose rows are the longest
ROWS_OF_FIRST = 47  # bits from a hex of the first integer's last row down to the same place in the middle one's first row
ROWS_OF_MIDDLE = 28  # the same from the middle integer to the last
NO_HEX = (0, 0, 0)


@rule
def hexes_in(field):
    """The set that a field of a record stores."""
    return int(field[0]), int(field[1]), int(field[2])


@rule
def store(field, a):
    """Stores a set in a field of a record."""
    field[0] = a[0]
    field[1] = a[1]
    field[2] = a[2]


@rule
def intersection(a, b):
    return a[0] & b[0], a[1] & b[1], a[2] & b[2]


@rule
def union(a, b):
    return a[0] | b[0], a[1] | b[1], a[2] | b[2]


@rule
def difference(a, b):
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2]


@rule
def is_empty(a):
    return a[0] | a[1] | a[2] == 0


@rule
def overlap(a, b):
    """Whether two sets have a hex in common."""
    return (a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) != 0


@rule
def equal(a, b):
    return a[0] == b[0] and a[1] == b[1] and a[2] == b[2]


@rule
def one_left(a):
    """The hexes (q, r - 1) of a set, and bits that are no hexes."""
    return a[0] >> 1, a[1] >> 1, a[2] >> 1


@rule
def one_right(a):
    """The hexes (q, r + 1)."""
    return a[0] << 1, a[1] << 1, a[2] << 1


@rule
def one_row_up(a):
    """The hexes (q - 1, r)."""
    return (
        a[0] >> ROW | a[1] << ROWS_OF_FIRST,
        a[1] >> MIDDLE_ROW | a[2] << ROWS_OF_MIDDLE,
        a[2] >> ROW,
    )


@rule
def one_row_down(a):
    """The hexes (q + 1, r)."""
    return (
        a[0] << ROW,
        a[1] << MIDDLE_ROW | a[0] >> ROWS_OF_FIRST,
        a[2] << ROW | a[1] >> ROWS_OF_MIDDLE,
    )


@rule
def neighbours_of(a):
    """All neighbours of the hexes of a set, and perhaps bits that are no hexes; a hex of the set only next to another one."""
    left, right = one_left(a), one_right(a)
    return union(union(left, right), union(one_row_up(union(a, right)), one_row_down(union(a, left))))


@rule
def count(a):
    """The number of hexes of a set."""
    return a[0].bit_count() + a[1].bit_count() + a[2].bit_count()


@rule
def lowest_bit(word):
    """The index of the lowest bit of a number other than 0."""
    return ((word & -word) - 1).bit_count()


@rule
def first_of(box, a):
    """The first hex of a set that is not empty, in the order a1, a2, ... m7."""
    if a[0]:
        return int(box.hex_at[lowest_bit(a[0])])
    if a[1]:
        return int(box.hex_at[WORD + lowest_bit(a[1])])
    return int(box.hex_at[2 * WORD + lowest_bit(a[2])])


@rule
def without_first(a):
    """A set that is not empty, without its first hex."""
    if a[0]:
        return a[0] & (a[0] - 1), a[1], a[2]
    if a[1]:
        return a[0], a[1] & (a[1] - 1), a[2]
    return a[0], a[1], a[2] & (a[2] - 1)


@rule
def single_hex(box, hex):
    """The set of one hex."""
    return hexes_in(box.spot[hex])


@rule
def around(box, hex):
    """The neighbours of one hex."""
    return hexes_in(box.around[hex])


@rule
def has(box, a, hex):
    """Whether a set contains a hex."""
    return overlap(a, single_hex(box, hex))


@rule
def add(box, field, hex):
    """Adds a hex to the set in a field."""
    store(field, union(hexes_in(field), single_hex(box, hex)))


@rule
def add_around(box, field, hex):
    """Adds the neighbours of a hex to the set in a field."""
    store(field, union(hexes_in(field), around(box, hex)))


@rule
def remove(box, field, hex):
    """Removes a hex from the set in a field."""
    store(field, difference(hexes_in(field), single_hex(box, hex)))


@rule
def flood(a, within):
    """All hexes of `within` that can be reached from `a` without leaving it."""
    while True:
        wider = union(a, intersection(neighbours_of(a), within))
        if equal(wider, a):
            return a
        a = wider
