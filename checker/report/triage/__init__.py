"""Triage as a terminal page and as JSON."""
