"""Unisphere REST answers: configuration, masking and performance."""
