"""Processes, files and signals: the only code that starts children, writes documents and ends a run abruptly.

Depends on ``errors`` only. Start with ``children`` (isolated child processes), ``files`` (documents that are complete or
absent) and ``stop`` (signals, private folders).
"""
