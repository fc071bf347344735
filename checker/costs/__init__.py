"""Costs of findings: joins rules and findings with the estimator's cost cases, and prices findings under a workload.

Depends on ``estimate``, ``topology``, ``facts`` and ``rules``; ``report`` only shows its results.
Start with ``price.py``.
"""
