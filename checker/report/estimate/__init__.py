"""Estimates and captured loads, as terminal pages, curves and JSON; start with ``page``."""
