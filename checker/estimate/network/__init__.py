"""Queueing network and its solver; knows nothing of the SAN's facts.

Start with ``network.py`` (the description), then ``estimator.py`` (plan, moments, solver, outcome).
"""
