"""Topology: what is connected to what, computed from facts and written back as tables, pictures and failure overlays.

Depends on ``checker.facts`` only; views, the estimator and reports read its tables.
Start with ``tables`` (what is written) and ``derive/topology.py`` (in which order).
"""
