"""The rule functions of Kaivai's seam (core/seam.py), under the names that other code uses."""

from .hidden import redeal, view
from .observation import observe
from .scoring import score_sheet, tie_break
from .setup import start
from .sort_key import sort_key
from .turn import apply, apply_step, legal, mover, prefer, problem
