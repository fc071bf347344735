"""Samples and counters as tables and rises: what was measured, before it is compared."""
