"""Commands that need the server: `seaboard play`, `serve`, `verify`, `admin`."""
