"""Inventories: entities as a nested YAML document or as Parquet files. Start with ``nesting`` and ``shape``."""
