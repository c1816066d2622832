"""Where each part of the seam is written: the functions through which everything else knows Nusfjord."""

from .asking import legal, problem
from .hidden import redeal, view
from .judgement import prefer
from .observation import observe
from .scoring import score_sheet, tie_break
from .setup import start
from .sort_key import sort_key
from .turn import apply, apply_step, mover
