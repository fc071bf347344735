"""Turn the findings of an audit into scripts, checklists and inventory edits.

May depend on everything below it, from ``checker.facts`` to ``checker.audit``; only ``checker.cli`` uses it.
Start with ``model``, then ``planner``.
"""
