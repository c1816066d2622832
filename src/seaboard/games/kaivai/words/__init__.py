"""Kaivai's names and terms, which rules and texts share."""
