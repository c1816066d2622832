"""Generators of pages, figures and pictures in docs/ and of statistics in the package. `make pages` runs the quick ones."""
