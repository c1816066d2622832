"""Profiles: signing in, a person's page, statistics and notes."""
