"""Training of networks: self-play on all cores, learning in PyTorch, over all setups of a game.

    command           the arguments of a training run, and its progress report
    plans             setups, size of the network, simulations per decision
    selfplay_threads  threads that play games in compiled code and return training samples
    remote            the same on other machines
    sparse_encoding   observations as the rows of weights that they add up
    model             the network in PyTorch
    learner           the replay memory and the gradient steps
    ppo               learning without a search, in thousands of parallel games
    training          the training loop: players, learner, saved networks
    later_values      values of the search some decisions later, as value targets
    restarts          positions from which games start again
    shards            training samples as files

`python -m seaboard.bots.training maori` runs it without the command line's libraries; `seaboard train maori` is the same.
"""
