"""Readers of Cisco MDS and Nexus exports (NX-OS): show commands as text, JSON and XML, and the running configuration.

They depend on ``facts`` and ``readers.toolkit`` only. Start with ``fabric/flogi.py``; ``nxos.py`` knows prompts, port
names and VSANs, and ``zoning/zone_lines.py`` reads the zoning of all formats.
"""
