"""Where each part of the seam is written: the functions through which everything else knows Māori."""

from .hidden import redeal, view
from .observation import observe
from .scoring import score_sheet, tie_break
from .setup import start
from .turn import apply, legal, mover, prefer, problem
