"""Readers of sanlint's own formats."""
