"""Readers of what HP-UX hosts print about FC ports, LUNs and their paths under native multi-pathing."""
