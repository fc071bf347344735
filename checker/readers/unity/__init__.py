"""Readers of Dell EMC Unity: REST answers and uemcli. Start with ``rest.py``."""
