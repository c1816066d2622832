"""Sets of hexes as bit sets: a tuple of three integers with 60 bits each, so that all of a set is processed at once.

Hex (q, r) is bit (q + 6) * 14 + r + 6: the board in rows of 13 bits, and one bit after each row that is no hex. The neighbours
of a hex are 1, 13 and 14 bits higher and lower. A shift can set bits that are no hexes: beyond an edge of the board, and above
the 60 bits of a number. So the result of a shift is always intersected with the board, or with water, before it is stored or
shifted again.
"""

from ...core.rule import rule

ROW = 14
BITS = 60
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
def shift_up(a, n):
    """Every bit n places higher."""
    over = BITS - n
    return (
        a[0] << n,
        a[1] << n | a[0] >> over,
        a[2] << n | a[1] >> over,
    )


@rule
def shift_down(a, n):
    """Every bit n places lower."""
    low = (1 << n) - 1
    over = BITS - n
    return (
        a[0] >> n | (a[1] & low) << over,
        a[1] >> n | (a[2] & low) << over,
        a[2] >> n,
    )


@rule
def neighbours_of(a):
    """All neighbours of the hexes of a set, and perhaps bits that are no hexes; a hex of the set only next to another one."""
    lower = shift_down(a, 1)
    higher = shift_up(a, 1)  # a bit above the 60 is also the next number's first; after shift_down both are the same bit
    return union(union(lower, higher), union(shift_up(union(a, lower), ROW), shift_down(union(a, higher), ROW)))


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
        return int(box.hex_at[BITS + lowest_bit(a[1])])
    return int(box.hex_at[2 * BITS + lowest_bit(a[2])])


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
