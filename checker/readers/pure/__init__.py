"""Readers of Pure FlashArray: answers of REST 1.x and 2.x, and Purity's command line. Start with ``rest.py``."""
