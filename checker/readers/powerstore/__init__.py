"""Readers of PowerStore exports: answers of its REST interface. Start with ``rest.py``."""
