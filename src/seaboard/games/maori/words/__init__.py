"""Māori's names and terms, which rules and texts share."""
