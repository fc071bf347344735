"""Exports without names: consistent stand-ins for everything that tells whose SAN it is, and the same findings."""
