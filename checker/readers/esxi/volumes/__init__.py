"""VMFS datastores, their extents and snapshots, and partition tables of ESXi hosts."""
