"""Nusfjord by Uwe Rosenberg (Big Box 2024): fish, wood, gold, and a harbour to build up."""
