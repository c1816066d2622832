"""The texts of Nusfjord for people."""
