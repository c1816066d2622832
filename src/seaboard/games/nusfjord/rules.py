"""Where each part of the seam is written: the functions through which everything else knows Nusfjord."""

from .asking import legal, problem
from .hidden import redeal, view
from .judgement import prefer
from .observation import lasting_action, observe
from .phases import phase
from .scoring import score_sheet, tie_break
from .setup import start
from .turn import apply, go_on, mover
