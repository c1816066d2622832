"""The rule functions of Māori's seam (core/seam.py), under the names that other code uses."""

from .hidden import redeal, view
from .observation import observe
from .scoring import score_sheet, tie_break
from .setup import start
from .turn import apply, legal, mover, prefer, problem
