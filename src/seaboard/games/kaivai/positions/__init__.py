"""Positions of Kaivai as tables that a person can write."""
