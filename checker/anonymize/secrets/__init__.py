"""Credentials in texts: how they are found and replaced. Start with ``remove``."""
