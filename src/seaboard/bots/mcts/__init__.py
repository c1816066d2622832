"""Monte Carlo tree search in compiled code.

`tree.py` holds the nodes, `simulation.py` one simulation (select, expand, evaluate, back up), `playout.py` the evaluation by
playing on, `network.py` the evaluation by a network, `settings.py` what can be tuned. `selfplay.py` and `tables.py` play games
from which a network learns.
"""
