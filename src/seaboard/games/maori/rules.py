"""The seam of Māori: where each of its functions is defined."""

from .hidden import redeal, view
from .observation import observe
from .scoring import score_sheet, tie_break
from .setup import start
from .turn import apply, legal, mover, prefer, problem
