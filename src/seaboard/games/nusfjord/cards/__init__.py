"""N9 the buildings: what their effects say, count and do, and when."""
