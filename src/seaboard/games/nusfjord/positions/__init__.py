"""Positions of Nusfjord as tables that a person can write."""
