"""Readers of PowerStore exports: answers of its REST interface."""
