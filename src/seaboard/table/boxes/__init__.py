"""Boxes on this server: owners edit the components of their game in the browser (docs/box.md)."""
