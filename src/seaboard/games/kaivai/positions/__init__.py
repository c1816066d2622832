"""Positions of Kaivai as tables, which are saved as TOML and which people can write."""
