"""Texts of components are cached per box and language."""

import numpy as np

from seaboard.core.cache_per_box import MAX_BOXES, cache_per_box
from seaboard.language import current_language, using_language

KIND = np.dtype([("figure", np.int16)])


def boxes(number):
    return [np.rec.array(np.array([(n,)], KIND))[0] for n in range(number)]


def test_a_text_is_cached_per_box_language_and_arguments():
    made = []

    @cache_per_box
    def text(box, n):
        made.append((int(box.figure), n))
        return f"{box.figure} {n} {current_language.get()}"

    one, two = boxes(2)
    for _ in range(3):
        assert [text(one, 1), text(two, 1), text(one, 2)] == ["0 1 en", "1 1 en", "0 2 en"]
    assert made == [(0, 1), (1, 1), (0, 2)]
    with using_language("de"):
        assert text(one, 1) == "0 1 de"


def test_a_box_with_the_memory_address_of_a_deleted_one_gets_its_own_text():
    @cache_per_box
    def text(box):
        return int(box.figure)

    for _ in range(3):
        assert [text(box) for box in boxes(2 * MAX_BOXES)] == list(range(2 * MAX_BOXES))
