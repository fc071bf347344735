"""Read naviseccli output of CLARiiON and VNX block arrays.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``lines``, then ``getall``.
"""
