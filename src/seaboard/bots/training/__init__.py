"""Training of networks from nothing: self-play on all cores, learning in PyTorch, generation after generation.

    recipes     what is played, how large the network is, how long each decision is thought over
    players     threads that play games in compiled code and hand over what is to be learnt
    learner     the network in PyTorch, the memory of positions, the steps of learning
    generations the whole: who plays, what is learnt, which network is kept
    shards      what was played, as files

`python -m seaboard.bots.training maori 2` runs it without the command line's libraries; `seaboard train maori` is the same.
"""
