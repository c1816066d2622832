"""Ratings, pairings and standings: pure functions."""
