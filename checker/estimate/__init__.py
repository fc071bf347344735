"""Latency estimates: a queueing model of the SAN, solved with a library of parameters and the workload of the hosts.

Depends on ``facts``, ``readers``, ``intake`` and ``topology``; knows nothing of rules or reports.
Start with ``answer/make.py``, which calls the other packages in order; docs/reference/estimator.md describes the model.
"""
