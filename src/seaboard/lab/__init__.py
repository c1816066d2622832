"""The lab: the games as research environments. `Batch`, `Features`; adapters in `pettingzoo`, `gymnasium`, `openspiel`."""

from .batch import Batch
from .features import Features

__all__ = ["Batch", "Features"]
