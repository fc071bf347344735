"""Readers of Unity exports: answers of its REST interface."""
