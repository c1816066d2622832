"""Training of networks: self-play on all cores, learning in PyTorch, over all setups of a game at once.

    plans       what is played, how large the network is, how many simulations a decision gets
    players     threads that play games in compiled code and hand over what there is to learn
    model       the network in PyTorch
    learner     the replay memory and the steps of learning
    ppo         learning without a search, thousands of games at once
    training    the whole: who plays, what is learned, which network is saved
    shards      what was played, as files

`python -m seaboard.bots.training maori` runs it without the command line's libraries; `seaboard train maori` is the same.
"""
