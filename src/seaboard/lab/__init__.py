"""The lab: the games as research environments. `Batch`, `Features`, `GumbelSearch`; adapters in `pettingzoo`, `gymnasium`,
`openspiel`; games as data in `dataset`."""

from .batch import Batch
from .features import Features
from .gumbel import GumbelSearch

__all__ = ["Batch", "Features", "GumbelSearch"]
