"""Positions of Kaivai as tables, which are saved as TOML and can be written by hand."""
