"""Ratings, pairings and standings as pure values."""
