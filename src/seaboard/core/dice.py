"""Random draws: a 128-bit key and a counter in the record. A draw is SipHash-2-4 of the counter under the key.

This is the only module with unsigned integers; every operand is a uint64. Nothing is shuffled in advance, so there is no hidden
order to leak, and a new key (a redeal) gives a different future.
"""

import hashlib
import re
import secrets

import numpy as np

from .rule import rule

U = np.uint64
CHANCE_FIELDS: list = [("key", np.uint64, (2,)), ("counter", np.uint64)]  # the first fields of every game's record


@rule
def rotate(x, bits):
    return (x << U(bits)) | (x >> U(64 - bits))


@rule
def sip_round(a, b, c, d):
    a = a + b
    b = rotate(b, 13) ^ a
    a = rotate(a, 32)
    c = c + d
    d = rotate(d, 16) ^ c
    a = a + d
    d = rotate(d, 21) ^ a
    c = c + b
    b = rotate(b, 17) ^ c
    c = rotate(c, 32)
    return a, b, c, d


@rule
def siphash(key_low, key_high, message):
    """SipHash-2-4 of the eight bytes of `message`."""
    a = key_low ^ U(0x736F6D6570736575)
    b = key_high ^ U(0x646F72616E646F6D)
    c = key_low ^ U(0x6C7967656E657261)
    d = key_high ^ U(0x7465646279746573)
    length = U(8) << U(56)
    for word in (message, length):
        d = d ^ word
        for _ in range(2):
            a, b, c, d = sip_round(a, b, c, d)
        a = a ^ word
    c = c ^ U(0xFF)
    for _ in range(4):
        a, b, c, d = sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@rule
def draw(s, n):
    """A uniform random integer from 0 to n-1 (bias below n / 2**32)."""
    number = siphash(s.key[0], s.key[1], s.counter)
    s.counter = s.counter + U(1)
    return int(np.int64(((number >> U(32)) * U(n)) >> U(32)))


@rule
def skip_draw(s):
    """Counts a draw whose number nobody needs."""
    s.counter = s.counter + U(1)


@rule
def prefix_sums(counts, first):
    """The prefix sums of eight counts from `first` on, as the bytes of a word. The total must be at most 127."""
    word = U(0)
    for i in range(8):
        word = word | U(counts[first + i]) << U(8 * i)
    return word * U(0x0101010101010101)


@rule
def count_sums_up_to(sums, n):
    """How many of eight sums are at most n: the index of the count that the n-th item (from 0) belongs to, without a branch."""
    at_most = ((U(n) * U(0x0101010101010101)) | U(0x8080808080808080)) - sums
    return int(np.int64((at_most & U(0x8080808080808080)) >> U(7))).bit_count()


@rule
def sum_before(sums, i):
    """The sum of the counts before the i-th."""
    return int(np.int64(sums >> U(8 * i - 8) & U(0xFF))) if i > 0 else 0


@rule
def pick(generator, n):
    """A random integer from 0 to n-1 for random players; their generator (splitmix64) is not part of the game."""
    generator[0] = generator[0] + U(0x9E3779B97F4A7C15)
    x = generator[0]
    x = (x ^ (x >> U(30))) * U(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> U(27))) * U(0x94D049BB133111EB)
    x = x ^ (x >> U(31))
    return int(np.int64(((x >> U(32)) * U(n)) >> U(32)))


@rule
def seed_game(seed, number, key, generator):
    """Sets the key of game `number` of a series and the generator of its random players; the same on every device."""
    key[0] = U(seed)
    key[1] = U(number)
    generator[0] = U(seed) ^ (U(number) * U(0xD1342543DE82EF95))


@rule
def hash_words(words):
    """A hash of an array of uint64: of a view as bytes, to find equal ones."""
    number = U(0x9E3779B97F4A7C15)
    for i in range(words.shape[0]):
        number = (number ^ words[i]) * U(0xD6E8FEB86659FD93)
        number = number ^ (number >> U(32))
    return number


@rule
def set_key(s, key):
    """Gives the position a different future."""
    s.key[0] = key[0]
    s.key[1] = key[1]
    s.counter = U(0)


@rule
def hide_chance(s):
    """Hides future draws, which no player may know."""
    s.key[0] = U(0)
    s.key[1] = U(0)
    s.counter = U(0)


def key_of(seed: int | str | None) -> np.ndarray:
    """The key of a seed: any integer or text; 32 hexadecimal digits are the key itself; None makes a random key."""
    if seed is None:
        raw = secrets.token_bytes(16)
    elif isinstance(seed, str) and re.fullmatch("[0-9a-f]{32}", seed):
        raw = bytes.fromhex(seed)
    else:
        raw = hashlib.blake2b(str(seed).encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return np.frombuffer(raw, "<u8").astype(np.uint64)


def hex_of(key: np.ndarray) -> str:
    """The text form of a key, as in records and positions."""
    return key.astype("<u8").tobytes().hex()
