"""Anonymize exports: consistent stand-ins for every name that identifies a site, with unchanged findings.

May depend on everything below it, from ``checker.facts`` to ``checker.audit``; only ``checker.cli`` uses it.
Start with ``run``, then ``collect`` and ``rewrite``.
"""
