"""Painters: shapes to a surface. `canvas` is the only importer of ipycanvas; `svg` and `png` need no browser."""
