"""Readers of ESXi exports: commands of the host (esxcli, esxcfg-*, partedUtil), and vCenter lists (PowerCLI, RVTools).

Depends on ``readers.toolkit`` and ``facts`` only. Start with ``listing`` (``Key: value`` records, the form of most
commands), ``family`` (what their declarations share) and ``devices/core_device``; ``formatted`` reads the same commands
with ``--formatter``.
"""
