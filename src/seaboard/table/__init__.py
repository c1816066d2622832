"""The table: a server where people and bots play in the browser. Knows games only through their seam, and shows only views."""
