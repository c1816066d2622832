"""How Kaivai looks, in the browser and in the terminal."""
