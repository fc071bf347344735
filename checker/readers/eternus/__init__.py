"""Read Fujitsu ETERNUS arrays: the answers of their command line.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``cli``.
"""
