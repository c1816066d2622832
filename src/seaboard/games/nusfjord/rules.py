"""Where each part of the seam is written: the functions through which everything else knows Nusfjord."""

from .hidden import redeal, view
from .observation import observe
from .scoring import score_sheet, tie_break
from .setup import start
from .sort_key import sort_key
from .turn import apply, apply_step, legal, mover, prefer, problem
