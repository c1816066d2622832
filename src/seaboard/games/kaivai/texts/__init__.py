"""Kaivai's texts for players: log, descriptions, rules and help."""
