"""The data model: kinds of facts, observations with their origin, and entities resolved from them in DuckDB.

May depend on ``checker.errors`` and the small helpers next to it (cache, resources), not on readers or rules.
Start with ``declare`` and ``kinds`` (the model), then ``observations``, ``store`` and ``resolve``.
"""
