"""Studies in the browser: storage, permissions, scenes and pages."""
