"""Readers of IBM DS8000 by dscli."""
