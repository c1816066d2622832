"""Nusfjord's names, terms and card texts, which rules and texts share."""
