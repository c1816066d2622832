"""What Nusfjord says to people."""
