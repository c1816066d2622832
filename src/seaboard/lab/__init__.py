"""The lab: the games as research environments.

`Batch`, `ObservationEncoder`, `GumbelSearch`; adapters in `pettingzoo`, `gymnasium`, `openspiel`; datasets in `dataset`.
"""

from .batch import Batch
from .encoding import ObservationEncoder
from .gumbel import GumbelSearch

__all__ = ["Batch", "GumbelSearch", "ObservationEncoder"]
