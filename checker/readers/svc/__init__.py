"""Readers of IBM SAN Volume Controller, Storwize and FlashSystem: command line and REST. Start with ``tables.py``."""
