"""Read output of Solaris hosts about FC ports, disks and their paths under MPxIO.

May depend on ``checker.facts`` and the readers' toolkit.
Start with ``mpathadm``.
"""
