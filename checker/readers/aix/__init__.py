"""Readers of what AIX hosts print about paths."""
