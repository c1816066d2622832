"""Texts of a box's components, made once per box and language."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import numpy as np

from ..language import current_language

P = ParamSpec("P")
T = TypeVar("T")
MAX_BOXES = 64  # when there are more, the cache is emptied


def cache_per_box(function: Callable[Concatenate[np.record, P], T]) -> Callable[Concatenate[np.record, P], T]:
    """Caches the results of a function that depends only on its arguments, a box first, and on the language.

    A box never changes. The cache holds the box itself too, so no other box can have its id.
    """
    results_by_box: dict[int, tuple[np.record, dict]] = {}

    @wraps(function)
    def cached(box: np.record, *args: P.args, **kwargs: P.kwargs) -> T:
        if id(box) not in results_by_box:
            if len(results_by_box) >= MAX_BOXES:
                results_by_box.clear()
            results_by_box[id(box)] = (box, {})
        results = results_by_box[id(box)][1]
        key = (current_language.get(), args, *kwargs.items())
        if key not in results:
            results[key] = function(box, *args, **kwargs)
        return results[key]

    return cached
