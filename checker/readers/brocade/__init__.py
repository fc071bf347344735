"""Readers of Brocade exports: Fabric OS commands, FOS REST and Brocade Network Advisor.

They depend on ``facts`` and ``readers.toolkit`` only. Start with ``ports/switchshow.py``; ``fos.py`` knows the text around
the output, and ``zoning/zone_database.py`` writes the zoning of all formats.
"""
