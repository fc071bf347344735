"""The language server: what ``sanlint check`` finds, in an editor, while inventories, configurations and rules are written.

May depend on everything below ``checker.cli``, which alone uses it. Only ``server`` and ``translation`` import pygls;
the other modules take and return plain values. Start with ``project``: which documents are checked together, and by what.
"""
