"""Monte Carlo tree search in compiled code.

`tree.py` has the nodes, `simulation.py` one simulation (select, expand, evaluate, back up), `outcomes.py` the nodes for chance,
`playout.py` the evaluation by playing on, `network.py` the evaluation by a network, `search_settings.py` the parameters.
`selfplay.py` and `ppo_env.py` play games from which a network learns.
"""
