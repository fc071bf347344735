"""Suppressing findings: suppressions in configuration and comments, baselines, and the edits that add them."""
