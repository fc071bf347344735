"""Proves rules by their own examples: what fires, what stays silent, what is not evaluated, and what a change breaks."""
