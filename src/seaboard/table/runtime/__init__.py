"""Settings, limits, logs, metrics and notifications of the server process."""
