"""Exports made to stop, mislead or overload reading."""
