"""Readers of what Solaris hosts print about FC ports, disks and their paths under MPxIO."""
