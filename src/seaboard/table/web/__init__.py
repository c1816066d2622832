"""Routes and pages: requests of browsers and their answers."""
