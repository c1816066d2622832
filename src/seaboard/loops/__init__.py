"""Compiled loops over many games, shared by the lab and the command line: steps of a batch, and games of random players."""
