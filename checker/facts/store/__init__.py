"""The in-process DuckDB database and how rows get into it. Start with ``store.Store``."""
