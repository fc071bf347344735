"""Failures of components: their parts, the overlay of a failure and its effect; start with ``parts``, then ``fail``."""
