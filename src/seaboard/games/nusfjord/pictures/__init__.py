"""How Nusfjord looks, in the browser and in the terminal."""
