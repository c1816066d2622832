"""Compiled loops over many games, which the lab and the command line share: steps of a batch, and games of random players."""
