"""The texts of Kaivai for people."""
