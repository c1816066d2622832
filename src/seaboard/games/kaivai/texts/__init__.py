"""What Kaivai says to people."""
