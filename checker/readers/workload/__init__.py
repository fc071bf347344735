"""Readers of benchmark plans, benchmark results and measured loads."""
