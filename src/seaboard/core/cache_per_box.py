"""Texts of a box's components, made once per box and language."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import numpy as np

from ..language import current_language

P = ParamSpec("P")
T = TypeVar("T")
MAX_BOXES = 64  # boxes; then all are forgotten


def cache_per_box(function: Callable[Concatenate[np.record, P], T]) -> Callable[Concatenate[np.record, P], T]:
    """Keeps the results of a function of a box and further arguments, which depends on nothing else but the language.

    A box never changes. As long as its results are kept, so is the box itself: no other one can have its id.
    """
    kept: dict[int, tuple[np.record, dict]] = {}

    @wraps(function)
    def made_once(box: np.record, *args: P.args, **more: P.kwargs) -> T:
        found = kept.get(id(box))
        if found is None:
            if len(kept) >= MAX_BOXES:
                kept.clear()
            found = kept[id(box)] = (box, {})
        results = found[1]
        key = (current_language.get(), args, *more.items())
        if key not in results:
            results[key] = function(box, *args, **more)
        return results[key]

    return made_once
