"""Readers of network measurements between sites."""
