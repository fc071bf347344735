"""Readers of Linux exports: FC ports, block devices, multipathing, partition tables and kernel settings.

Depends on ``readers.toolkit`` and ``facts`` only. Start with ``multipath/topology``, the most important export, or
``fc/attributes``, which writes the FC ports of all listings.
"""
