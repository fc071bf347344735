"""Readers as declarations: rows, which attribute of a row fills which column, and what the readers of a family share.

May depend on the rest of the readers' toolkit. Start with ``records``, then ``fields``, ``declared`` and ``family``.
"""
