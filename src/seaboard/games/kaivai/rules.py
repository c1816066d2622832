"""The seam of Kaivai: where each of its functions is defined."""

from .hidden import redeal, view
from .observation import observe
from .scoring import score_sheet, tie_break
from .setup import start
from .sort_key import sort_key
from .turn import apply, apply_step, legal, mover, prefer, problem
