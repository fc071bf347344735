"""Triage: is it slow, in which part of the path, what do the slow flows share, and which explanations fit.

Reads the store of an audit (``load_sample``, topology tables, views) and returns a :class:`checker.triage.model.Triage`.
May use everything up to ``checker.rules``; knows no format and no screen. Start reading with ``run``.
"""
