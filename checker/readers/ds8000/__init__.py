"""Read dscli output of IBM DS8000.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``tables``, then ``volumes``.
"""
