"""The texts of Māori for people."""
