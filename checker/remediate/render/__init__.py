"""Render a plan's scripts as text, one module for each way a platform takes commands.

Depends on ``checker.remediate.model`` and ``names``. Start with ``base``, then ``checklist``, which collects the
files.
"""
