"""Formulas of queueing and of products: waiting times, bursts, disk pools, VPLEX, alignment."""
