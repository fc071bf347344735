"""Workloads: read from a ``workload.yaml``, benchmark plans or captures, matched with hosts and volumes, and analysed.

Start with ``source.py`` (path to loads) and ``assign.py`` (loads to hosts and volumes).
"""
