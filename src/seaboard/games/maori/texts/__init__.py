"""What Māori says to people."""
