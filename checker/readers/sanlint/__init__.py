"""Readers of formats of our own."""
