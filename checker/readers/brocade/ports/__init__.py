"""Fabric OS commands about ports: state, settings, counters, transceivers, logins and monitoring."""
