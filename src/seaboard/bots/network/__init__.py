"""Networks, with NumPy only.

shape          the rows of weights of the first layer, and how they are folded for a box
network_files  files with weights and metadata
player         bots that play by a network
stamp, merge   commands: stamp files with the current rules version, merge networks for different numbers of players
"""
