"""Panels: the parts of a page as HTML text, and the two small widgets that put them in a browser and listen there."""
