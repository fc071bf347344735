"""Readers turn the text of an export into observations: one folder per family, shared code in ``toolkit``.

Depends on ``facts`` only. Start reading at ``toolkit.base`` (what a reader is) and ``registry`` (how one is chosen).
"""
