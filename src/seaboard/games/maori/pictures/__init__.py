"""How Māori looks, in the browser and in the terminal."""
