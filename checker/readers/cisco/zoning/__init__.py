"""Zoning in NX-OS: zones, zone sets, device aliases, policy, status and analysis."""
